import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { defaultPolicies } from '../../src/alerting/escalation/policy.ts'
import { createAcknowledgementTokens } from '../../src/alerting/notifications/acknowledge-token.ts'
import type { ActorRole } from '../../src/platform/role.ts'
import { endpoints } from '../contract/table.ts'
import { isFull } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { type OutsiderName, outsiders, outsiderToken } from '../support/outsiders.ts'
import {
  alertsOf,
  type CallerName,
  type Circle,
  callers,
  makeCircle,
  reportFall,
  tokenOf,
  writeTo,
} from '../support/people.ts'
import {
  addDevice,
  assign,
  batchReading,
  countRows,
  goodReading,
  type Person,
  randomMac,
} from '../support/readings.ts'
import { listRoutes, watchRoutes } from '../support/routes.ts'
import { type Answer, goodPassword, useSteadyService } from '../support/service.ts'
import { setPin } from '../support/stations.ts'
import { createTeam, settleWard } from '../support/teams.ts'

/** Nothing listens there: a message to a contact fails at once. */
const nowhere = 'http://127.0.0.1:9'
const declared = watchRoutes()
const service = useSteadyService({
  ALLOW_PRIVATE_TARGETS: 'on',
  NTFY_SERVERS: nowhere,
  RATE_LIMIT_GLOBAL: 'off',
})

/** What a cell says beside its status is a check of the answer; its name is the note of the table. */
interface Note {
  status: number
  note: string
  check: (answer: Answer, circle: Circle, caller: Person) => unknown
}
type Cell = number | Note

interface Setting {
  path?: Record<string, string>
  /** For some endpoints the body depends on who sends it. */
  body?: unknown | ((caller: Caller) => unknown)
}

/** A row: nobody, self, other patient, assigned caregiver, unassigned caregiver, admin. */
interface Row {
  endpoint: string
  title?: string
  cells: [nobody: Cell, self: Cell, other: Cell, assigned: Cell, unassigned: Cell, admin: Cell]
  /** Where a device key, a station or an outside reader is not simply refused, or treated like nobody if all are admitted. */
  outsiders?: Partial<Record<OutsiderName, number>>
  /** Where a relative is treated otherwise than an assigned caregiver, who is staff. */
  relative?: number
  prepare?: (circle: Circle) => Setting | Promise<Setting>
  /** Whoever succeeds would spoil it for the next, so that each caller needs people of their own. */
  changes?: boolean
  /** The answer goes on. */
  isStream?: boolean
}

const noted = (status: number, note: string, check: Note['check']): Note => ({ status, note, check })

/** An answer about nobody but the caller. */
const own = (status: number, check: Note['check']) => noted(status, 'own', check)

const everybody = (cell: Cell, nobody: Cell = 401): Row['cells'] => [nobody, cell, cell, cell, cell, cell]
const adminOnly = (cell: Cell): Row['cells'] => [401, 403, 403, 403, 403, cell]
/** The patient, an assigned caregiver and an admin. */
const circleOnly: Row['cells'] = [401, 200, 403, 200, 403, 200]
const carersOnly: Row['cells'] = [401, 403, 403, 200, 403, 200]

const ids = (answer: Answer): string[] => answer.body.data.map(({ id }: { id: string }) => id)
const isCaller: Note['check'] = ({ body }, _, caller) => assert.equal(body.data.id, caller.id)

const ask = (method: string, path: string, { token }: Person, body?: unknown) =>
  service.call(method, path, { token, body })

/** A fall that somebody saw at the moment at which the table is read. */
const reportedFall = { occurredAt: new Date().toISOString(), location: 'Bathroom' }

const newcomer = () => ({ email: `${randomUUID()}@example.org`, firstName: 'Ana', lastName: 'Gil' })

const thePatient = ({ patient }: Circle): Setting => ({ path: { id: patient.id } })
const theCaregiver = ({ caregiver }: Circle): Setting => ({ path: { id: caregiver.id } })
const theDevice = async ({ patient }: Circle): Promise<Setting> => ({
  path: { id: (await addDevice(service, patient.token)).id },
})
const theFall = async ({ patient }: Circle): Promise<Setting> => ({
  path: { id: (await reportFall(service, patient)).id },
})
const theMessage = async ({ caregiver, patient }: Circle): Promise<Setting> => ({
  path: { id: (await writeTo(service, caregiver, patient)).id },
})

/** Lets the unassigned caregiver look after somebody else, who falls as well. */
async function bothCare({ stranger, neighbour, patient }: Circle): Promise<Setting> {
  await assign(service, stranger.id, neighbour.id)
  for (const person of [patient, neighbour]) await reportFall(service, person)
  return {}
}

async function everybodyFalls({ patient, neighbour, caregiver, stranger, admin }: Circle): Promise<Setting> {
  for (const person of [patient, neighbour, caregiver, stranger, admin])
    await reportFall(service, person, { location: person.id })
  return {}
}

async function everybodyWrites({ patient, neighbour, caregiver, stranger, admin }: Circle): Promise<Setting> {
  const pairs = [
    [caregiver, patient],
    [neighbour, stranger],
    [admin, neighbour],
  ]
  for (const [sender, recipient] of pairs) await writeTo(service, sender, recipient)
  return {}
}

const accounts: Row[] = [
  {
    endpoint: 'POST /auth/signup',
    cells: everybody(201, 201),
    prepare: () => ({ body: () => ({ ...newcomer(), password: goodPassword }) }),
  },
  {
    endpoint: 'POST /auth/login',
    cells: everybody(200, 200),
    prepare: ({ patient: { email } }) => ({ body: { email, password: goodPassword } }),
  },
  { endpoint: 'GET /health', cells: everybody(200, 200) },
  {
    endpoint: 'POST /auth/logout',
    cells: everybody(
      own(200, async (_, circle, caller) => {
        for (const person of Object.values(circle))
          assert.equal((await ask('GET', '/me', person)).status, person === caller ? 401 : 200)
      }),
    ),
    changes: true,
  },
  { endpoint: 'GET /me', cells: everybody(own(200, isCaller)) },
  { endpoint: 'GET /profile/me', cells: everybody(own(200, isCaller)) },
  {
    endpoint: 'PUT /profile/me',
    cells: everybody(
      own(200, async (answer, circle, caller) => {
        isCaller(answer, circle, caller)
        for (const person of Object.values(circle)) {
          const { firstName } = (await ask('GET', '/me', person)).body.data
          assert.equal(firstName === 'Changed', person === caller)
        }
      }),
    ),
    prepare: () => ({ body: { firstName: 'Changed' } }),
    changes: true,
  },
  {
    endpoint: 'POST /profile/password',
    cells: everybody(
      own(200, async (_, circle, caller) => {
        for (const person of Object.values(circle))
          assert.equal((await service.logIn(person.email)).status, person === caller ? 401 : 200)
      }),
    ),
    prepare: () => ({
      body: { currentPassword: goodPassword, newPassword: 'Rainy-Day-43!', confirmPassword: 'Rainy-Day-43!' },
    }),
    changes: true,
  },
  {
    endpoint: 'DELETE /profile/me',
    cells: everybody(
      own(200, async (answer, circle, caller) => {
        isCaller(answer, circle, caller)
        for (const person of Object.values(circle))
          assert.equal((await ask('GET', '/me', person)).status, person === caller ? 401 : 200)
      }),
    ),
    prepare: () => ({ body: { confirmation: true } }),
    changes: true,
  },
]

const devices: Row[] = [
  {
    endpoint: 'POST /device/sensor-stream',
    title: 'new MAC',
    cells: everybody(
      own(200, async ({ body }, _, caller) => {
        const device = await ask('GET', `/device/${body.data.deviceId}`, caller)
        assert.equal(device.body.data.userId, caller.id)
      }),
    ),
    outsiders: { 'device key': 200 },
    prepare: () => ({ body: () => goodReading(randomMac()) }),
  },
  {
    endpoint: 'POST /device/sensor-stream',
    title: 'MAC of the patient',
    cells: [401, 200, 403, 403, 403, 403],
    outsiders: { 'device key': 200 },
    prepare: async ({ patient }) => ({ body: goodReading((await addDevice(service, patient.token)).mac) }),
    changes: true,
  },
  { endpoint: 'GET /device/:id', cells: circleOnly, prepare: theDevice },
  { endpoint: 'GET /device/:id/status', cells: circleOnly, prepare: theDevice },
  { endpoint: 'GET /device/:id/logs', cells: circleOnly, prepare: theDevice },
  {
    endpoint: 'DELETE /device/:id',
    cells: [401, 204, 403, 403, 403, 403],
    prepare: theDevice,
    changes: true,
  },
]

const fallOfPatient = ({ body }: Answer, { patient }: Circle) =>
  body.data.find(({ userId }: { userId: string }) => userId === patient.id)

const seesAll = noted(200, 'in full', (answer, circle) => {
  const { patientName, location, responded } = fallOfPatient(answer, circle)
  assert.deepEqual([patientName, location, responded], ['Rosa Marín', 'Kitchen', false])
})

const redacted = noted(200, 'redacted', (answer, circle) => {
  assert.equal(fallOfPatient(answer, circle), undefined)
  const hidden = answer.body.data.filter(({ userId }: { userId: string | null }) => userId === null)
  assert.ok(hidden.length > 0)
  for (const { id, confidence, status, createdAt, ...rest } of hidden) {
    assert.ok(id && confidence && status && createdAt)
    const fields = ['source', 'location', 'patientName', 'responded', 'responseTime', 'userId']
    assert.deepEqual(rest, Object.fromEntries(fields.map((field) => [field, null])))
  }
})

const falls: Row[] = [
  {
    endpoint: 'POST /falls',
    cells: everybody(own(201, ({ body }, _, caller) => assert.equal(body.data.userId, caller.id))),
    prepare: () => ({ body: { confidence: 0.2 } }),
  },
  {
    endpoint: 'GET /falls',
    cells: everybody(
      own(200, ({ body }, _, caller) => {
        assert.deepEqual([body.pagination.total, body.data[0].location], [1, caller.id])
      }),
    ),
    prepare: everybodyFalls,
  },
  { endpoint: 'GET /falls/recent', cells: [401, 403, 403, seesAll, redacted, seesAll], prepare: bothCare },
  { endpoint: 'GET /falls/:id', cells: circleOnly, prepare: theFall },
]

const withPatient = noted(200, 'with the patient', (answer, { patient, neighbour }) => {
  assert.deepEqual([ids(answer).includes(patient.id), ids(answer).includes(neighbour.id)], [true, false])
})
const withoutPatient = noted(200, 'without the patient', (answer, { neighbour }) =>
  assert.deepEqual(ids(answer), [neighbour.id]),
)
const withEverybody = noted(200, 'with everybody', (answer, { patient, neighbour }) => {
  for (const { id } of [patient, neighbour]) assert.ok(ids(answer).includes(id))
})

const inviting: Note['check'] = async ({ body }, _, caller) => {
  assert.equal((await ask('GET', `/patients/${body.data.id}`, caller)).status, 200)
}

const patients: Row[] = [
  {
    endpoint: 'GET /patients',
    cells: [401, 403, 403, withPatient, withoutPatient, withEverybody],
    prepare: bothCare,
  },
  {
    endpoint: 'POST /patients',
    cells: [401, 403, 403, noted(201, 'assigned', inviting), noted(201, 'assigned', inviting), 403],
    prepare: () => ({ body: newcomer }),
  },
  { endpoint: 'GET /patients/:id', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /patients/:id',
    cells: carersOnly,
    prepare: (circle) => ({ ...thePatient(circle), body: { phone: '+34 600 1' } }),
  },
  { endpoint: 'DELETE /patients/:id', cells: adminOnly(200), prepare: thePatient },
  { endpoint: 'GET /patients/:id/falls', cells: carersOnly, prepare: thePatient },
  { endpoint: 'GET /patients/:id/health', cells: carersOnly, prepare: thePatient },
  { endpoint: 'GET /patients/:id/devices', cells: carersOnly, prepare: thePatient },
  {
    endpoint: 'GET /patients/me',
    cells: [401, own(200, isCaller), own(200, isCaller), 403, 403, 403],
  },
]

const again409AndUnknown404 = noted(201, 'twice 409, unknown patient 404', async (_, circle) => {
  const { admin, caregiver, neighbour } = circle
  const path = `/caregivers/${caregiver.id}/patients`
  assert.equal((await ask('POST', path, admin, { patientId: neighbour.id })).status, 409)
  assert.equal((await ask('POST', path, admin, { patientId: randomUUID() })).status, 404)
})

const notAssigned404 = noted(200, 'not assigned 404', async (_, { admin, caregiver, patient, neighbour }) => {
  for (const { id } of [patient, neighbour])
    assert.equal((await ask('DELETE', `/caregivers/${caregiver.id}/patients/${id}`, admin)).status, 404)
})

const sinceUnassigned403 = noted(200, 'since unassigned 403', async (_, { admin, caregiver, patient }) => {
  await reportFall(service, patient)
  const [alert] = await alertsOf(service, caregiver)
  await ask('DELETE', `/caregivers/${caregiver.id}/patients/${patient.id}`, admin)
  const answer = await ask('POST', `/caregivers/alerts/${alert.id}/acknowledge`, caregiver)
  assert.equal(answer.status, 403)
})

const ownAlerts = (patient: 'patient' | 'neighbour') =>
  own(200, ({ body }, circle) => {
    const patients = body.data.map(({ patientName }: { patientName: string }) => patientName)
    assert.deepEqual(patients, [`${circle[patient].firstName} ${circle[patient].lastName}`])
  })

const theAlert = async ({ patient, caregiver }: Circle): Promise<Setting> => {
  await reportFall(service, patient)
  const [alert] = await alertsOf(service, caregiver)
  return { path: { id: alert.id } }
}

const caregivers: Row[] = [
  { endpoint: 'GET /caregivers', cells: adminOnly(200) },
  { endpoint: 'POST /caregivers', cells: adminOnly(201), prepare: () => ({ body: newcomer }) },
  { endpoint: 'GET /caregivers/:id', cells: carersOnly, relative: 403, prepare: theCaregiver },
  {
    endpoint: 'PUT /caregivers/:id',
    cells: carersOnly,
    relative: 403,
    prepare: (circle) => ({ ...theCaregiver(circle), body: { phone: '+34 600 1' } }),
  },
  { endpoint: 'DELETE /caregivers/:id', cells: adminOnly(200), prepare: theCaregiver },
  { endpoint: 'GET /caregivers/:id/patients', cells: carersOnly, relative: 403, prepare: theCaregiver },
  {
    endpoint: 'POST /caregivers/:id/patients',
    cells: adminOnly(again409AndUnknown404),
    prepare: (circle) => ({ ...theCaregiver(circle), body: { patientId: circle.neighbour.id } }),
  },
  {
    endpoint: 'DELETE /caregivers/:id/patients/:patientId',
    cells: adminOnly(notAssigned404),
    prepare: ({ caregiver, patient }) => ({ path: { id: caregiver.id, patientId: patient.id } }),
  },
  {
    endpoint: 'GET /caregivers/alerts',
    cells: [401, 403, 403, ownAlerts('patient'), ownAlerts('neighbour'), 403],
    prepare: bothCare,
  },
  {
    endpoint: 'POST /caregivers/alerts/:id/acknowledge',
    cells: [401, 403, 403, sinceUnassigned403, 403, 403],
    relative: 403,
    prepare: theAlert,
  },
  {
    endpoint: 'GET /caregivers/me',
    cells: [401, 403, 403, own(200, isCaller), own(200, isCaller), 403],
  },
]

const admin: Row[] = [
  { endpoint: 'GET /admin/users', cells: adminOnly(200) },
  { endpoint: 'GET /admin/users/:id', cells: adminOnly(200), prepare: thePatient },
  {
    endpoint: 'PUT /admin/users/:id',
    cells: adminOnly(200),
    prepare: (circle) => ({ ...thePatient(circle), body: { firstName: 'Eva' } }),
  },
  { endpoint: 'DELETE /admin/users/:id', cells: adminOnly(200), prepare: thePatient },
  {
    endpoint: 'POST /admin/users/:id/role',
    cells: adminOnly(200),
    prepare: (circle) => ({ ...thePatient(circle), body: { role: 'CAREGIVER' } }),
  },
  { endpoint: 'GET /admin/stats', cells: adminOnly(200) },
  { endpoint: 'GET /admin/logs', cells: adminOnly(200) },
  { endpoint: 'POST /admin/devices/:id/disable', cells: adminOnly(200), prepare: theDevice },
  {
    endpoint: 'POST /admin/devices/:id/enable',
    cells: adminOnly(200),
    prepare: async (circle) => {
      const device = await theDevice(circle)
      await ask('POST', `/admin/devices/${device.path?.id}/disable`, circle.admin)
      return device
    },
  },
  { endpoint: 'GET /admin/falls', cells: adminOnly(200) },
  { endpoint: 'POST /admin/falls/:id/investigate', cells: adminOnly(200), prepare: theFall },
  {
    endpoint: 'POST /admin/maintenance',
    cells: adminOnly(200),
    prepare: () => ({ body: { task: 'cleanup_logs', options: { dryRun: true } } }),
  },
]

const messages: Row[] = [
  {
    endpoint: 'GET /messages',
    cells: everybody(
      own(200, ({ body }, { neighbour }, caller) => {
        assert.equal(body.pagination.total, caller === neighbour ? 2 : 1)
        for (const { senderId, recipientId } of body.data)
          assert.ok([senderId, recipientId].includes(caller.id))
      }),
    ),
    prepare: everybodyWrites,
  },
  {
    endpoint: 'POST /messages',
    cells: everybody(noted(201, 'sent', ({ body }, _, { id }) => assert.equal(body.data.senderId, id))),
    prepare: ({ patient, caregiver }) => ({
      body: (caller: CallerName) => ({
        recipientId: caller === 'patient' ? caregiver.id : patient.id,
        content: 'Hello',
      }),
    }),
  },
  {
    endpoint: 'GET /messages/:id',
    cells: [401, 200, 403, 200, 403, 403],
    relative: 403,
    prepare: theMessage,
  },
  { endpoint: 'POST /messages/:id/read', cells: [401, 200, 403, 403, 403, 403], prepare: theMessage },
]

const theKey = async ({ patient }: Circle): Promise<Setting> => {
  const { body } = await ask('POST', '/device/keys', patient, { name: 'Wrist' })
  return { path: { id: body.data.id } }
}

const ownKeys = (count: number) => own(200, ({ body }) => assert.equal(body.data.length, count))

const theBatch = (device_id: string) => ({ device_id, readings: [batchReading(service.ctx.now())] })

/** What the service answers beyond the contract. */
const readings: Row[] = [
  {
    endpoint: 'POST /device/sensor-stream/batch',
    title: 'new MAC',
    cells: everybody(200),
    outsiders: { 'device key': 200 },
    prepare: () => ({ body: () => theBatch(randomMac()) }),
  },
  {
    endpoint: 'POST /device/sensor-stream/batch',
    title: 'MAC of the patient',
    cells: [401, 200, 403, 403, 403, 403],
    outsiders: { 'device key': 200 },
    prepare: async ({ patient }) => ({ body: theBatch((await addDevice(service, patient.token)).mac) }),
    changes: true,
  },
  {
    endpoint: 'POST /device/events',
    title: 'new device',
    cells: everybody(own(200, ({ body }) => assert.equal(body.data.action, 'RECORDED'))),
    outsiders: { 'device key': 200 },
    prepare: () => ({ body: () => ({ device_id: randomMac(), event: 'alive' }) }),
  },
  {
    endpoint: 'POST /device/events',
    title: 'device of the patient',
    cells: [401, 200, 403, 403, 403, 403],
    outsiders: { 'device key': 200 },
    prepare: async ({ patient }) => ({
      body: { device_id: (await addDevice(service, patient.token)).mac, event: 'sos' },
    }),
    changes: true,
  },
  {
    endpoint: 'PUT /admin/devices/:id',
    cells: [401, 403, 403, 403, 403, 200],
    prepare: async (circle) => ({ ...(await theDevice(circle)), body: { kind: 'PENDANT' } }),
    changes: true,
  },
  { endpoint: 'GET /device/:id/events', cells: circleOnly, prepare: theDevice },
  { endpoint: 'GET /device/:id/readings', cells: circleOnly, prepare: theDevice },
  { endpoint: 'GET /patients/:id/vitals', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /device/:id',
    cells: [401, 200, 403, 403, 403, 403],
    prepare: async (circle) => ({ ...(await theDevice(circle)), body: { name: 'Wrist' } }),
  },
  {
    endpoint: 'GET /device/keys',
    cells: [401, ownKeys(1), ownKeys(0), ownKeys(0), ownKeys(0), ownKeys(0)],
    prepare: theKey,
    changes: true,
  },
  {
    endpoint: 'POST /patients/:id/phone-links',
    cells: [401, 201, 403, 201, 403, 201],
    relative: 403,
    prepare: (circle) => ({ ...thePatient(circle), body: {} }),
  },
  {
    endpoint: 'POST /device/phones',
    cells: everybody(201, 201),
    prepare: async ({ patient }) => {
      const made = await ask('POST', `/patients/${patient.id}/phone-links`, patient, {})
      return { body: { token: made.body.data.token, claim: randomBytes(32).toString('base64url') } }
    },
    changes: true,
  },
  // Only a device key can: there is none behind a session.
  {
    endpoint: 'DELETE /device/keys/current',
    cells: everybody(404),
    outsiders: { 'device key': 200 },
    changes: true,
  },
  { endpoint: 'POST /device/keys', cells: everybody(201), prepare: () => ({ body: { name: 'Wrist' } }) },
  {
    endpoint: 'DELETE /device/keys/:id',
    cells: [401, 200, 403, 403, 403, 403],
    prepare: theKey,
    changes: true,
  },
]

const detection: Row[] = [
  { endpoint: 'GET /admin/detection', cells: adminOnly(200) },
  { endpoint: 'GET /admin/setup', cells: adminOnly(200) },
  {
    endpoint: 'GET /messages/recipients/:id',
    cells: everybody(200),
    prepare: ({ neighbour }: Circle) => ({ path: { id: neighbour.id } }),
  },
  { endpoint: 'GET /admin/time-zone', cells: adminOnly(200) },
  {
    endpoint: 'PUT /admin/time-zone',
    cells: adminOnly(200),
    prepare: () => ({ body: { timeZone: 'Europe/Madrid' } }),
  },
  { endpoint: 'GET /admin/wards', cells: adminOnly(200) },
  { endpoint: 'GET /admin/vocabulary', cells: adminOnly(200) },
  {
    endpoint: 'PUT /admin/vocabulary',
    cells: adminOnly(200),
    prepare: () => ({ body: { vocabulary: 'FAMILY' } }),
  },
  { endpoint: 'GET /admin/fall-statistics', cells: adminOnly(200) },
  { endpoint: 'GET /admin/backups', cells: adminOnly(200) },
  // Nothing is held here.
  { endpoint: 'POST /admin/release-notifications', cells: adminOnly(409) },
  { endpoint: 'GET /device/:id/detection', cells: circleOnly, prepare: theDevice },
  {
    endpoint: 'PUT /device/:id/detection',
    cells: [401, 200, 403, 403, 403, 403],
    prepare: async (circle) => ({ ...(await theDevice(circle)), body: { placement: 'waist' } }),
  },
  { endpoint: 'GET /patients/:id/detection', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /patients/:id/detection',
    cells: carersOnly,
    relative: 403,
    prepare: (circle) => ({ ...thePatient(circle), body: { sensitivity: 'high' } }),
  },
]

const theNote = async ({ patient, caregiver }: Circle): Promise<Setting> => {
  const { id } = patient
  const body = { text: 'Hears badly on the left.' }
  const { data } = (await service.call('POST', `/patients/${id}/notes`, { token: caregiver.token, body }))
    .body
  return { path: { id, noteId: data.id } }
}

const notes: Row[] = [
  { endpoint: 'GET /patients/:id/notes', cells: carersOnly, prepare: thePatient },
  {
    endpoint: 'POST /patients/:id/notes',
    cells: [401, 403, 403, 201, 403, 201],
    prepare: (circle) => ({ ...thePatient(circle), body: { text: 'Hears badly on the left.' } }),
  },
  {
    endpoint: 'DELETE /patients/:id/notes/:noteId',
    title: 'written by the assigned caregiver',
    cells: carersOnly,
    relative: 403,
    prepare: theNote,
    changes: true,
  },
]

const topic = (name: string) => ({ channel: 'ntfy', url: `${nowhere}/${name}` })
const labelOfTopic = ({ label }: { label: string }) => /\/(.*)…$/.exec(label)?.[1]

async function everybodyHasTopic(circle: Circle): Promise<Setting> {
  for (const person of Object.values(circle))
    await ask('POST', '/notifications/contacts', person, topic(person.id))
  return {}
}

async function theContact({ patient }: Circle): Promise<Setting> {
  const { body } = await ask('POST', '/notifications/contacts', patient, topic(patient.id))
  return { path: { id: body.data.id } }
}

const isPatient: Note['check'] = ({ body }, _, caller) => assert.equal(body.data.patientId, caller.id)

const theIncident = async ({ patient }: Circle): Promise<Setting> => {
  await reportFall(service, patient)
  const [incident] = await incidentsOf(service, patient)
  return { path: { id: incident.id } }
}

const acknowledged = async (circle: Circle): Promise<Setting> => {
  const setting = await theIncident(circle)
  const path = `/incidents/${setting.path?.id}/acknowledge`
  assert.equal((await ask('POST', path, circle.caregiver)).status, 200)
  return setting
}

const incidentUnassigned403 = noted(200, 'since unassigned 403', async ({ body }, circle) => {
  const { admin, caregiver, patient } = circle
  await ask('DELETE', `/caregivers/${caregiver.id}/patients/${patient.id}`, admin)
  const answer = await ask('POST', `/incidents/${body.data.id}/acknowledge`, caregiver)
  assert.equal(answer.status, 403)
})

/** Only the incidents of these people are in the list. */
const incidentsAbout = (...names: (keyof Circle)[]) =>
  noted(200, `of ${names.join(' and ')}`, ({ body }, circle) => {
    const seen = body.data.map(({ patientId }: { patientId: string }) => patientId)
    for (const name of ['patient', 'neighbour'] as const)
      assert.equal(seen.includes(circle[name].id), names.includes(name))
  })

/** The link in a message to the caregiver, which anybody who has it can use. */
const theLink = async (circle: Circle): Promise<Setting> => {
  const incidentId = (await theIncident(circle)).path?.id ?? ''
  const { config, now } = service.ctx
  const tokens = createAcknowledgementTokens(config.jwtSecret ?? '', now)
  return { body: { token: tokens.sign({ userId: circle.caregiver.id, incidentId, round: 1 }, now()) } }
}

/** A call that has not arrived: nothing but the call is named. */
const calledOff = (status: number) => own(status, ({ body }) => assert.equal(body.data.incident, null))
const isHelped: Note['check'] = ({ body }, _, caller) => assert.equal(body.data.patientId, caller.id)

const incidents: Row[] = [
  {
    endpoint: 'POST /incidents/acknowledge',
    cells: everybody(200, 200),
    prepare: theLink,
    changes: true,
  },
  { endpoint: 'POST /incidents/acknowledge/preview', cells: everybody(200, 200), prepare: theLink },
  { endpoint: 'GET /events', cells: everybody(200), isStream: true },
  {
    endpoint: 'GET /incidents?limit=100',
    cells: [
      401,
      incidentsAbout('patient'),
      incidentsAbout('neighbour'),
      incidentsAbout('patient'),
      incidentsAbout('neighbour'),
      incidentsAbout('patient', 'neighbour'),
    ],
    prepare: bothCare,
  },
  { endpoint: 'GET /incidents/:id', cells: circleOnly, prepare: theIncident },
  { endpoint: 'GET /incidents/:id/timeline', cells: circleOnly, prepare: theIncident },
  { endpoint: 'GET /falls/:id/trace', cells: circleOnly, prepare: theFall },
  { endpoint: 'GET /falls/:id/record', cells: circleOnly, prepare: theFall },
  {
    endpoint: 'PUT /falls/:id/record',
    title: 'that nobody has written',
    cells: carersOnly,
    prepare: async (circle) => ({ ...(await theFall(circle)), body: { location: 'Bathroom' } }),
    changes: true,
  },
  {
    endpoint: 'PUT /falls/:id/record',
    title: 'that staff have written',
    cells: carersOnly,
    relative: 403,
    prepare: async (circle) => {
      const fall = await theFall(circle)
      await ask('PUT', `/falls/${fall.path?.id}/record`, circle.caregiver, { location: 'Hall' })
      return { ...fall, body: { location: 'Bathroom' } }
    },
  },
  {
    endpoint: 'POST /patients/:id/falls',
    cells: [401, 403, 403, 201, 403, 201],
    prepare: (circle) => ({ ...thePatient(circle), body: reportedFall }),
  },
  {
    endpoint: 'POST /incidents/:id/acknowledge',
    cells: [401, 403, 403, incidentUnassigned403, 403, 200],
    prepare: theIncident,
    changes: true,
  },
  {
    endpoint: 'POST /incidents/:id/release',
    title: 'that the caregiver handles',
    cells: [401, 403, 403, 200, 403, 403],
    relative: 409,
    prepare: acknowledged,
    changes: true,
  },
  {
    endpoint: 'POST /incidents/:id/assistance',
    title: 'that the caregiver handles',
    cells: [401, 403, 403, 200, 403, 403],
    relative: 403,
    prepare: acknowledged,
    changes: true,
  },
  {
    endpoint: 'POST /incidents/:id/acknowledge',
    title: 'that the caregiver handles, taking over',
    cells: [401, 403, 403, 200, 403, 200],
    prepare: async (circle) => ({ ...(await acknowledged(circle)), body: { takeOver: true } }),
    changes: true,
  },
  {
    endpoint: 'POST /incidents/:id/resolve',
    cells: [401, 403, 403, 200, 403, 200],
    relative: 403,
    prepare: async (circle) => ({ ...(await theIncident(circle)), body: { outcome: 'FALSE_ALARM' } }),
    changes: true,
  },
  {
    endpoint: 'PUT /incidents/:id/outcome',
    title: 'that is resolved',
    cells: carersOnly,
    relative: 403,
    prepare: async (circle) => {
      const setting = await theIncident(circle)
      await ask('POST', `/incidents/${setting.path?.id}/resolve`, circle.caregiver, {
        outcome: 'FALSE_ALARM',
      })
      return { ...setting, body: { outcome: 'REAL_FALL' } }
    },
  },
  {
    endpoint: 'POST /incidents/:id/notes',
    cells: [401, 201, 403, 201, 403, 201],
    prepare: async (circle) => ({ ...(await theIncident(circle)), body: { text: 'The door is open.' } }),
  },
  { endpoint: 'POST /incidents/:id/ok', cells: [401, 200, 403, 403, 403, 403], prepare: theIncident },
  { endpoint: 'POST /incidents/:id/help', cells: [401, 200, 403, 403, 403, 403], prepare: theIncident },
  {
    endpoint: 'POST /sos',
    cells: [401, own(201, isPatient), own(201, isPatient), 403, 403, 403],
  },
  {
    endpoint: 'POST /sos/:callId/ok',
    cells: [401, calledOff(200), calledOff(200), 403, 403, 403],
  },
  { endpoint: 'GET /help-page', cells: [401, own(200, isHelped), own(200, isHelped), 403, 403, 403] },
  { endpoint: 'POST /help-page', cells: [401, own(201, isHelped), own(201, isHelped), 403, 403, 403] },
]

const ownSessions = own(200, async ({ body }, _, caller) => {
  const current = body.data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  assert.equal(current.length, 1, caller.id)
})

/** The only session of the patient, who is then no longer signed in. */
const theSession = async ({ patient }: Circle): Promise<Setting> => {
  const [session] = (await ask('GET', '/profile/sessions', patient)).body.data
  return { path: { id: session.id } }
}

const signedInSessions: Row[] = [
  { endpoint: 'GET /profile/sessions', cells: everybody(ownSessions) },
  {
    endpoint: 'DELETE /profile/sessions/:id',
    cells: [401, 200, 404, 404, 404, 404],
    prepare: theSession,
    changes: true,
  },
  { endpoint: 'GET /admin/users/:id/sessions', cells: adminOnly(200), prepare: thePatient },
  {
    endpoint: 'DELETE /admin/users/:id/sessions/:sessionId',
    cells: adminOnly(200),
    prepare: async (circle) => {
      const { path } = await theSession(circle)
      return { path: { id: circle.patient.id, sessionId: path?.id ?? '' } }
    },
    changes: true,
  },
]

const overviewOf = (...names: (keyof Circle)[]) =>
  noted(200, 'overview', ({ body }, circle) => {
    const shown = body.data.map(({ patientId }: { patientId: string }) => patientId)
    const known = (['patient', 'neighbour'] as const).filter((name) => shown.includes(circle[name].id))
    assert.deepEqual(known, names)
  })

/** Keeps both patients among the 500 that an admin sees, whatever other rows have created. */
async function bothCareAndComeFirst(circle: Circle): Promise<Setting> {
  for (const person of [circle.patient, circle.neighbour]) {
    const { status } = await ask('PUT', '/profile/me', person, { lastName: 'Aaa' })
    assert.equal(status, 200)
  }
  return bothCare(circle)
}

const charts: Row[] = [
  {
    endpoint: 'GET /patients/overview',
    cells: [
      401,
      403,
      403,
      overviewOf('patient'),
      overviewOf('neighbour'),
      overviewOf('patient', 'neighbour'),
    ],
    prepare: bothCareAndComeFirst,
  },
  { endpoint: 'GET /patients/:id/vitals/series', cells: circleOnly, prepare: thePatient },
  { endpoint: 'GET /patients/:id/falls/statistics', cells: circleOnly, prepare: thePatient },
]

const theWebhook = async ({ admin }: Circle): Promise<Setting> => {
  const { body } = await ask('POST', '/admin/webhooks', admin, { url: `${nowhere}/${randomUUID()}` })
  return { path: { id: body.data.id } }
}

const theSource = async ({ admin }: Circle): Promise<Setting> => {
  const body = { name: randomUUID(), adapter: 'traccar' }
  const answer = await ask('POST', '/admin/intake/sources', admin, body)
  const { id, url } = answer.body.data
  return { path: { id, secret: url.split('/').at(-1) } }
}

/** What others send, and what was seen of it. */
const intake: Row[] = [
  { endpoint: 'GET /admin/nearby', cells: adminOnly(200) },
  { endpoint: 'GET /admin/intake/topics', cells: adminOnly(200) },
  { endpoint: 'PUT /admin/intake/topics', cells: adminOnly(200), prepare: () => ({ body: { topics: [] } }) },
  {
    endpoint: 'PUT /admin/intake/devices/:id',
    cells: adminOnly(200),
    prepare: async ({ patient }) => {
      const { id } = await addDevice(service, patient.token)
      return { path: { id }, body: { source: null } }
    },
  },
  { endpoint: 'GET /admin/intake/sources', cells: adminOnly(200) },
  {
    endpoint: 'POST /admin/intake/sources',
    cells: adminOnly(201),
    prepare: () => ({ body: () => ({ name: randomUUID(), adapter: 'traccar' }) }),
  },
  { endpoint: 'DELETE /admin/intake/sources/:id', cells: adminOnly(200), prepare: theSource },
  {
    endpoint: 'POST /intake/:secret',
    cells: everybody(200, 200),
    prepare: async (circle) => ({ ...(await theSource(circle)), body: {} }),
  },
]

/** A message that could not be sent. */
const theDelivery = async (circle: Circle): Promise<Setting> => {
  const { path } = await theContact(circle)
  const { body } = await ask('POST', `/notifications/contacts/${path?.id}/test`, circle.patient)
  return { path: { id: body.data.deliveryId } }
}

const notifications: Row[] = [
  { endpoint: 'GET /admin/escalation-policies', cells: adminOnly(200) },
  {
    endpoint: 'PUT /admin/escalation-policies',
    cells: adminOnly(200),
    prepare: () => ({ body: { severity: 'HIGH', policy: defaultPolicies.HIGH } }),
  },
  {
    endpoint: 'PUT /caregivers/:id/patients/:patientId',
    cells: adminOnly(200),
    prepare: ({ caregiver, patient }) => ({
      path: { id: caregiver.id, patientId: patient.id },
      body: { priority: 2 },
    }),
  },
  { endpoint: 'GET /admin/webhooks', cells: adminOnly(200) },
  {
    endpoint: 'POST /admin/webhooks',
    cells: adminOnly(201),
    prepare: () => ({ body: () => ({ url: `${nowhere}/${randomUUID()}` }) }),
  },
  { endpoint: 'POST /admin/webhooks/:id/rotate', cells: adminOnly(200), prepare: theWebhook },
  { endpoint: 'POST /admin/webhooks/:id/test', cells: adminOnly(200), prepare: theWebhook },
  { endpoint: 'DELETE /admin/webhooks/:id', cells: adminOnly(200), prepare: theWebhook },
  { endpoint: 'GET /admin/deliveries', cells: adminOnly(200) },
  { endpoint: 'POST /admin/deliveries/:id/retry', cells: adminOnly(200), prepare: theDelivery },
  {
    endpoint: 'POST /notifications/contacts/:id/confirm',
    cells: [401, 200, 403, 403, 403, 403],
    prepare: async (circle) => ({ ...(await theContact(circle)), body: { code: '123456' } }),
  },
  { endpoint: 'GET /patients/:id/monitoring', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /patients/:id/monitoring',
    cells: circleOnly,
    relative: 403,
    prepare: (circle) => ({ ...thePatient(circle), body: { okWindowSeconds: 30 } }),
  },
  { endpoint: 'GET /patients/:id/escalation', cells: circleOnly, prepare: thePatient },
  { endpoint: 'GET /patients/:id/escalation/preview', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /patients/:id/escalation',
    cells: adminOnly(200),
    prepare: (circle) => ({
      ...thePatient(circle),
      body: { severity: 'HIGH', policy: defaultPolicies.HIGH },
    }),
  },
  {
    endpoint: 'GET /notifications/contacts',
    cells: everybody(
      own(200, ({ body }, _, caller) =>
        assert.deepEqual(body.data.map(labelOfTopic), [caller.id.slice(0, 2)]),
      ),
    ),
    prepare: everybodyHasTopic,
  },
  {
    endpoint: 'POST /notifications/contacts',
    cells: everybody(201),
    prepare: () => ({ body: () => topic(randomUUID()) }),
  },
  {
    endpoint: 'DELETE /notifications/contacts/:id',
    cells: [401, 200, 403, 403, 403, 403],
    prepare: theContact,
    changes: true,
  },
  {
    endpoint: 'POST /notifications/contacts/:id/test',
    cells: [401, 200, 403, 403, 403, 403],
    prepare: theContact,
  },
  { endpoint: 'GET /notifications/channels', cells: everybody(200) },
  { endpoint: 'GET /notifications/push-key', cells: everybody(200) },
  { endpoint: 'GET /caregivers/me/duty', cells: [401, 403, 403, 200, 200, 403] },
  {
    endpoint: 'PUT /caregivers/me/duty',
    cells: [401, 403, 403, 200, 200, 403],
    prepare: () => ({ body: { onDuty: true } }),
  },
]

/** Somebody without an e-mail address, whom the caregiver looks after. */
async function theResident({ caregiver }: Circle): Promise<Setting> {
  const body = { firstName: 'Irma', lastName: 'Voss' }
  const { data } = (await ask('POST', '/patients', caregiver, body)).body
  return { path: { id: data.id }, body: { email: `${randomUUID()}@example.org` } }
}

const residents: Row[] = [
  { endpoint: 'GET /admin/devices', cells: adminOnly(200) },
  {
    endpoint: 'POST /admin/devices',
    cells: adminOnly(201),
    prepare: ({ patient }) => ({ body: { userId: patient.id } }),
  },
  {
    endpoint: 'POST /admin/devices/:id/release',
    cells: adminOnly(200),
    prepare: async (circle) => ({ ...(await theDevice(circle)), body: {} }),
  },
  {
    endpoint: 'POST /auth/accept-invitation',
    cells: everybody(200, 200),
    prepare: async ({ caregiver }) => {
      const { token } = (await ask('POST', '/patients', caregiver, newcomer())).body.data.invitation
      return { body: { token, password: goodPassword } }
    },
    changes: true,
  },
  {
    endpoint: 'POST /admin/imports',
    cells: adminOnly(200),
    prepare: () => ({
      body: { files: [{ name: 'a.csv', content: 'firstName,lastName\nIrma,Voss' }], dryRun: true },
    }),
  },
  {
    endpoint: 'POST /patients/:id/devices',
    cells: [401, 403, 403, 201, 403, 201],
    relative: 403,
    prepare: (circle) => ({ ...thePatient(circle), body: {} }),
  },
  {
    endpoint: 'POST /device/:id/replacement',
    cells: [401, 201, 403, 201, 403, 201],
    relative: 403,
    prepare: async (circle) => ({ ...(await theDevice(circle)), body: {} }),
    changes: true,
  },
  { endpoint: 'GET /patients/:id/residence', cells: circleOnly, prepare: thePatient },
  { endpoint: 'GET /patients/:id/relatives', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /patients/:id/relatives',
    cells: adminOnly(200),
    prepare: (circle) => ({ ...thePatient(circle), body: { countAsHelpers: false, mayManage: false } }),
  },
  {
    endpoint: 'PUT /patients/:id/residence',
    cells: carersOnly,
    relative: 403,
    prepare: (circle) => ({ ...thePatient(circle), body: { room: '12' } }),
  },
  {
    endpoint: 'POST /patients/:id/invitation',
    // A caregiver may have it mailed, which this service cannot do.
    cells: [401, 403, 403, 409, 403, 201],
    relative: 403,
    prepare: async ({ caregiver }) => ({
      path: { id: (await ask('POST', '/patients', caregiver, newcomer())).body.data.id },
      body: {},
    }),
    changes: true,
  },
  {
    endpoint: 'POST /admin/users/:id/invitation',
    cells: adminOnly(201),
    prepare: theResident,
    changes: true,
  },
]

const recoveryAndExport: Row[] = [
  { endpoint: 'POST /admin/patients', cells: adminOnly(201), prepare: () => ({ body: newcomer }) },
  {
    endpoint: 'POST /admin/users/:id/device-keys',
    cells: adminOnly(201),
    prepare: (circle) => ({ ...thePatient(circle), body: { name: 'Wrist' } }),
  },
  {
    endpoint: 'POST /auth/forgot-password',
    cells: everybody(200, 200),
    prepare: ({ patient: { email } }) => ({ body: { email } }),
  },
  {
    endpoint: 'POST /auth/reset-password',
    cells: everybody(200, 200),
    prepare: async ({ patient, admin }) => {
      const made = await ask('POST', `/admin/users/${patient.id}/password-reset`, admin)
      return { body: { token: made.body.data.token, password: goodPassword } }
    },
    changes: true,
  },
  { endpoint: 'POST /admin/users/:id/password-reset', cells: adminOnly(201), prepare: thePatient },
  { endpoint: 'GET /profile/me/export', cells: everybody(200) },
]

/** Has the assigned caregiver as its member. */
async function theTeam({ caregiver, admin }: Circle): Promise<{ path: { id: string } }> {
  const { id } = await createTeam(service, admin.token, {}, [caregiver])
  return { path: { id } }
}

const ownTeams = (count: number) => own(200, ({ body }) => assert.equal(body.data.length, count))

const teams: Row[] = [
  { endpoint: 'GET /admin/teams', cells: adminOnly(200) },
  {
    endpoint: 'POST /admin/teams',
    cells: adminOnly(201),
    prepare: () => ({ body: () => ({ name: randomUUID() }) }),
  },
  { endpoint: 'GET /admin/teams/:id', cells: adminOnly(200), prepare: theTeam },
  {
    endpoint: 'PUT /admin/teams/:id',
    cells: adminOnly(200),
    prepare: async (circle) => ({ ...(await theTeam(circle)), body: { ward: 'North' } }),
  },
  { endpoint: 'DELETE /admin/teams/:id', cells: adminOnly(200), prepare: theTeam },
  {
    endpoint: 'POST /admin/teams/:id/members/:caregiverId',
    cells: adminOnly(201),
    prepare: async (circle) => ({
      path: { ...(await theTeam(circle)).path, caregiverId: circle.stranger.id },
    }),
  },
  {
    endpoint: 'DELETE /admin/teams/:id/members/:caregiverId',
    cells: adminOnly(200),
    prepare: async (circle) => ({
      path: { ...(await theTeam(circle)).path, caregiverId: circle.caregiver.id },
    }),
  },
  {
    endpoint: 'POST /admin/teams/:id/patients/:patientId',
    cells: adminOnly(201),
    prepare: async (circle) => ({ path: { ...(await theTeam(circle)).path, patientId: circle.patient.id } }),
  },
  {
    endpoint: 'DELETE /admin/teams/:id/patients/:patientId',
    cells: adminOnly(200),
    prepare: async (circle) => {
      const { id } = (await theTeam(circle)).path
      await ask('POST', `/admin/teams/${id}/patients/${circle.patient.id}`, circle.admin)
      return { path: { id, patientId: circle.patient.id } }
    },
  },
  { endpoint: 'GET /admin/teams/:id/rota', cells: adminOnly(200), prepare: theTeam },
  {
    endpoint: 'PUT /admin/teams/:id/rota',
    cells: adminOnly(200),
    prepare: async (circle) => ({ ...(await theTeam(circle)), body: { shifts: [] } }),
  },
  { endpoint: 'GET /admin/rotas', cells: adminOnly(200) },
  {
    endpoint: 'PUT /admin/rotas',
    cells: adminOnly(200),
    prepare: async (circle) => {
      const teamId = (await theTeam(circle)).path?.id
      return { body: { teams: [{ teamId, shifts: [] }] } }
    },
  },
  { endpoint: 'GET /shift-summary', cells: [401, 403, 403, 200, 200, 200] },
  { endpoint: 'GET /teams/:id/rota', cells: carersOnly, relative: 403, prepare: theTeam },
  { endpoint: 'GET /teams/:id/handovers', cells: carersOnly, relative: 403, prepare: theTeam },
  {
    endpoint: 'POST /teams/:id/handovers',
    cells: [401, 403, 403, 201, 403, 201],
    relative: 403,
    prepare: async (circle) => ({ ...(await theTeam(circle)), body: { text: 'A quiet night.' } }),
  },
  { endpoint: 'GET /teams', cells: [401, 403, 403, ownTeams(1), ownTeams(0), 403], prepare: theTeam },
]

const reports: Row[] = [
  { endpoint: 'GET /patients/:id/report?month=2026-07', cells: circleOnly, prepare: thePatient },
  { endpoint: 'GET /admin/report?month=2026-07', cells: adminOnly(200) },
  { endpoint: 'GET /fhir/metadata', cells: everybody(200, 200) },
  { endpoint: 'GET /fhir/Patient/:id/$everything', cells: circleOnly, prepare: thePatient },
]

const refusedToPeople: Row['cells'] = [401, 403, 403, 403, 403, 403]
const theStation = async ({ admin }: Circle): Promise<Setting> => {
  await settleWard(service, { ward: 'North' })
  const made = await ask('POST', '/admin/stations', admin, { name: randomUUID(), ward: 'North' })
  return { path: { id: made.body.data.id }, body: { code: made.body.data.code } }
}

const stations: Row[] = [
  { endpoint: 'GET /admin/stations', cells: adminOnly(200) },
  {
    endpoint: 'POST /admin/stations',
    cells: adminOnly(201),
    prepare: async () => {
      await settleWard(service, { ward: 'North' })
      return { body: () => ({ name: randomUUID(), ward: 'North' }) }
    },
  },
  { endpoint: 'POST /admin/stations/:id/code', cells: adminOnly(201), prepare: theStation },
  { endpoint: 'DELETE /admin/stations/:id', cells: adminOnly(200), prepare: theStation },
  { endpoint: 'POST /auth/station', cells: everybody(200, 200), prepare: theStation, changes: true },
  { endpoint: 'GET /station', cells: refusedToPeople, outsiders: { station: 200 } },
  { endpoint: 'GET /station/overview', cells: refusedToPeople, outsiders: { station: 200 } },
  { endpoint: 'GET /station/incidents', cells: refusedToPeople, outsiders: { station: 200 } },
  { endpoint: 'GET /station/events', cells: refusedToPeople, outsiders: { station: 200 }, isStream: true },
  {
    endpoint: 'POST /station/incidents/:id/acknowledge',
    cells: refusedToPeople,
    outsiders: { station: 200 },
    prepare: theIncident,
  },
  {
    endpoint: 'POST /station/incidents/:id/assistance',
    title: 'with the PIN of the caregiver who handles it',
    cells: refusedToPeople,
    outsiders: { station: 200 },
    prepare: async (circle) => {
      await setPin(service, circle.caregiver)
      return { ...(await acknowledged(circle)), body: { caregiverId: circle.caregiver.id, pin: '4711' } }
    },
  },
  {
    endpoint: 'POST /station/incidents/:id/undo',
    title: 'of another place 409',
    cells: refusedToPeople,
    outsiders: { station: 409 },
    prepare: acknowledged,
  },
  {
    endpoint: 'POST /station/incidents/:id/resolve',
    title: 'with the PIN of the caregiver',
    cells: refusedToPeople,
    outsiders: { station: 200 },
    prepare: async (circle) => {
      await setPin(service, circle.caregiver)
      const body = { outcome: 'TEST', caregiverId: circle.caregiver.id, pin: '4711' }
      return { ...(await theIncident(circle)), body }
    },
  },
  {
    endpoint: 'POST /station/patients/:id/falls',
    title: 'with the PIN of the caregiver',
    cells: refusedToPeople,
    outsiders: { station: 201 },
    prepare: async (circle) => {
      await setPin(service, circle.caregiver)
      return {
        ...thePatient(circle),
        body: { ...reportedFall, caregiverId: circle.caregiver.id, pin: '4711' },
      }
    },
  },
  { endpoint: 'GET /caregivers/me/pin', cells: [401, 403, 403, 200, 200, 403] },
  {
    endpoint: 'PUT /caregivers/me/pin',
    cells: [401, 403, 403, 200, 200, 403],
    prepare: () => ({ body: { pin: '4711', currentPassword: goodPassword } }),
  },
]

/** Records who decides for the patient, for whom an admin then acts. */
const represented = async (circle: Circle): Promise<Setting> => {
  const path = `/admin/patients/${circle.patient.id}/representative`
  await ask('PUT', path, circle.admin, { name: 'Ana Gil', relationship: 'Daughter' })
  return thePatient(circle)
}

const theShare = async (circle: Circle): Promise<Setting> => {
  const { id } = circle.patient
  const { body } = await ask('POST', `/patients/${id}/shares`, circle.patient, { label: 'Dr. Vega' })
  const { token, code } = body.data
  return { path: { id, shareId: body.data.id }, body: { token, code } }
}

const decided: Row['cells'] = [401, 200, 403, 403, 403, 200]

const forReaders = { 'outside reader': 200 }

const sharing: Row[] = [
  { endpoint: 'GET /patients/:id/access', cells: decided, prepare: thePatient },
  { endpoint: 'GET /patients/:id/sharing', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /patients/:id/sharing',
    title: 'with a representative',
    cells: decided,
    prepare: async (circle) => ({ ...(await represented(circle)), body: { vitals: false } }),
  },
  {
    endpoint: 'PUT /patients/:id/sharing',
    title: 'without a representative',
    cells: [401, 200, 403, 403, 403, 409],
    prepare: (circle) => ({ ...thePatient(circle), body: { vitals: false } }),
  },
  { endpoint: 'GET /patients/:id/home-assistant', cells: circleOnly, prepare: thePatient },
  {
    endpoint: 'PUT /patients/:id/home-assistant',
    title: 'with a representative',
    cells: decided,
    prepare: async (circle) => ({ ...(await represented(circle)), body: { shown: true } }),
  },
  {
    endpoint: 'PUT /patients/:id/home-assistant',
    title: 'without a representative',
    cells: [401, 200, 403, 403, 403, 409],
    prepare: async (circle) => {
      // Another row may have recorded one for the same people.
      await ask('DELETE', `/admin/patients/${circle.patient.id}/representative`, circle.admin)
      return { ...thePatient(circle), body: { shown: true } }
    },
  },
  {
    endpoint: 'PUT /admin/patients/:id/representative',
    cells: adminOnly(200),
    prepare: (circle) => ({ ...thePatient(circle), body: { name: 'Ana Gil', relationship: 'Daughter' } }),
  },
  { endpoint: 'DELETE /admin/patients/:id/representative', cells: adminOnly(200), prepare: represented },
  { endpoint: 'GET /patients/:id/shares', cells: decided, prepare: thePatient },
  {
    endpoint: 'POST /patients/:id/shares',
    title: 'with a representative',
    cells: [401, 201, 403, 403, 403, 201],
    prepare: async (circle) => ({ ...(await represented(circle)), body: { label: 'Dr. Vega' } }),
  },
  {
    endpoint: 'POST /patients/:id/shares',
    title: 'without a representative',
    cells: [401, 201, 403, 403, 403, 409],
    prepare: (circle) => ({ ...thePatient(circle), body: { label: 'Dr. Vega' } }),
  },
  { endpoint: 'DELETE /patients/:id/shares/:shareId', cells: decided, prepare: theShare, changes: true },
  { endpoint: 'POST /shared/access', cells: everybody(200, 200), prepare: theShare },
  { endpoint: 'GET /shared/patient', cells: everybody(403), outsiders: forReaders },
  { endpoint: 'GET /shared/falls', cells: everybody(403), outsiders: forReaders },
  { endpoint: 'GET /shared/vitals/series', cells: everybody(403), outsiders: forReaders },
  { endpoint: 'GET /shared/report?month=2026-07', cells: everybody(403), outsiders: forReaders },
]

const contract: Row[] = [...accounts, ...devices, ...falls, ...patients, ...caregivers, ...admin, ...messages]
const rows: Row[] = [
  ...contract,
  ...recoveryAndExport,
  ...residents,
  ...readings,
  ...detection,
  ...notes,
  ...incidents,
  ...signedInSessions,
  ...charts,
  ...notifications,
  ...intake,
  ...teams,
  ...reports,
  ...stations,
  ...sharing,
]

interface Scene {
  circle: Circle
  setting: Setting
}

let common: Promise<Circle> | undefined
/** For requests that change nothing: making people is most of the work. */
const commonCircle = () => {
  common ??= makeCircle(service)
  return common
}

async function setScene({ prepare }: Row, circle: Circle): Promise<Scene> {
  return { circle, setting: (await prepare?.(circle)) ?? {} }
}

type Caller = CallerName | OutsiderName | 'relative'
const isOutsider = (caller: Caller): caller is OutsiderName => outsiders.some((name) => name === caller)

/** Outsiders come first, while nobody has changed anything. */
const everyCaller: readonly Caller[] = [...outsiders, ...callers.slice(0, -1), 'relative', 'admin']

function cellOf({ cells, outsiders: exceptions, relative }: Row, caller: Caller): Cell {
  if (caller === 'relative') return relative ?? statusOf(cells[callers.indexOf('caregiver')] ?? assert.fail())
  if (!isOutsider(caller)) return cells[callers.indexOf(caller)] ?? assert.fail()
  const [nobody] = cells
  return exceptions?.[caller] ?? (nobody === 401 ? 403 : nobody)
}

const statusOf = (cell: Cell) => (typeof cell === 'number' ? cell : cell.status)
const outcomeOf = (cell: Cell) => (typeof cell === 'number' ? `${cell}` : `${cell.status}, ${cell.note}`)
const isRefused = (row: Row, caller: Caller) => statusOf(cellOf(row, caller)) >= 400

const outsiderTokens = new WeakMap<Circle, Map<OutsiderName, Promise<string>>>()
/** Makes each outsider of a circle once. */
function tokenFor(circle: Circle, caller: Caller): Promise<string> | string | undefined {
  if (caller === 'relative') return relativeToken(circle)
  if (!isOutsider(caller)) return tokenOf(circle, caller)
  const made = outsiderTokens.get(circle) ?? new Map<OutsiderName, Promise<string>>()
  outsiderTokens.set(circle, made)
  const token = made.get(caller) ?? outsiderToken(service, circle, caller)
  made.set(caller, token)
  return token
}

const relativeTokens = new WeakMap<Circle, Promise<string>>()
/** Makes a daughter of the patient, who is assigned as a relative beside the caregiver, who is staff. */
function relativeToken(circle: Circle): Promise<string> {
  const made = relativeTokens.get(circle) ?? makeRelative(circle)
  relativeTokens.set(circle, made)
  return made
}

async function makeRelative({ admin, patient }: Circle): Promise<string> {
  const { id, token } = await service.signUp({ role: 'CAREGIVER', firstName: 'Eva', lastName: 'Marín' })
  const body = { patientId: patient.id, kind: 'RELATIVE', relationship: 'Daughter' }
  assert.equal((await ask('POST', `/caregivers/${id}/patients`, admin, body)).status, 201)
  return token
}

/** Gives the beginning of an answer that goes on. */
async function callStream(path: string, token: string | undefined): Promise<Answer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await service.app.inject({ url: `/api${path}`, headers, payloadAsStream: true })
  const { statusCode: status, headers: answered } = response
  const stream = response.stream()
  let text = ''
  for await (const chunk of stream) {
    text += chunk
    if (status === 200) break
  }
  return { status, headers: answered, text, body: status === 200 ? undefined : JSON.parse(text) }
}

async function assertCell(row: Row, caller: Caller, { circle, setting }: Scene, headers = {}) {
  const { endpoint, isStream } = row
  const cell = cellOf(row, caller)
  const [method = '', template = ''] = endpoint.split(' ')
  const token = await tokenFor(circle, caller)
  const path = template.replace(/:(\w+)/g, (_, name: string) => setting.path?.[name] ?? randomUUID())
  const body = typeof setting.body === 'function' ? setting.body(caller) : setting.body
  const answer = isStream
    ? await callStream(path, token)
    : await service.call(method, path, { token, body, headers })
  const { status, check } = typeof cell === 'number' ? { status: cell, check: undefined } : cell
  assert.equal(answer.status, status, `${outcomeOf(cell)} for ${caller}, not ${answer.text}`)
  if (status >= 400) assertShowsNothing(endpoint, answer)
  if (caller !== 'nobody' && caller !== 'relative' && !isOutsider(caller))
    await check?.(answer, circle, circle[caller])
}

function assertShowsNothing(endpoint: string, { body }: Answer): void {
  const fields = endpoint.startsWith('GET /fhir/') ? ['resourceType', 'issue'] : ['success', 'error', 'code']
  assert.deepEqual(Object.keys(body), fields)
}

test('every endpoint of the contract is in the table', () => {
  const named = new Set(contract.map(({ endpoint }) => endpoint))
  assert.deepEqual([...named].sort(), endpoints.map(({ method, path }) => `${method} ${path}`).sort())
})

/** What is served without a sign-in, and is the same for everybody. */
const pages = [
  'GET /acknowledge',
  'GET /acknowledge.js',
  'GET /api/openapi.json',
  'GET /docs',
  'GET /docs/',
  'GET /docs/*',
  'GET /docs/json',
  'GET /docs/static/index.html',
  'GET /docs/static/swagger-initializer.js',
  'GET /docs/static/theme/plain.css',
  'GET /docs/yaml',
]

test('every route is in the table, or is a page for everybody', () => {
  const named = new Set(rows.map(({ endpoint }) => endpoint.replace(/\?.*/, '').replace(' ', ' /api')))
  assert.deepEqual(listRoutes(service.app).sort(), [...named, ...pages].sort())
})

test('a page for everybody is the same for everybody', async () => {
  const circle = await commonCircle()
  const callers: readonly Caller[] = isFull ? everyCaller : ['nobody', 'patient', 'admin']
  const tokens = callers.map((caller) => tokenFor(circle, caller))
  for (const page of pages) {
    const url = page.replace('GET ', '').replace('*', 'static/swagger-ui.css')
    const answers = new Set<string>()
    for (const token of await Promise.all(tokens)) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const { statusCode, body } = await service.app.inject({ url, headers })
      answers.add(`${statusCode} ${body}`)
    }
    assert.equal(answers.size, 1, page)
    assert.match([...answers].join(), /^(200|302) /, page)
  }
})

/** What a route says of who may call it. */
function declarationOf({ endpoint }: Row) {
  const config = declared.get(endpoint.replace(/\?.*/, '').replace(' ', ' /api'))
  assert.ok(config?.access, endpoint)
  const { access, acceptsDeviceKey = false, acceptsHelpCredential = false } = config
  return { access, acceptsDeviceKey, acceptsHelpCredential }
}

/** A device key acts for its patient. */
const roleOf: Record<Exclude<Caller, 'nobody' | 'outside reader'>, ActorRole> = {
  'device key': 'PATIENT',
  station: 'STATION',
  patient: 'PATIENT',
  neighbour: 'PATIENT',
  caregiver: 'CAREGIVER',
  relative: 'CAREGIVER',
  stranger: 'CAREGIVER',
  admin: 'ADMIN',
}

/** Whether a caller passes what the route declares, and is refused, if at all, because of the record. */
function isAdmitted(row: Row, caller: Caller): boolean {
  const { access, acceptsDeviceKey } = declarationOf(row)
  if (access === 'public') return true
  if (caller === 'nobody') return false
  if (caller === 'outside reader') return access === 'outside-reader'
  if (access === 'outside-reader' || (caller === 'device key' && !acceptsDeviceKey)) return false
  return access === 'signed-in' ? caller !== 'station' : access.includes(roleOf[caller])
}

/** Gives those whose whole role the table refuses. */
function excludedFrom({ cells }: Row): CallerName[] {
  const [, self, other, assigned, unassigned] = cells
  if (self !== 403 || other !== 403) return []
  return assigned === 403 && unassigned === 403 ? ['patient', 'caregiver'] : ['patient']
}

test('the table says what the routes declare', () => {
  for (const row of rows) {
    for (const caller of everyCaller) {
      if (isAdmitted(row, caller)) continue
      const refusal = caller === 'nobody' ? 401 : 403
      assert.equal(statusOf(cellOf(row, caller)), refusal, `${row.endpoint}, ${caller}`)
    }
    for (const caller of excludedFrom(row))
      assert.ok(!isAdmitted(row, caller), `${row.endpoint} must keep out the role of the ${caller}`)
  }
})

/** What a route declares and what each caller gets: one code decides that for all routes of a rule. */
const ruleOf = (row: Row) =>
  JSON.stringify([declarationOf(row), everyCaller.map((caller) => outcomeOf(cellOf(row, caller)))])

/** What a page can do whose sign-in has ended. */
const helpEndpoints = [
  'GET /help-page',
  'POST /incidents/:id/help',
  'POST /incidents/:id/ok',
  'POST /sos',
  'POST /sos/:callId/ok',
]

test('a help credential opens what calls for help, and nothing else', async () => {
  const accepting = rows.filter((row) => declarationOf(row).acceptsHelpCredential)
  assert.deepEqual(accepting.map(({ endpoint }) => endpoint).sort(), helpEndpoints)
  const { patient } = await makeCircle(service)
  const issued = await ask('POST', '/help-page', patient)
  const cookie = String(issued.headers['set-cookie']).split(';')[0] ?? ''
  assert.match(cookie, /^help=fwh_/)
  const headers = { cookie, 'x-requested-with': 'test' }
  assert.equal((await service.call('GET', '/help-page', { headers })).status, 200)
  assert.equal((await service.call('GET', '/help-page', { headers: { cookie } })).status, 401)
  const bearer = { headers: { authorization: `Bearer ${cookie.slice('help='.length)}` } }
  assert.equal((await service.call('GET', '/help-page', bearer)).status, 401)
  for (const row of isFull ? rows : firstOfRule().values()) {
    if (declarationOf(row).access === 'public' || helpEndpoints.includes(row.endpoint)) continue
    const [method = '', path = ''] = row.endpoint.split(' ')
    const filled = path.replace(/:\w+/g, patient.id)
    const body = method === 'GET' ? undefined : {}
    const answer = await service.call(method, filled, { headers, body })
    assert.equal(answer.status, 401, `${row.endpoint}: ${answer.text}`)
  }
})

let representatives: Map<string, Row> | undefined
/** Gives the first row of each rule, which stands for the others where the rule alone decides. */
const firstOfRule = () => {
  representatives ??= new Map(rows.toReversed().map((row) => [ruleOf(row), row]))
  return representatives
}

test('the table has 54 rules', () => {
  assert.equal(firstOfRule().size, 54)
})

/**
 * Gives everybody for one route of a rule. For the others it gives those whom the route itself refuses, as
 * the record in question is not theirs, and nobody: whom the rule keeps out is told by what the route declares.
 */
function callersToTry(row: Row): readonly Caller[] {
  if (isFull || firstOfRule().get(ruleOf(row)) === row) return everyCaller
  return everyCaller.filter(
    (caller) => caller === 'nobody' || (isAdmitted(row, caller) && isRefused(row, caller)),
  )
}

describe('a role that is excluded is refused before anything is looked at', () => {
  for (const row of rows) {
    const excluded = excludedFrom(row)
    if (excluded.length === 0) continue
    test(`${row.endpoint}: ${excluded.join(', ')}`, async () => {
      const circle = await commonCircle()
      const [method = '', path = ''] = row.endpoint.split(' ')
      for (const caller of excluded) {
        const answer = await service.call(method, path.replace(/:\w+/g, 'rosa'), {
          token: tokenOf(circle, caller),
          ...(method !== 'GET' && { body: {} }),
          query: { page: '0' },
        })
        assert.equal(answer.status, 403, answer.text)
      }
    })
  }
})

/** Gives the scene for a caller: one for all of a row, unless whoever succeeds spoils it for the next. */
function makeScenes(row: Row): (caller: Caller) => Promise<Scene> {
  const changesNothing =
    callersToTry(row).every((caller) => isRefused(row, caller)) ||
    (row.endpoint.startsWith('GET ') && row.cells.every((cell) => typeof cell === 'number'))
  let shared: Promise<Scene> | undefined
  return async (caller) => {
    if (row.changes && !isRefused(row, caller)) return setScene(row, await makeCircle(service))
    if (caller === 'nobody' && changesNothing) return { circle: await commonCircle(), setting: {} }
    shared ??= setScene(row, await (changesNothing ? commonCircle() : makeCircle(service)))
    return shared
  }
}

describe('each caller gets what the table says', () => {
  for (const row of rows) {
    test(`${row.endpoint}${row.title ? ` (${row.title})` : ''}`, async () => {
      const sceneFor = makeScenes(row)
      for (const caller of callersToTry(row)) await assertCell(row, caller, await sceneFor(caller))
    })
  }
})

/** Acts that leave no audit entry, and why. */
const unaudited: Record<string, string> = {
  'POST /admin/imports': 'The import of the table is a dry run.',
  'POST /incidents/acknowledge/preview': 'It shows what the message says, and changes nothing.',
  'POST /admin/webhooks/:id/test': 'A test message changes nothing.',
  'POST /notifications/contacts/:id/test': 'A test message changes nothing.',
  'POST /notifications/contacts/:id/confirm': 'The contact of the table was confirmed before.',
  'POST /device/sensor-stream': 'A reading is the record of itself.',
  'POST /device/sensor-stream/batch': 'Readings are the record of themselves.',
  'POST /device/events': 'An event is the record of itself.',
  'POST /intake/:secret': 'An event of a device is the record of itself.',
  'POST /falls': 'A fall is the record of itself.',
  'POST /messages': 'A message is the record of itself.',
  'POST /messages/:id/read': 'A message tells whether it was read.',
}

/** Its entry is written after the response, which must not tell whether there is such an account. */
const auditedLater = 'POST /auth/forgot-password'

/**
 * Gives for each route that changes something, and each role that may call it, a row in which it may: a route can
 * treat those who change their own record differently. Unless in full, one role stands for the others.
 */
function writesOf(): { row: Row; caller: CallerName }[] {
  const writes = new Map<string, { row: Row; caller: CallerName }>()
  for (const row of rows) {
    if (row.endpoint.startsWith('GET ')) continue
    const may = (caller: CallerName) => statusOf(cellOf(row, caller)) < 300
    const signedIn = (['admin', 'caregiver', 'patient'] as const).filter(may)
    const those = signedIn.length > 0 ? signedIn : (['nobody'] as const).filter(may)
    for (const caller of isFull ? those : those.slice(-1)) {
      const key = isFull ? `${row.endpoint} ${caller}` : row.endpoint
      if (!writes.has(key)) writes.set(key, { row, caller })
    }
  }
  return [...writes.values()]
}

test('every act that changes something is in the audit log, whoever does it', async () => {
  const silent = new Map<string, CallerName[]>()
  for (const { row, caller } of writesOf()) {
    const requestId = randomUUID()
    const scene = await setScene(row, await makeCircle(service))
    await assertCell(row, caller, scene, { 'x-request-id': requestId })
    const countEntries = () => countRows(service, 'audit_log where request_id = $1', [requestId])
    const entries = await (row.endpoint === auditedLater ? until(countEntries) : countEntries())
    if (entries === 0) silent.set(row.endpoint, [...(silent.get(row.endpoint) ?? []), caller])
  }
  const unexplained = [...silent].filter(([endpoint]) => !unaudited[endpoint])
  assert.deepEqual(unexplained, [])
  assert.deepEqual([...silent.keys()].sort(), Object.keys(unaudited).sort())
})
