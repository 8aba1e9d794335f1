import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { falling } from '../../tools/detection/synthetic-motion.ts'
import type { Answer, TestService } from './service.ts'

export type Fields = Record<string, unknown>
export type Person = Awaited<ReturnType<TestService['signUp']>>

/** Gives an address that no other device of the tests has. */
export function randomMac(): string {
  const bytes = [2, ...randomBytes(5)]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
}

/** The least that a device must send, from somebody who stands still. */
export const goodReading = (mac: string, fields: Fields = {}) => ({
  device_id: mac,
  accel_x: 0.25,
  accel_y: -0.5,
  accel_z: 9.81,
  gyro_x: 1.5,
  gyro_y: -2,
  gyro_z: 0.125,
  uptime_ms: 5000,
  ...fields,
})

/** A reading of a batch: without its device, with the time that the device gave it. */
export function batchReading(at: Date, fields: Fields = {}): Fields {
  const { device_id: _, ...reading } = goodReading('')
  return { ...reading, client_timestamp: at.toISOString(), ...fields }
}

/** All that a device may send beside it. */
export const everythingElse = {
  pressure: 1013.25,
  fsr: 0.5,
  heart_rate: 72,
  spo2: 97,
  battery_level: 81.5,
  wifi_connected: true,
  bluetooth_connected: false,
  sensors_initialized: true,
  firmware_version: '2.1.0',
  signal_strength: -61,
}

export function sendReading(
  service: TestService,
  token: string | undefined,
  mac: string,
  fields: Fields = {},
): Promise<Answer> {
  return service.call('POST', '/device/sensor-stream', { token, body: goodReading(mac, fields) })
}

/** Sends the first reading of a device and lets its second pass. */
export async function addDevice(service: TestService, token: string, fields: Fields = {}) {
  const mac = randomMac()
  const answer = await sendReading(service, token, mac, fields)
  assert.equal(answer.status, 200, answer.text)
  service.advance('1s')
  const id: string = answer.body.data.deviceId
  let uptime_ms = Number(fields.uptime_ms ?? 5000)
  const send = async (more: Fields = {}) => {
    uptime_ms += 1000
    const next = await sendReading(service, token, mac, { uptime_ms, ...more })
    assert.equal(next.status, 200, next.text)
    service.advance('1s')
    return next.body.data
  }
  return { id, mac, send, first: answer.body.data }
}

/** Adds a device that has not sent anything yet. */
export async function addUnregisteredDevice(service: TestService, userId: string) {
  const [id, mac] = [randomUUID(), randomMac()]
  const [row] = await service.ctx.db.query<{ number: number }>(
    `insert into devices (id, user_id, mac, name, created_at, updated_at)
     values ($1, $2, $3, 'Spare', $4, $4) returning number`,
    [id, userId, mac, service.ctx.now()],
  )
  await service.ctx.db.query('insert into device_states (device) values ($1)', [row?.number])
  return { id, mac }
}

export async function assign(service: TestService, caregiverId: string, patientId: string): Promise<void> {
  await service.ctx.db.query(
    'insert into assignments (caregiver_id, patient_id, created_at) values ($1, $2, $3)',
    [caregiverId, patientId, service.ctx.now()],
  )
}

/** Those of the access table; the record in question is that of the first person returned. */
export async function sixCallers(service: TestService) {
  const self = await service.signUp()
  const other = await service.signUp()
  const assigned = await service.signUp({ role: 'CAREGIVER' })
  const unassigned = await service.signUp({ role: 'CAREGIVER' })
  await assign(service, assigned.id, self.id)
  const tokens: [name: string, token: string][] = [
    ['nobody', ''],
    ['self', self.token],
    ['other patient', other.token],
    ['assigned caregiver', assigned.token],
    ['unassigned caregiver', unassigned.token],
    ['admin', await service.adminToken()],
  ]
  return { self, tokens }
}

export const deviceNumber = async (service: TestService, id: string): Promise<number> => {
  const [row] = await service.ctx.db.query<{ number: number }>('select number from devices where id = $1', [
    id,
  ])
  assert.ok(row, 'there is no such device')
  return row.number
}

export async function countRows(service: TestService, sql: string, values: unknown[]): Promise<number> {
  const [row] = await service.ctx.db.query<{ count: number }>(
    `select count(*)::int as count from ${sql}`,
    values,
  )
  return row?.count ?? 0
}

export const readingsOfUser = (service: TestService, userId: string) =>
  countRows(service, 'readings join devices on number = device where user_id = $1', [userId])

export const devicesOfUser = (service: TestService, userId: string) =>
  countRows(service, 'devices where user_id = $1', [userId])

export const fallsOf = (service: TestService, deviceId: string) =>
  service.ctx.db.query<{
    confidence: number
    status: string
    late: boolean
    accel: number[]
    createdAt: Date
  }>(
    `select confidence, status, late, accel, created_at as "createdAt" from falls
     where device_id = $1 order by created_at`,
    [deviceId],
  )

export const standing = motion([0.3, 0.1, 9.8], [2, 3, 1])
export const lying = motion([9.8, 0.2, 0.4], [0.5, 0, 1])

/** The motion of a body that hits the floor, and of a device that hits a table. */
export const impact = motion([35, 25, 38], [260, 90, 120])
export const knock = motion([0, 0, 50])

/**
 * A fall as a device sends it, each reading the hardest moment of a second: standing, the impact, lying still. The air
 * is denser down there, and the foot carries nothing: no doubt is left.
 */
export const fallSequence: Fields[] = [
  ...Array<Fields>(6).fill({ ...standing, pressure: 1000, fsr: 0.8 }),
  impact,
  ...Array<Fields>(4).fill({ ...lying, pressure: 1000.12, fsr: 0 }),
]

/** Which of its readings has the impact. */
export const impactIndex = 6

/** The motion of a made-up fall, so many seconds after that of its impact, as 25 samples. */
export function sampledSecond(second: number): Fields {
  const samples = Array.from({ length: 25 }, (_, i) => {
    const { accel, gyro } = falling(Math.max(0, impactIndex + second) + i / 25)
    return [...accel, ...gyro]
  })
  return { sample_rate_hz: 25, samples }
}

export function motion(accel: [number, number, number], gyro: [number, number, number] = [0, 0, 0]): Fields {
  const [accel_x, accel_y, accel_z] = accel
  const [gyro_x, gyro_y, gyro_z] = gyro
  return { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z }
}

export const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/** Counts the answers by their status: `{ 200: 1, 429: 19 }`. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

export function assertFields(value: object, fields: string[]): void {
  assert.deepEqual(Object.keys(value).sort(), fields.toSorted())
}
