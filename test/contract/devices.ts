import assert from 'node:assert/strict'
import { addDevice, everythingElse, goodReading, randomMac } from '../support/readings.ts'
import { badBody, badQuery, conflict, type Endpoint, emptyBody, type Scene, type Stage } from './endpoint.ts'
import * as shapes from './shapes.ts'

/** A device of the patient that has reported every value. */
export async function wornDevice({ service, patient }: Scene) {
  const { id } = await addDevice(service, patient.token, everythingElse)
  return { params: { id } }
}

const sent = (stage: Stage, mac: string, fields = {}) => stage.send({ body: goodReading(mac, fields) })

const outOfRange = {
  accel_x: 2001,
  gyro_y: -20_001,
  uptime_ms: -1,
  pressure: 0,
  fsr: 1.5,
  heart_rate: 301,
  spo2: 101,
  battery_level: -1,
}

export const deviceEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/device/sensor-stream',
    as: 'patient',
    request: () => ({ body: goodReading('aabbccddeeff', everythingElse) }),
    status: 200,
    shape: shapes.one(shapes.assessment),
    async after({ service, patient }, { body }) {
      const { deviceId, timestamp, nextAllowedRequest } = body.data
      assert.equal(Date.parse(nextAllowedRequest) - Date.parse(timestamp), 1000)
      const { data } = (await service.call('GET', `/device/${deviceId}`, { token: patient.token })).body
      const expected = ['AA:BB:CC:DD:EE:FF', patient.id, 'ACTIVE', 'Wearable EE:FF']
      assert.deepEqual([data.macAddress, data.userId, data.status, data.name], expected)
    },
    refusals: [
      emptyBody('device_id', 'accel_x', 'accel_y', 'accel_z', 'gyro_x', 'gyro_y', 'gyro_z', 'uptime_ms'),
      badBody(
        'texts for numbers',
        Object.fromEntries(
          Object.keys(goodReading('')).map((field) => [field, field === 'device_id' ? 7 : '1.0']),
        ),
      ),
      badBody(
        'wrong types for all that is optional',
        Object.fromEntries(Object.keys(everythingElse).map((field) => [field, ['x']])),
      ),
      badBody('values out of range', outOfRange),
      badBody('a fraction for whole numbers', { uptime_ms: 0.5, heart_rate: 70.5, spo2: 97.5 }),
      ...['', 'AA:BB:CC:DD:EE', 'GG:BB:CC:DD:EE:FF', '00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF'].map((mac) =>
        badBody(`the MAC address "${mac}"`, { device_id: mac }),
      ),
      {
        title: 'the MAC address of somebody else’s device',
        status: 403,
        async call(stage) {
          const { mac } = await addDevice(stage.service, stage.neighbour.token)
          return sent(stage, mac)
        },
      },
      {
        title: 'a disabled device',
        status: 403,
        async call(stage) {
          const { service, patient, admin } = stage
          const { id, mac } = await addDevice(service, patient.token)
          await service.call('POST', `/admin/devices/${id}/disable`, { token: admin.token })
          return sent(stage, mac)
        },
      },
      {
        title: 'a second reading within the second',
        status: 429,
        beside: ['retryAfter'],
        async call(stage) {
          const mac = randomMac()
          assert.equal((await sent(stage, mac)).status, 200)
          const answer = await sent(stage, mac)
          const { retryAfter } = answer.body
          assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 1000, String(retryAfter))
          return answer
        },
      },
      conflict('the eleventh device', async ({ service, stranger, send }) => {
        for (let i = 0; i < 10; i++) await addDevice(service, stranger.token)
        return send({ as: 'stranger', body: goodReading(randomMac()) })
      }),
    ],
  },
  {
    method: 'GET',
    path: '/device/:id',
    as: 'patient',
    request: wornDevice,
    status: 200,
    shape: shapes.one(shapes.device),
    nulls: ['expectedEverySeconds', 'place'],
    forbids: ['neighbour', 'stranger'],
  },
  {
    method: 'GET',
    path: '/device/:id/status',
    as: 'patient',
    request: wornDevice,
    status: 200,
    shape: shapes.one(shapes.deviceState),
    forbids: ['neighbour', 'stranger'],
    async after(_, { body }) {
      const { uptime, batteryLevel, signalStrength } = body.data
      assert.deepEqual([uptime, batteryLevel, signalStrength], [5000, 81.5, -61])
    },
  },
  {
    method: 'GET',
    path: '/device/:id/logs',
    as: 'patient',
    request: wornDevice,
    status: 200,
    shape: shapes.many(shapes.deviceLog),
    pageSize: 20,
    another: async ({ service, admin, good }) => {
      await service.call('POST', `/admin/devices/${good.params?.id}/disable`, { token: admin.token })
      await service.call('POST', `/admin/devices/${good.params?.id}/enable`, { token: admin.token })
    },
    forbids: ['neighbour', 'stranger'],
    refusals: [badQuery({ logType: 'loud' }), badQuery({ logType: 'INFO' })],
  },
  {
    method: 'DELETE',
    path: '/device/:id',
    as: 'patient',
    request: wornDevice,
    status: 204,
    forbids: ['neighbour', 'caregiver', 'stranger', 'admin'],
    async after({ send }) {
      assert.equal((await send()).status, 404)
    },
  },
]
