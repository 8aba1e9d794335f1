import { randomUUID } from 'node:crypto'
import { createBotnet, inventedMac } from '../addresses.ts'
import type { Attack } from '../attack.ts'
import { closeConnection, requestOf } from '../requests.ts'

const fallRequest = (token: string, headers: string[] = []) =>
  requestOf('POST', '/api/falls', { token, headers, body: { confidence: 0.6 } })

const samples = Array.from({ length: 200 }, (_, i) => [0.1, -0.2, 9.8 + (i % 7) / 100, 1.5, 0.25, -0.5])

/** Returns a batch of 100 readings of the last minutes, as large as the service accepts. */
function batchRequest(mac: string, key: string): Buffer {
  const now = Date.now()
  const readings = Array.from({ length: 100 }, (_, i) => ({
    accel_x: 0.1,
    accel_y: -0.2,
    accel_z: 9.8,
    gyro_x: 1.5,
    gyro_y: 0.25,
    gyro_z: -0.5,
    uptime_ms: 1_000_000 + i * 1000,
    client_timestamp: new Date(now - (100 - i) * 1000).toISOString(),
    sample_rate_hz: 200,
    samples,
  }))
  return requestOf('POST', '/api/device/sensor-stream/batch', {
    token: key,
    body: { device_id: mac, readings },
  })
}

/** Attacks that keep the database busy with what other clients need too. */
export const databaseAttacks: Attack[] = [
  {
    name: '1,000 falls at once',
    attacker: 'account',
    async run({ patient }, flood) {
      const request = fallRequest(patient.token)
      await flood.repeat({ connections: 1000, next: () => request })
    },
  },
  {
    name: 'falls with ever new Idempotency-Keys',
    attacker: 'account',
    async run({ home: { patients } }, flood) {
      const token = patients[1]?.token ?? ''
      await flood.repeat({
        connections: 30,
        next: () => fallRequest(token, [`Idempotency-Key: ${randomUUID()}`]),
      })
    },
  },
  {
    name: 'batches of ten invented devices',
    attacker: 'account',
    async run({ patient }, flood) {
      const macs = Array.from({ length: 10 }, (_, i) => inventedMac(i))
      await flood.repeat({
        connections: macs.length,
        next: (i) => batchRequest(macs[i] as string, patient.key),
      })
    },
  },
  {
    name: 'unknown device keys',
    attacker: 'nobody',
    async run(_target, flood) {
      await flood.repeat({
        connections: 1500,
        next: () =>
          requestOf('POST', '/api/device/sensor-stream', { token: `fwk_${randomUUID()}`, body: {} }),
      })
    },
  },
  {
    name: 'an account beyond its ten devices',
    attacker: 'account',
    async run({ fullPatient }, flood) {
      let device = 0
      await flood.repeat({
        connections: 400,
        next: () =>
          requestOf('POST', '/api/device/sensor-stream', {
            token: fullPatient.key,
            body: {
              device_id: inventedMac(1000 + device++),
              accel_x: 0,
              accel_y: 0,
              accel_z: 9.8,
              gyro_x: 0,
              gyro_y: 0,
              gyro_z: 0,
              uptime_ms: 1000,
            },
          }),
      })
    },
  },
  {
    name: 'lists as long as they get, many addresses',
    attacker: 'account',
    async run({ caregiver }, flood) {
      const query = 'hours=8760&limit=100&sort=confidence&order=asc&page='
      await flood.repeat({
        connections: 100,
        addressOf: createBotnet(),
        next: () =>
          requestOf('GET', `/api/falls/recent?${query}${1 + Math.floor(Math.random() * 900)}`, {
            token: caregiver.token,
            headers: closeConnection,
          }),
      })
    },
  },
  {
    name: 'refusals for the audit log, many addresses',
    attacker: 'account',
    async run({ patient }, flood) {
      const request = requestOf('GET', '/api/admin/users', { token: patient.token, headers: closeConnection })
      await flood.repeat({ connections: 300, addressOf: createBotnet(), next: () => request })
    },
  },
]
