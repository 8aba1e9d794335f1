import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { insertDeviceLog } from '../../src/telemetry/devices/devices.service.ts'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import { countWaiting } from '../support/locks.ts'
import {
  addDevice,
  assign,
  batchReading,
  countRows,
  deviceNumber,
  everythingElse,
  fallSequence,
  type Person,
  randomMac,
  sendReading,
} from '../support/readings.ts'
import { type Answer, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_SENSOR: 'off' })

const query = <Row>(sql: string, values: unknown[] = []) => service.ctx.db.query<Row>(sql, values)

const remove = (token: string, body: object = { confirmation: true }) =>
  service.call('DELETE', '/profile/me', { token, body })

/** Gives every row of every table as text, by table. */
async function dump(): Promise<Map<string, string>> {
  const tables = await query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by name`,
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(`select t::text as text from ${name} as t`)
    texts.set(name, rows.map(({ text }) => text).join('\n'))
  }
  return texts
}

/** Those in which a text can be found. */
async function tablesWith(text: string): Promise<string[]> {
  return [...(await dump())].filter(([, rows]) => rows.includes(text)).map(([name]) => name)
}

/** Removes what is left of deleted devices, as the job does once nothing can be on its way any more. */
async function settlePurges() {
  await query(`update reading_purges set deleted_at = now() - interval '1 minute'`)
  await purgeReadings(service.ctx)
  assert.equal(await countRows(service, 'reading_purges', []), 0)
}

const orphans = () => countRows(service, 'readings where device not in (select number from devices)', [])

/** Words that nothing else in the database holds. */
const words = {
  firstName: 'Zenobia',
  lastName: 'Quackenbush',
  phone: '+34 600 987 321',
  emergencyContact: '+34 600 123 789',
  deviceName: 'Ankle band of Z',
  place: 'Conservatory',
  injury: 'Collarbone',
  keyName: 'Hallway hub',
  idempotencyKey: 'zq-retry-4711',
  written: 'See you at the Lighthouse',
  received: 'Bring the Periwinkles',
  relationship: 'Stepgranddaughter',
  note: 'Looked into by the Ombudsman',
  reason: 'Moving to Lisbon',
  specialization: 'Gerontology of Z',
  pressure: '177/99',
}

/** Gives a person everything that the service can keep of somebody. */
async function liveFully(role: 'PATIENT' | 'CAREGIVER') {
  const email = `zenobia-${randomUUID()}@example.org`
  const person: Person = await service.signUp({
    email,
    role,
    firstName: words.firstName,
    lastName: words.lastName,
  })
  const friend: Person = await service.signUp({ role: role === 'PATIENT' ? 'CAREGIVER' : 'PATIENT' })
  const { token, id } = person
  const [caregiver, patient] = role === 'PATIENT' ? [friend, person] : [person, friend]
  await assign(service, caregiver.id, patient.id)
  await query('update assignments set relationship = $1 where patient_id = $2', [
    words.relationship,
    patient.id,
  ])
  await service.call('PUT', '/profile/me', { token, body: { phone: words.phone, dateOfBirth: '1931-12-30' } })
  await query(
    `update users set emergency_contact = $2, specialization = $3, organization = $3, blood_pressure = $4,
                      avatar = $5 where id = $1`,
    [id, words.emergencyContact, words.specialization, words.pressure, `https://example.org/${id}.png`],
  )
  await query(`insert into invitations (token_hash, user_id, expires_at) values ($2, $1, $3)`, [
    ...[id, Buffer.from(id), service.ctx.now()],
  ])
  const device = await addDevice(service, token, { ...everythingElse, battery_level: 4 })
  await service.call('PUT', `/device/${device.id}`, { token, body: { name: words.deviceName } })
  for (const [i, motion] of fallSequence.entries()) {
    await device.send({ ...motion, uptime_ms: 10_000 + i * 1000 })
  }
  const readings = [batchReading(new Date(service.ctx.now().getTime() - 3 * 86_400_000))]
  await service.call('POST', '/device/sensor-stream/batch', {
    token,
    body: { device_id: device.mac, readings },
  })
  const report = { confidence: 0.97, location: words.place, injuries: words.injury }
  const headers = { 'idempotency-key': words.idempotencyKey }
  const fall = (await service.call('POST', '/falls', { token, body: report, headers })).body.data.id
  await service.call('POST', '/falls', { token: friend.token, body: { confidence: 0.9 } })
  await query('update falls set flagged_at = created_at, flag_note = $2 where id = $1', [fall, words.note])
  await service.call('POST', '/device/keys', { token, body: { name: words.keyName } })
  await query(
    `insert into messages (id, sender_id, recipient_id, content, type, created_at)
     values (gen_random_uuid(), $1, $2, $3, 'TEXT', $5), (gen_random_uuid(), $2, $1, $4, 'TEXT', $5)`,
    [id, friend.id, words.written, words.received, service.ctx.now()],
  )
  await service.logIn(email)
  await service.logIn(email, 'Wrong-Passw0rd!')
  await service.call('GET', `/falls/${fall}`, { token: friend.token })
  return { person, friend, device, fall }
}

describe('nothing is left in the whole database of a deleted', () => {
  for (const role of ['PATIENT', 'CAREGIVER'] as const) {
    test(role.toLowerCase(), async () => {
      const { person, friend, device, fall } = await liveFully(role)
      const { reason, ...texts } = words
      const traces = { ...texts, email: person.email, mac: device.mac, deviceId: device.id }
      for (const [name, text] of Object.entries(traces)) {
        assert.notDeepEqual(await tablesWith(text), [], `${name} was not there in the first place`)
      }
      assert.equal((await remove(person.token, { confirmation: true, reason })).status, 200)
      await settlePurges()
      for (const [name, text] of Object.entries({ ...traces, reason })) {
        assert.deepEqual(await tablesWith(text), [], `${name} is still there`)
      }
      assert.deepEqual(await tablesWith(person.id), ['audit_log'])
      assert.deepEqual(await tablesWith(fall), ['audit_log'])
      assert.equal(await orphans(), 0)
      const { status } = await service.call('GET', '/me', { token: friend.token })
      assert.equal(status, 200)
      assert.equal(await countRows(service, 'falls where user_id = $1', [friend.id]), 1)
    })
  }
})

describe('readings that are sent while their owner is deleted', () => {
  const late: [string, (token: string, mac: string, i: number) => Promise<Answer>][] = [
    [
      'one by one',
      (token, mac, i) => sendReading(service, token, mac, { uptime_ms: i * 1000, battery_level: i % 40 }),
    ],
    [
      'while somebody falls',
      (token, mac, i) =>
        sendReading(service, token, mac, { ...fallSequence[i % fallSequence.length], uptime_ms: i * 1000 }),
    ],
    [
      'in batches',
      (token, mac, i) => {
        const at = new Date(service.ctx.now().getTime() - 60_000 - i)
        const body = {
          device_id: mac,
          readings: [batchReading(at), batchReading(new Date(at.getTime() - 500))],
        }
        return service.call('POST', '/device/sensor-stream/batch', { token, body })
      },
    ],
  ]
  for (const [title, send] of late) {
    test(`${title} leave nothing behind, and are answered properly`, async () => {
      const rosa = await service.signUp()
      const luis = await service.signUp({ role: 'CAREGIVER' })
      await assign(service, luis.id, rosa.id)
      const macs = [randomMac(), randomMac(), randomMac()]
      const answers: Answer[] = []
      let over = false
      const sending = macs.map(async (mac) => {
        for (let i = 0, after = 0; after < 5; i++) {
          if (over) after++
          answers.push(await send(rosa.token, mac, i))
        }
      })
      while (answers.length < 30) await new Promise(setImmediate)
      const deletion = await remove(rosa.token)
      over = true
      await Promise.all(sending)
      assert.equal(deletion.status, 200, deletion.text)
      const statuses = new Set(answers.map(({ status }) => status))
      assert.deepEqual([...statuses].sort(), [200, 401])
      assert.equal(await countRows(service, 'devices where mac = any ($1)', [macs]), 0)
      await settlePurges()
      assert.equal(await orphans(), 0)
      assert.deepEqual(await tablesWith(rosa.id), ['audit_log'])
    })
  }
})

test('an entry for the log of a device that is being deleted is passed over', async () => {
  const rosa = await service.signUp()
  const { id } = await addDevice(service, rosa.token)
  const number = await deviceNumber(service, id)
  let logging: Promise<void> | undefined
  await service.ctx.db.transaction(async (tx) => {
    await tx.query('delete from devices where id = $1', [id])
    logging = insertDeviceLog(service.ctx.db, number, 'WARNING', 'Low battery', service.ctx.now())
    await until(async () => (await countWaiting(service)) > 0, 20_000)
  })
  await logging
  const line = `device_logs where device = $1 and message = 'Low battery'`
  assert.equal(await countRows(service, line, [number]), 0)
})
