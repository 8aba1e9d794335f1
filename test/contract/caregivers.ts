import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { alertsOf, reportFall } from '../support/people.ts'
import { assign } from '../support/readings.ts'
import { wornDevice } from './devices.ts'
import { assertHas, badBody, badQuery, conflict, type Endpoint, emptyBody, type Scene } from './endpoint.ts'
import * as shapes from './shapes.ts'

const details = {
  firstName: 'Ana',
  lastName: 'Gil',
  phone: '+34 600 123 456',
  specialization: 'Geriatrics',
}
const asCaregiver = ({ caregiver }: Scene) => ({ params: { id: caregiver.id } })

/** A caregiver whose fields are all set. */
async function wellKnown(scene: Scene) {
  const { token, id } = scene.caregiver
  const body = { ...details, organization: 'Casa Verde' }
  await scene.service.call('PUT', `/caregivers/${id}`, { token, body })
  return asCaregiver(scene)
}

/** A caregiver with an alert of a fall. */
async function alerted(scene: Scene) {
  await reportFall(scene.service, scene.patient)
  const [alert] = await alertsOf(scene.service, scene.caregiver)
  return { params: { id: alert.id } }
}

const badDetails = [
  badBody('blank names', { firstName: ' ', lastName: '' }),
  badBody('a phone that is none', { phone: 'none' }),
  badBody('numbers for texts', { firstName: 1, lastName: 2, phone: 3, specialization: 4 }),
  badBody('a specialization of 2001 characters', { specialization: 'x'.repeat(2001) }),
]

const profiles: Endpoint[] = [
  {
    method: 'GET',
    path: '/caregivers',
    as: 'admin',
    request: async (scene) => {
      await wellKnown(scene)
      return {}
    },
    status: 200,
    shape: shapes.many(shapes.caregiver),
    // Of the others on the page, little is known.
    nulls: ['phone', 'specialization', 'organization'],
    pageSize: 10,
    forbids: ['patient', 'neighbour', 'caregiver', 'stranger'],
  },
  {
    method: 'POST',
    path: '/caregivers',
    as: 'admin',
    request: () => ({ body: { email: `${randomUUID()}@example.org`, ...details } }),
    status: 201,
    shape: shapes.one(shapes.newCaregiver),
    nulls: ['organization'],
    forbids: ['patient', 'neighbour', 'caregiver', 'stranger'],
    refusals: [
      emptyBody('email', 'firstName', 'lastName'),
      badBody('an e-mail that is none', { email: 'ana' }),
      ...badDetails,
      conflict('an e-mail that is taken', ({ send, good, stranger }) =>
        send({ body: { ...(good.body as object), email: stranger.email } }),
      ),
    ],
  },
  {
    method: 'GET',
    path: '/caregivers/:id',
    as: 'caregiver',
    request: wellKnown,
    status: 200,
    shape: shapes.one(shapes.caregiver),
    forbids: ['patient', 'neighbour', 'stranger'],
  },
  {
    method: 'PUT',
    path: '/caregivers/:id',
    as: 'caregiver',
    request: (scene) => ({ ...asCaregiver(scene), body: { ...details, organization: 'Casa Verde' } }),
    status: 200,
    shape: shapes.one(shapes.caregiver),
    async after({ good }, { body }) {
      assertHas(body.data, good.body)
    },
    forbids: ['patient', 'neighbour', 'stranger'],
    refusals: [...badDetails, badBody('a number for the organization', { organization: 7 })],
  },
  {
    method: 'GET',
    path: '/caregivers/me',
    as: 'caregiver',
    request: async (scene) => {
      await wellKnown(scene)
      await alerted(scene)
      return {}
    },
    status: 200,
    shape: shapes.one(shapes.caregiver),
    async after({ caregiver }, { body }) {
      const { id, patients, activeAlerts } = body.data
      assert.deepEqual([id, patients, activeAlerts], [caregiver.id, 1, 1])
    },
    forbids: ['patient', 'neighbour', 'admin'],
  },
  {
    method: 'DELETE',
    path: '/caregivers/:id',
    as: 'admin',
    request: asCaregiver,
    status: 200,
    shape: shapes.one(shapes.deleted),
    async after({ service, caregiver, send }, { body }) {
      assert.equal(body.data.id, caregiver.id)
      assert.equal((await service.call('GET', '/me', { token: caregiver.token })).status, 401)
      assert.equal((await send()).status, 404)
    },
    forbids: ['patient', 'neighbour', 'caregiver', 'stranger'],
    refusals: [
      {
        title: 'somebody who is no caregiver',
        status: 404,
        call: ({ send, patient }) => send({ params: { id: patient.id } }),
      },
    ],
  },
]

const assignments: Endpoint[] = [
  {
    method: 'GET',
    path: '/caregivers/:id/patients',
    as: 'caregiver',
    request: async (scene) => {
      await wornDevice(scene)
      return asCaregiver(scene)
    },
    status: 200,
    shape: shapes.many(shapes.assignedPatient),
    pageSize: 10,
    another: ({ service, caregiver, neighbour }) => assign(service, caregiver.id, neighbour.id),
    forbids: ['patient', 'neighbour', 'stranger'],
  },
  {
    method: 'POST',
    path: '/caregivers/:id/patients',
    as: 'admin',
    request: (scene) => ({
      ...asCaregiver(scene),
      body: { patientId: scene.neighbour.id, relationship: 'Daughter' },
    }),
    status: 201,
    shape: shapes.one(shapes.assignment),
    async after({ caregiver, neighbour, send }, { body }) {
      const { caregiverId, patientId, relationship } = body.data
      assert.deepEqual([caregiverId, patientId, relationship], [caregiver.id, neighbour.id, 'Daughter'])
      assert.equal((await send()).status, 409)
    },
    forbids: ['patient', 'neighbour', 'caregiver', 'stranger'],
    refusals: [
      emptyBody('patientId'),
      badBody('a patient that is no UUID', { patientId: 'rosa' }),
      badBody('a number for the relationship', { relationship: 7 }),
      {
        title: 'an unknown patient',
        status: 404,
        call: ({ send }) => send({ body: { patientId: randomUUID() } }),
      },
      {
        title: 'somebody who is no patient',
        status: 404,
        call: ({ send, stranger }) => send({ body: { patientId: stranger.id } }),
      },
      conflict('a patient who is assigned already', ({ send, patient }) =>
        send({ body: { patientId: patient.id } }),
      ),
    ],
  },
  {
    method: 'DELETE',
    path: '/caregivers/:id/patients/:patientId',
    as: 'admin',
    request: ({ caregiver, patient }) => ({ params: { id: caregiver.id, patientId: patient.id } }),
    status: 200,
    shape: shapes.one(shapes.unassigned),
    async after({ send }) {
      assert.equal((await send()).status, 404)
    },
    forbids: ['patient', 'neighbour', 'caregiver', 'stranger'],
    refusals: [
      {
        title: 'a patient who is not assigned',
        status: 404,
        call: ({ send, neighbour }) => send({ params: { patientId: neighbour.id } }),
      },
    ],
  },
]

const alerts: Endpoint[] = [
  {
    method: 'GET',
    path: '/caregivers/alerts',
    as: 'caregiver',
    // The active ones have an order of their own, see alert-runs.test.ts.
    request: async (scene) => {
      await alerted(scene)
      return { query: { status: 'all' } }
    },
    status: 200,
    shape: shapes.many(shapes.alert),
    nulls: ['acknowledgedAt', 'handledBy'],
    async after(_, { body }) {
      const [{ patientName, type, severity, acknowledged }] = body.data
      const expected = ['Rosa Marín', 'FALL_DETECTED', 'HIGH', false]
      assert.deepEqual([patientName, type, severity, acknowledged], expected)
    },
    pageSize: 100,
    another: ({ service, patient }) => reportFall(service, patient),
    forbids: ['patient', 'neighbour', 'admin'],
    refusals: [badQuery({ status: 'old' })],
  },
  {
    method: 'POST',
    path: '/caregivers/alerts/:id/acknowledge',
    as: 'caregiver',
    request: alerted,
    status: 200,
    shape: shapes.one(shapes.alert),
    async after({ send }, { body }) {
      assert.equal(body.data.acknowledged, true)
      const again = await send()
      assert.deepEqual([again.status, again.body], [200, body])
    },
    forbids: ['patient', 'neighbour', 'stranger', 'admin'],
  },
]

export const caregiverEndpoints: Endpoint[] = [...profiles, ...assignments, ...alerts]
