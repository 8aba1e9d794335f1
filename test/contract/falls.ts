import assert from 'node:assert/strict'
import { reportFall } from '../support/people.ts'
import { addDevice, fallSequence, tally, times } from '../support/readings.ts'
import { badBody, badQuery, type Endpoint, emptyBody, type Scene } from './endpoint.ts'
import * as shapes from './shapes.ts'

/** A fall of the patient that was reported by hand and answered. */
export async function answeredFall({ service, patient, caregiver }: Scene) {
  const { id } = await reportFall(service, patient)
  const { token } = caregiver
  const { data } = (await service.call('GET', '/caregivers/alerts', { token })).body
  await service.call('POST', `/caregivers/alerts/${data[0].id}/acknowledge`, { token })
  return { id }
}

async function detectedFall({ service, patient }: Scene) {
  const { send } = await addDevice(service, patient.token)
  for (const [i, motion] of fallSequence.entries()) await send({ ...motion, uptime_ms: 10_000 + i * 1000 })
  const { data } = (await service.call('GET', '/falls', { token: patient.token })).body
  return { params: { id: data[0].id } }
}

export const fallEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/falls',
    as: 'patient',
    request: () => ({ body: { confidence: 0.85, location: 'Kitchen', witnessed: false, injuries: 'None' } }),
    status: 201,
    shape: shapes.one(shapes.newFall),
    async after({ patient, send }, { body }) {
      const { userId, status, alerts } = body.data
      const notified = { notified: true, caregiverCount: 1 }
      assert.deepEqual([userId, status, alerts], [patient.id, 'HIGH', notified])
      // Reports of falls are never rate limited.
      const report = { ip: '192.0.2.4', body: { confidence: 0.1 } }
      for (let i = 0; i < 30; i++) {
        const reports = await times(4, () => send(report))
        assert.deepEqual(tally(reports), { 201: 4 })
      }
    },
    refusals: [
      emptyBody('confidence'),
      badBody('a bad value for each', { confidence: 1.01, location: 7, witnessed: 'yes', injuries: false }),
      badBody('a confidence below 0', { confidence: -0.01 }),
      badBody('a text for the confidence', { confidence: '0.9' }),
      badBody('a confidence of null', { confidence: null }),
      badBody('texts of 2001 characters', { location: 'x'.repeat(2001), injuries: 'x'.repeat(2001) }),
    ],
  },
  {
    method: 'GET',
    path: '/falls',
    as: 'patient',
    request: async (scene) => {
      await answeredFall(scene)
      return {}
    },
    status: 200,
    shape: shapes.many(shapes.fallItem),
    pageSize: 10,
    another: answeredFall,
    refusals: [
      badQuery({ status: 'BAD', days: '0' }),
      badQuery({ status: 'high', days: '3651' }),
      badQuery({ days: 'all' }),
    ],
  },
  {
    method: 'GET',
    path: '/falls/recent',
    as: 'caregiver',
    request: async (scene) => {
      await answeredFall(scene)
      return { query: { limit: '1' } }
    },
    status: 200,
    shape: shapes.many(shapes.recentFall),
    pageSize: 20,
    another: answeredFall,
    forbids: ['patient', 'neighbour'],
    refusals: [badQuery({ hours: '0' }), badQuery({ hours: '8761' }), badQuery({ hours: 'all' })],
  },
  {
    method: 'GET',
    path: '/falls/:id',
    as: 'patient',
    request: detectedFall,
    status: 200,
    shape: shapes.one(shapes.fall),
    nulls: ['location', 'witnessed', 'injuries', 'gotUpAfterSeconds', 'reportedBy'],
    forbids: ['neighbour', 'stranger'],
    async after({ caregiver }, { body }) {
      assert.deepEqual(body.data.sensorData.accel, [35, 25, 38])
      const [alert, ...others] = body.data.alerts
      assert.deepEqual(
        [alert.caregiverId, alert.sent, alert.acknowledged, others],
        [caregiver.id, true, false, []],
      )
    },
  },
]
