import assert from 'node:assert/strict'
import { withJobLock } from '../../src/app/jobs/job-lock.ts'
import type { Answer } from '../support/service.ts'
import { leaveOneAdmin } from './accounts.ts'
import { wornDevice } from './devices.ts'
import {
  assertHas,
  badBody,
  badQuery,
  conflict,
  type Endpoint,
  emptyBody,
  type Scene,
  type Stage,
} from './endpoint.ts'
import { answeredFall } from './falls.ts'
import * as shapes from './shapes.ts'

/** The whole of the admins' part is closed to everybody else. */
const forbids = ['patient', 'neighbour', 'caregiver', 'stranger'] as Endpoint['forbids'] & {}

const asPatient = ({ patient }: Scene) => ({ params: { id: patient.id } })

const lastAdmin = (body?: unknown) =>
  conflict('the last admin', async (stage) => {
    await leaveOneAdmin(stage)
    return stage.send({ params: { id: stage.admin.id }, ...(body !== undefined && { body }) })
  })

const users: Endpoint[] = [
  {
    method: 'GET',
    path: '/admin/users',
    as: 'admin',
    status: 200,
    shape: shapes.many(shapes.account),
    nulls: ['dateOfBirth', 'phone', 'avatar'],
    pageSize: 10,
    forbids,
    refusals: [badQuery({ role: 'NURSE', status: 'gone' })],
  },
  {
    method: 'GET',
    path: '/admin/users/:id',
    as: 'admin',
    request: asPatient,
    status: 200,
    shape: shapes.one(shapes.account),
    nulls: ['dateOfBirth', 'phone', 'avatar'],
    forbids,
  },
  {
    method: 'PUT',
    path: '/admin/users/:id',
    as: 'admin',
    request: (scene) => ({
      ...asPatient(scene),
      body: {
        email: `new-${scene.patient.email}`,
        firstName: 'Eva',
        lastName: 'Sol',
        phone: '+34 600 1',
        dateOfBirth: '1941-05-17',
        status: 'inactive',
      },
    }),
    status: 200,
    shape: shapes.one(shapes.account),
    nulls: ['avatar'],
    async after({ good, service, patient }, { body }) {
      assertHas(body.data, good.body)
      assert.equal((await service.call('GET', '/me', { token: patient.token })).status, 401)
    },
    forbids,
    refusals: [
      badBody('a bad value for each', {
        email: 'rosa',
        firstName: ' ',
        lastName: 7,
        phone: 'none',
        dateOfBirth: '2023-02-30',
        status: 'gone',
      }),
      conflict('an e-mail that is taken', ({ send, neighbour }) =>
        send({ body: { email: neighbour.email } }),
      ),
      lastAdmin({ status: 'inactive' }),
    ],
  },
  {
    method: 'DELETE',
    path: '/admin/users/:id',
    as: 'admin',
    request: asPatient,
    status: 200,
    shape: shapes.one(shapes.deleted),
    async after({ service, patient, send }, { body }) {
      assert.equal(body.data.id, patient.id)
      assert.equal((await service.call('GET', '/me', { token: patient.token })).status, 401)
      assert.equal((await send()).status, 404)
    },
    forbids,
    refusals: [lastAdmin()],
  },
  {
    method: 'POST',
    path: '/admin/users/:id/role',
    as: 'admin',
    request: (scene) => ({ ...asPatient(scene), body: { role: 'CAREGIVER' } }),
    status: 200,
    shape: shapes.one(shapes.account),
    nulls: ['dateOfBirth', 'phone', 'avatar'],
    async after({ patient }, { body }) {
      assert.deepEqual([body.data.id, body.data.role], [patient.id, 'CAREGIVER'])
    },
    forbids,
    refusals: [
      emptyBody('role'),
      badBody('an unknown role', { role: 'NURSE' }),
      lastAdmin({ role: 'PATIENT' }),
    ],
  },
]

/** Sends the request while a maintenance task is under way. */
async function whileAnotherRuns({ service, send }: Stage): Promise<Answer> {
  return (
    (await withJobLock(service.ctx.db, 'maintenance', () => send())) ??
    assert.fail('the task could not begin')
  )
}

const switching = (verb: 'disable' | 'enable', status: string): Endpoint => ({
  method: 'POST',
  path: `/admin/devices/:id/${verb}`,
  as: 'admin',
  request: wornDevice,
  status: 200,
  shape: shapes.one(shapes.device),
  nulls: ['expectedEverySeconds', 'place'],
  async after({ good }, { body }) {
    assert.deepEqual([body.data.id, body.data.status], [good.params?.id, status])
  },
  forbids,
})

const badDates = { dateFrom: 'yesterday', dateTo: '2023-02-30' }

export const adminEndpoints: Endpoint[] = [
  ...users,
  {
    method: 'GET',
    path: '/admin/stats',
    as: 'admin',
    status: 200,
    shape: shapes.one(shapes.statistics),
    forbids,
  },
  {
    method: 'GET',
    path: '/admin/logs',
    as: 'admin',
    request: async (scene) => {
      // A look of the admin into another person's record, of which everything is known.
      const { token, id } = scene.admin
      await scene.service.call('GET', `/patients/${scene.patient.id}`, { token })
      return { query: { actorId: id, action: 'record.viewed' } }
    },
    status: 200,
    shape: shapes.many(shapes.auditLine),
    async after({ admin, patient }, { body }) {
      const [{ actorId, subjectId, level }] = body.data
      assert.deepEqual([actorId, subjectId, level], [admin.id, patient.id, 'INFO'])
    },
    pageSize: 10,
    another: ({ service, admin, patient }) =>
      service.call('GET', `/patients/${patient.id}`, { token: admin.token }),
    forbids,
    refusals: [
      badQuery({ level: 'loud', actorId: 'ana', ...badDates }),
      badQuery({ dateFrom: '2024-02-02', dateTo: '2024-02-01' }, ['dateFrom']),
    ],
  },
  switching('disable', 'DISABLED'),
  switching('enable', 'ACTIVE'),
  {
    method: 'GET',
    path: '/admin/falls',
    as: 'admin',
    request: async (scene) => {
      const { id } = await answeredFall(scene)
      const { token } = scene.admin
      await scene.service.call('POST', `/admin/falls/${id}/investigate`, { token, body: { note: 'Odd' } })
      return { query: { patientId: scene.patient.id } }
    },
    status: 200,
    shape: shapes.many(shapes.adminFall),
    async after({ patient }, { body }) {
      const [{ userId, patientName, severity, responded }] = body.data
      assert.deepEqual([userId, patientName, severity, responded], [patient.id, 'Rosa Marín', 'HIGH', true])
    },
    pageSize: 10,
    another: answeredFall,
    forbids,
    refusals: [
      badQuery({ status: 'BAD', severity: 'WORST', patientId: 'rosa', ...badDates }),
      badQuery({ dateFrom: '2024-02-02', dateTo: '2024-02-01' }, ['dateFrom']),
    ],
  },
  {
    method: 'POST',
    path: '/admin/falls/:id/investigate',
    as: 'admin',
    request: async (scene) => ({ params: await answeredFall(scene), body: { note: 'Odd' } }),
    status: 200,
    shape: shapes.one(shapes.adminFall),
    async after({ admin }, { body }) {
      const { flagged, flaggedBy, note } = body.data.investigation
      assert.deepEqual([flagged, flaggedBy, note], [true, admin.id, 'Odd'])
    },
    forbids,
    refusals: [
      badBody('a number for the note', { note: 7 }),
      badBody('a note of 2001 characters', { note: 'x'.repeat(2001) }),
    ],
  },
  {
    method: 'POST',
    path: '/admin/maintenance',
    as: 'admin',
    request: () => ({ body: { task: 'cleanup_sessions', options: { dryRun: true } } }),
    status: 200,
    shape: shapes.one(shapes.maintenance),
    async after(_, { body }) {
      assert.equal(body.data.task, 'cleanup_sessions')
    },
    forbids,
    refusals: [
      emptyBody('task'),
      badBody('an unknown task', { task: 'tidy_up' }),
      badBody('options that are none', { options: 'all' }),
      badBody('a bad option', { options: { dryRun: 'yes' } }, ['options.dryRun']),
      conflict('while another task runs', whileAnotherRuns),
    ],
  },
]
