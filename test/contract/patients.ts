import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { assign } from '../support/readings.ts'
import { wornDevice } from './devices.ts'
import { badBody, badQuery, conflict, type Endpoint, emptyBody, type Scene } from './endpoint.ts'
import { answeredFall } from './falls.ts'
import * as shapes from './shapes.ts'

const details = {
  firstName: 'Rosa',
  lastName: 'Marín',
  dateOfBirth: '1941-05-17',
  emergencyContact: '+34 600 123 456',
}
const change = { ...details, phone: '+34 600 1', bloodPressure: '120/80' }
const asPatient = ({ patient }: Scene) => ({ params: { id: patient.id } })

/** A patient with a device, whose fields are all set. */
async function wellKnown(scene: Scene) {
  const { service, patient, caregiver } = scene
  await wornDevice(scene)
  await service.call('PUT', `/patients/${patient.id}`, { token: caregiver.token, body: change })
  const phone = { phone: '+34 600 2' }
  await service.call('PUT', `/caregivers/${caregiver.id}`, { token: caregiver.token, body: phone })
  return asPatient(scene)
}

const badDetails = [
  badBody('blank names', { firstName: ' ', lastName: '' }),
  badBody('a date that is none', { dateOfBirth: '2023-02-30' }),
  badBody('a birth date to come', { dateOfBirth: '2999-01-01' }),
  badBody('a contact that is no phone', { emergencyContact: 'my daughter' }),
  badBody('numbers for texts', { firstName: 1, lastName: 2, dateOfBirth: 3, emergencyContact: 4 }),
]

export const patientEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/patients',
    as: 'caregiver',
    request: async (scene) => {
      await wellKnown(scene)
      return {}
    },
    status: 200,
    shape: shapes.many(shapes.patientItem),
    pageSize: 10,
    another: ({ service, caregiver, neighbour }) => assign(service, caregiver.id, neighbour.id),
    forbids: ['patient', 'neighbour'],
    refusals: [badQuery({ status: 'gone' })],
  },
  {
    method: 'POST',
    path: '/patients',
    as: 'caregiver',
    request: () => ({ body: { email: `${randomUUID()}@example.org`, ...details } }),
    status: 201,
    shape: shapes.one(shapes.newPatient),
    // The caregiver has set neither a phone nor a relationship.
    nulls: ['phone', 'relationship'],
    async after({ caregiver }, { body }) {
      assert.equal(body.data.caregivers[0].id, caregiver.id)
    },
    forbids: ['patient', 'neighbour', 'admin'],
    refusals: [
      emptyBody('firstName', 'lastName'),
      badBody('an e-mail that is none', { email: 'rosa' }),
      ...badDetails,
      conflict('an e-mail that is taken', ({ send, good, neighbour }) =>
        send({ body: { ...(good.body as object), email: neighbour.email } }),
      ),
    ],
  },
  {
    method: 'GET',
    path: '/patients/:id',
    as: 'caregiver',
    request: wellKnown,
    status: 200,
    shape: shapes.one(shapes.patient),
    nulls: ['relationship'],
    async after({ patient, send }, { body }) {
      const asked = { as: 'patient', params: { id: patient.id.toUpperCase() } } as const
      assert.deepEqual((await send(asked)).body, body)
    },
    forbids: ['neighbour', 'stranger'],
  },
  {
    method: 'PUT',
    path: '/patients/:id',
    as: 'caregiver',
    request: (scene) => ({ ...asPatient(scene), body: { ...change, firstName: 'Rosalía' } }),
    status: 200,
    shape: shapes.one(shapes.patient),
    nulls: ['relationship', 'phone'],
    async after({ service, patient, caregiver }, { body }) {
      const { firstName, dateOfBirth, emergencyContact, phone } = body.data
      const expected = ['Rosalía', change.dateOfBirth, change.emergencyContact, change.phone]
      assert.deepEqual([firstName, dateOfBirth, emergencyContact, phone], expected)
      const { token } = caregiver
      const { data } = (await service.call('GET', `/patients/${patient.id}/health`, { token })).body
      assert.equal(data.vitals.bloodPressure, '120/80')
    },
    forbids: ['patient', 'neighbour', 'stranger'],
    refusals: [
      ...badDetails,
      badBody('a phone that is none', { phone: 'none' }),
      badBody('a blood pressure that is none', { bloodPressure: 'high' }),
    ],
  },
  {
    method: 'GET',
    path: '/patients/:id/falls',
    as: 'caregiver',
    request: async (scene) => {
      await answeredFall(scene)
      return asPatient(scene)
    },
    status: 200,
    shape: shapes.many(shapes.patientFall),
    nulls: ['outcome'],
    pageSize: 10,
    another: answeredFall,
    forbids: ['patient', 'neighbour', 'stranger'],
    refusals: [badQuery({ status: 'BAD', days: '0' })],
  },
  {
    method: 'GET',
    path: '/patients/:id/health',
    as: 'caregiver',
    request: wellKnown,
    status: 200,
    shape: shapes.one(shapes.health),
    async after(_, { body }) {
      const { healthScore, riskScore, isHighRisk } = body.data
      assert.deepEqual([riskScore, isHighRisk], [100 - healthScore, riskScore >= 75])
    },
    forbids: ['patient', 'neighbour', 'stranger'],
  },
  {
    method: 'GET',
    path: '/patients/:id/devices',
    as: 'caregiver',
    request: wellKnown,
    status: 200,
    shape: shapes.many(shapes.wornDevice),
    nulls: ['expectedEverySeconds', 'place'],
    pageSize: 10,
    another: wornDevice,
    forbids: ['patient', 'neighbour', 'stranger'],
  },
  {
    method: 'GET',
    path: '/patients/me',
    as: 'patient',
    request: async (scene) => {
      await wellKnown(scene)
      return {}
    },
    status: 200,
    shape: shapes.one(shapes.patient),
    nulls: ['relationship'],
    async after({ patient, caregiver }, { body }) {
      const { id, caregivers, devices } = body.data
      assert.deepEqual([id, caregivers[0].id, devices.length], [patient.id, caregiver.id, 1])
    },
    forbids: ['caregiver', 'stranger', 'admin'],
  },
  {
    method: 'DELETE',
    path: '/patients/:id',
    as: 'admin',
    request: asPatient,
    status: 200,
    shape: shapes.one(shapes.deleted),
    async after({ service, patient, send }, { body }) {
      assert.equal(body.data.id, patient.id)
      assert.equal((await service.call('GET', '/me', { token: patient.token })).status, 401)
      assert.equal((await send()).status, 404)
    },
    forbids: ['patient', 'neighbour', 'caregiver', 'stranger'],
    refusals: [
      {
        title: 'somebody who is no patient',
        status: 404,
        call: ({ send, caregiver }) => send({ params: { id: caregiver.id } }),
      },
    ],
  },
]
