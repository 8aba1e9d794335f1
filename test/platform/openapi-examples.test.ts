import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { createAcknowledgementTokens } from '../../src/alerting/notifications/acknowledge-token.ts'
import { incidentsOf } from '../support/incidents.ts'
import { makeWebhook } from '../support/intake.ts'
import { type Circle, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, assign, type Fields } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { makeStation, setPin } from '../support/stations.ts'
import { createTeam, makeHouse, settle, settleWard } from '../support/teams.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { example?: Fields }> }
}
interface Described {
  method: string
  path: string
  example: Fields | undefined
}

/** Says who sends an example and to which record. */
interface Plan {
  token?: string
  ids?: Record<string, string>
  /** The fields that only the service can give: placeholders in the example. */
  placeholders?: Fields
}

let described = new Map<string, Described>()
let people: Circle

/** Gives the operations that have a body, by operationId. */
async function readExamples(): Promise<Map<string, Described>> {
  const { body } = await service.call('GET', '/openapi.json')
  const paths = body.paths as Record<string, Record<string, Operation>>
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
        const example = requestBody?.content['application/json']?.example
        return requestBody ? [[operationId, { method, path, example }] as const] : []
      }),
    ),
  )
}

/** What a message about a fall has in its link. */
async function tokenOfLink(): Promise<string> {
  const { id: incidentId } = await incidentOfFall()
  const { config, now } = service.ctx
  const tokens = createAcknowledgementTokens(config.jwtSecret ?? '', now)
  return tokens.sign({ userId: people.caregiver.id, incidentId, round: 1 }, now())
}

/** Sends an example as it stands, apart from its placeholders. */
async function send(operationId: string, { token, ids = {}, placeholders = {} }: Plan = {}) {
  const operation = described.get(operationId)
  assert.ok(operation?.example, `${operationId} has an example`)
  const path = operation.path.replace('/api', '').replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
  for (const name of Object.keys(placeholders)) assert.ok(name in operation.example, name)
  return service.call(operation.method.toUpperCase(), path, {
    token,
    body: { ...operation.example, ...placeholders },
  })
}

const deviceOf = async ({ token }: { token: string }) => ({ id: (await addDevice(service, token)).id })

/** Gives an incident that nobody has acknowledged yet. */
async function incidentOfFall(): Promise<{ id: string }> {
  const patient = await service.signUp()
  await assign(service, people.caregiver.id, patient.id)
  await reportFall(service, patient)
  const [incident] = await incidentsOf(service, patient)
  return { id: incident.id }
}

/** An incident of the ward of a station, which sends the example. */
async function incidentAtStation(): Promise<Plan> {
  const { north } = makeHouse()
  const ids = await incidentOfFall()
  const { patientId } = (await service.call('GET', `/incidents/${ids.id}`, { token: people.admin.token }))
    .body.data
  await settle(service, { id: patientId }, north)
  const { token } = await makeStation(service, people.admin.token, north)
  return { token, ids }
}

/** What the operations need, by operationId; those of signing up and logging in have tests of their own. */
const plans: Record<string, () => Plan | Promise<Plan>> = {
  async acceptInvitation() {
    const body = { email: 'eva@example.org', firstName: 'Eva', lastName: 'Sol' }
    const { token } = people.admin
    const { data } = (await service.call('POST', '/caregivers', { token, body })).body
    return { placeholders: { token: data.invitation.token } }
  },
  requestPasswordReset: () => ({}),
  createIntakeSource: () => people.admin,
  updateIntakeTopics: () => people.admin,
  updateDeviceSource: async () => ({ token: people.admin.token, ids: await deviceOf(people.patient) }),
  async receiveIntakeMessage() {
    const webhook = await makeWebhook(service, people.admin.token, 'things-stack')
    return { ids: { secret: webhook.url.split('/').at(-1) ?? '' } }
  },
  async resetPassword() {
    const { token } = people.admin
    const { id } = await service.signUp()
    const { data } = (await service.call('POST', `/admin/users/${id}/password-reset`, { token })).body
    return { placeholders: { token: data.token } }
  },
  updateProfile: () => people.patient,
  changePassword: async () => ({ token: (await service.signUp()).token }),
  deleteAccount: async () => ({ token: (await service.signUp()).token }),
  sendReading: () => people.patient,
  sendReadingBatch: () => people.patient,
  sendDeviceEvent: () => people.patient,
  createDeviceKey: () => people.patient,
  createDeviceKeyForUser: () => ({ token: people.admin.token, ids: { id: people.patient.id } }),
  addContact: () => people.patient,
  async confirmContact() {
    const { token } = people.patient
    const { body } = await send('addContact', { token })
    return { token, ids: { id: body.data.id } }
  },
  createWebhook: () => people.admin,
  updateDevice: async () => ({ token: people.patient.token, ids: await deviceOf(people.patient) }),
  updateDeviceSettings: async () => ({ token: people.admin.token, ids: await deviceOf(people.patient) }),
  updateDeviceDetection: async () => ({ token: people.patient.token, ids: await deviceOf(people.patient) }),
  reportFall: () => people.patient,
  invitePatient: () => people.caregiver,
  invitePatientAsAdmin: () => people.admin,
  async renewPatientInvitation() {
    const { token } = people.caregiver
    const body = { email: 'rita@example.org', firstName: 'Rita', lastName: 'Lang' }
    const { data } = (await service.call('POST', '/patients', { token, body })).body
    return { token: people.admin.token, ids: { id: data.id } }
  },
  async renewInvitation() {
    const { token } = people.admin
    const body = { email: 'ivo@example.org', firstName: 'Ivo', lastName: 'Sand' }
    const { data } = (await service.call('POST', '/caregivers', { token, body })).body
    return { token, ids: { id: data.id } }
  },
  updatePatient: () => ({ token: people.caregiver.token, ids: { id: people.patient.id } }),
  updatePatientResidence: () => ({ token: people.caregiver.token, ids: { id: people.patient.id } }),
  updatePatientDetection: () => ({ token: people.caregiver.token, ids: { id: people.patient.id } }),
  updatePatientMonitoring: () => ({ token: people.patient.token, ids: { id: people.patient.id } }),
  inviteCaregiver: () => people.admin,
  updateCaregiver: () => ({ token: people.caregiver.token, ids: { id: people.caregiver.id } }),
  assignPatient: () => ({
    token: people.admin.token,
    ids: { id: people.stranger.id },
    placeholders: { patientId: people.patient.id },
  }),
  updateAssignment: () => ({
    token: people.admin.token,
    ids: { id: people.caregiver.id, patientId: people.patient.id },
  }),
  updateOwnDuty: () => people.caregiver,
  createTeam: () => people.admin,
  updateTeam: async () => ({ token: people.admin.token, ids: await createTeam(service, people.admin.token) }),
  updateRotas: () => people.admin,
  updateTimeZone: () => people.admin,
  updateRota: async () => ({ token: people.admin.token, ids: await createTeam(service, people.admin.token) }),
  addHandover: async () => ({
    token: people.admin.token,
    ids: await createTeam(service, people.admin.token),
  }),
  async createStation() {
    await settleWard(service, { site: 'House of the Lindens', ward: 'North' })
    return people.admin
  },
  async signInStation() {
    const body = { name: 'South', ward: 'South' }
    await settleWard(service, body)
    const made = await service.call('POST', '/admin/stations', { token: people.admin.token, body })
    return { placeholders: { code: made.body.data.code } }
  },
  acknowledgeAtStation: () => incidentAtStation(),
  async requestAssistanceAtStation() {
    await setPin(service, people.caregiver)
    const plan = await incidentAtStation()
    const path = `/station/incidents/${plan.ids?.id}/acknowledge`
    assert.equal((await service.call('POST', path, { token: plan.token })).status, 200)
    return { ...plan, placeholders: { caregiverId: people.caregiver.id } }
  },
  async resolveAtStation() {
    await setPin(service, people.caregiver)
    return { ...(await incidentAtStation()), placeholders: { caregiverId: people.caregiver.id } }
  },
  async reportFallAtStation() {
    await setPin(service, people.caregiver)
    const { token = '', ids } = await incidentAtStation()
    const incident = await service.call('GET', `/incidents/${ids?.id}`, { token: people.admin.token })
    return {
      ...{ token, ids: { id: incident.body.data.patientId } },
      placeholders: { caregiverId: people.caregiver.id },
    }
  },
  reportPatientFall: () => ({ token: people.caregiver.token, ids: { id: people.patient.id } }),
  async updateFallRecord() {
    const { id } = await reportFall(service, people.patient)
    return { token: people.caregiver.token, ids: { id } }
  },
  updateOwnPin: () => people.caregiver,
  updateEscalationPolicy: () => people.admin,
  updatePatientEscalation: () => ({ token: people.admin.token, ids: { id: people.patient.id } }),
  acknowledgeIncident: async () => ({ token: people.caregiver.token, ids: await incidentOfFall() }),
  acknowledgeByLink: async () => ({ placeholders: { token: await tokenOfLink() } }),
  previewAcknowledgement: async () => ({ placeholders: { token: await tokenOfLink() } }),
  resolveIncident: async () => ({ token: people.caregiver.token, ids: await incidentOfFall() }),
  async correctIncidentOutcome() {
    const ids = await incidentOfFall()
    const { token } = people.caregiver
    await service.call('POST', `/incidents/${ids.id}/resolve`, { token, body: { outcome: 'REAL_FALL' } })
    return { token, ids }
  },
  sendSos: async () => ({ token: (await service.signUp()).token }),
  askForHelp: async () => {
    const { token } = await service.signUp()
    const { data } = (await service.call('POST', '/sos', { token })).body
    return { token, ids: { id: data.id } }
  },
  callOff: async () => ({ token: (await service.signUp()).token, ids: { callId: randomUUID() } }),
  addPatientNote: () => ({ token: people.caregiver.token, ids: { id: people.patient.id } }),
  addIncidentNote: async () => ({ token: people.caregiver.token, ids: await incidentOfFall() }),
  sendMessage: () => ({
    token: people.patient.token,
    placeholders: { recipientId: people.caregiver.id },
  }),
  updateUser: () => ({ token: people.admin.token, ids: { id: people.neighbour.id } }),
  changeUserRole: () => ({ token: people.admin.token, ids: { id: people.neighbour.id } }),
  importFiles: () => people.admin,
  registerPatientDevice: () => ({ token: people.caregiver.token, ids: { id: people.patient.id } }),
  createPhoneLink: () => ({ token: people.caregiver.token, ids: { id: people.patient.id } }),
  async pairPhone() {
    const { token, id } = people.patient
    const { body } = await send('createPhoneLink', { token, ids: { id } })
    return { placeholders: { token: body.data.token } }
  },
  replaceDevice: async () => ({ token: people.neighbour.token, ids: await deviceOf(people.neighbour) }),
  registerDevice: () => ({ token: people.admin.token, placeholders: { userId: people.patient.id } }),
  releaseDevice: async () => ({ token: people.admin.token, ids: await deviceOf(people.neighbour) }),
  async investigateFall() {
    const { id } = await reportFall(service, people.patient)
    return { token: people.admin.token, ids: { id } }
  },
  runMaintenance: () => people.admin,
  updatePatientRelatives: () => ({ token: people.admin.token, ids: { id: people.patient.id } }),
  updateVocabulary: () => people.admin,
  updateHomeAssistantSharing: () => ({ token: people.patient.token, ids: { id: people.patient.id } }),
  updatePatientSharing: () => ({ token: people.patient.token, ids: { id: people.patient.id } }),
  recordRepresentative: () => ({ token: people.admin.token, ids: { id: people.patient.id } }),
  createPatientShare: () => ({ token: people.patient.token, ids: { id: people.patient.id } }),
  async openSharedRecord() {
    const { token, id } = people.patient
    const { body } = await send('createPatientShare', { token, ids: { id } })
    return { placeholders: { token: body.data.token, code: body.data.code } }
  },
}

describe('the example of a body succeeds as it stands', () => {
  before(async () => {
    described = await readExamples()
    people = await makeCircle(service)
  })

  test('every operation with a body has one', () => {
    const planned = [...Object.keys(plans), 'signUp', 'logIn']
    assert.deepEqual([...described.keys()].sort(), planned.sort())
  })

  test('signUp, and then logIn', async () => {
    assert.equal((await send('signUp')).status, 201)
    assert.equal((await send('logIn')).status, 200)
  })

  for (const [operationId, plan] of Object.entries(plans)) {
    test(operationId, async () => {
      // Not the whole person: their id is not that of a record in the path.
      const { token, ids, placeholders } = await plan()
      const answer = await send(operationId, { token, ids, placeholders } as Plan)
      assert.ok([200, 201].includes(answer.status), answer.text)
    })
  }
})

test('the example of a batch is of the current day, however long the service has been running', async () => {
  service.advance('30d')
  const { token } = (await service.logIn(people.patient.email)).body
  assert.equal(
    (await send('sendReadingBatch', { token })).status,
    400,
    'the day of the old example is long past',
  )
  described = await readExamples()
  const { status, text } = await send('sendReadingBatch', { token })
  assert.equal(status, 200, text)
})
