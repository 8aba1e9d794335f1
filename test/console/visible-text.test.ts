import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { isFull } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { type Circle, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, randomMac } from '../support/readings.ts'
import { type Answer, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_INVITATIONS: 'off', RATE_LIMIT_SENSOR: 'off' })

let circle: Circle
let device: { id: string; mac: string }
let fallId: string
let incidentId: string
/** Once for all tests; `before` within a group runs after the service has started. */
async function setScene() {
  if (circle) return
  circle = await makeCircle(service)
  device = await addDevice(service, circle.patient.token)
  fallId = (await reportFall(service, circle.patient)).id
  incidentId = (await incidentsOf(service, circle.patient))[0].id
}

const ask = (method: string, path: string, token: string | undefined, body: unknown) =>
  service.call(method, path, { token, body })

const newcomer = () => ({ email: `${randomUUID()}@example.org`, firstName: 'Ana', lastName: 'Gil' })

interface Field {
  where: string
  /** As `details` names it. */
  name: string
  send: (text: string) => Promise<Answer>
  /** An empty text takes away what was there. */
  mayBeEmpty?: boolean
}

const names = ['firstName', 'lastName']

/** Every text of one line that somebody else sees. */
const lines: Field[] = [
  ...names.flatMap((name): Field[] => [
    {
      where: 'POST /auth/signup',
      name,
      send: (text) =>
        ask('POST', '/auth/signup', undefined, { ...newcomer(), password: goodPassword, [name]: text }),
    },
    {
      where: 'PUT /profile/me',
      name,
      send: (text) => ask('PUT', '/profile/me', circle.patient.token, { [name]: text }),
    },
    {
      where: 'POST /patients',
      name,
      send: (text) => ask('POST', '/patients', circle.caregiver.token, { ...newcomer(), [name]: text }),
    },
    {
      where: 'PUT /patients/:id',
      name,
      send: (text) => ask('PUT', `/patients/${circle.patient.id}`, circle.caregiver.token, { [name]: text }),
    },
    {
      where: 'POST /caregivers',
      name,
      send: (text) => ask('POST', '/caregivers', circle.admin.token, { ...newcomer(), [name]: text }),
    },
    {
      where: 'PUT /caregivers/:id',
      name,
      send: (text) =>
        ask('PUT', `/caregivers/${circle.caregiver.id}`, circle.caregiver.token, { [name]: text }),
    },
    {
      where: 'PUT /admin/users/:id',
      name,
      send: (text) => ask('PUT', `/admin/users/${circle.patient.id}`, circle.admin.token, { [name]: text }),
    },
  ]),
  ...['specialization', 'organization'].flatMap((name): Field[] => [
    {
      where: 'POST /caregivers',
      name,
      mayBeEmpty: true,
      send: (text) => ask('POST', '/caregivers', circle.admin.token, { ...newcomer(), [name]: text }),
    },
    {
      where: 'PUT /caregivers/:id',
      name,
      mayBeEmpty: true,
      send: (text) =>
        ask('PUT', `/caregivers/${circle.caregiver.id}`, circle.caregiver.token, { [name]: text }),
    },
  ]),
  {
    where: 'POST /caregivers/:id/patients',
    name: 'relationship',
    mayBeEmpty: true,
    send: async (relationship) => {
      const { id: patientId } = await service.signUp()
      return ask('POST', `/caregivers/${circle.caregiver.id}/patients`, circle.admin.token, {
        patientId,
        relationship,
      })
    },
  },
  {
    where: 'PUT /device/:id',
    name: 'name',
    send: (name) => ask('PUT', `/device/${device.id}`, circle.patient.token, { name }),
  },
  {
    where: 'POST /device/keys',
    name: 'name',
    send: async (name) => ask('POST', '/device/keys', (await service.signUp()).token, { name }),
  },
  {
    where: 'POST /admin/devices',
    name: 'name',
    send: async (name) => {
      const { id: userId } = await service.signUp()
      return ask('POST', '/admin/devices', circle.admin.token, { userId, macAddress: randomMac(), name })
    },
  },
]

/** Every text of several lines. */
const letters: Field[] = [
  {
    where: 'POST /messages',
    name: 'content',
    send: (content) =>
      ask('POST', '/messages', circle.patient.token, { recipientId: circle.caregiver.id, content }),
  },
  {
    where: 'POST /incidents/:id/notes',
    name: 'text',
    send: (text) => ask('POST', `/incidents/${incidentId}/notes`, circle.patient.token, { text }),
  },
  {
    where: 'POST /patients/:id/notes',
    name: 'text',
    send: (text) => ask('POST', `/patients/${circle.patient.id}/notes`, circle.caregiver.token, { text }),
  },
  {
    where: 'POST /incidents/:id/acknowledge',
    name: 'note',
    mayBeEmpty: true,
    send: (note) => ask('POST', `/incidents/${incidentId}/acknowledge`, circle.caregiver.token, { note }),
  },
  {
    where: 'POST /admin/falls/:id/investigate',
    name: 'note',
    mayBeEmpty: true,
    send: (note) => ask('POST', `/admin/falls/${fallId}/investigate`, circle.admin.token, { note }),
  },
  {
    where: 'DELETE /profile/me',
    name: 'reason',
    mayBeEmpty: true,
    send: async (reason) =>
      ask('DELETE', '/profile/me', (await service.signUp()).token, { confirmation: true, reason }),
  },
]

async function assertRefused({ send, name }: Field, text: string) {
  const { status, body } = await send(text)
  assert.deepEqual([status, body.details && Object.keys(body.details)], [400, [name]], JSON.stringify(text))
  assert.match(body.details[name], /control characters|visible/)
}

async function assertTaken({ send }: Field, text: string) {
  const { status } = await send(text)
  assert.ok(status < 300, `${status} for ${JSON.stringify(text)}`)
}

const fine = [
  'José',
  'Нина',
  '李',
  "O'Brien",
  'Anne-Marie',
  'فاطمة',
  'שרה',
  'نرگس\u200cالسادات',
  '👩🏽\u200d⚕️',
]
const reversing = ['Rosa \u202eeniF', 'Rosa\u2066x\u2069', 'Rosa \u202a']
const invisible = ['\u200b', '\u200d\u200c', '\u3164', '\u0301', '\u2800']

/** All fields of a kind have the same check: the first one gets all texts, and in full every one. */
const some = <Text>(field: Field, of: Field[], texts: Text[], few: number): Text[] =>
  isFull || field === of[0] ? texts : texts.slice(0, few)

describe('a text of one line', () => {
  before(setScene)
  for (const field of lines) {
    test(`${field.where}: ${field.name}`, async () => {
      const breaking = ['a\rb', 'a\tb', 'a\u0007b', 'a\u007fb', 'a\u0085b', 'a\u2028b']
      for (const text of some(field, lines, ['is fine.\nTest alarm', ...breaking], 1))
        await assertRefused(field, text)
      for (const text of some(field, lines, [...reversing, 'Rosa\u200f!', 'Rosa\u061c!', ...invisible], 1))
        await assertRefused(field, text)
      for (const text of some(field, lines, fine, 2)) await assertTaken(field, text)
      if (field.mayBeEmpty) await assertTaken(field, ' ')
    })
  }
})

describe('a text of several lines', () => {
  before(setScene)
  for (const field of letters) {
    test(`${field.where}: ${field.name}`, async () => {
      const breaking = ['a\u0007b', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\u2028b']
      for (const texts of [breaking, reversing, invisible])
        for (const text of some(field, letters, texts, 1)) await assertRefused(field, text)
      for (const text of some(field, letters, ['One\nTwo\r\n\tThree', ...fine, 'שלום\u200f!'], 2))
        await assertTaken(field, text)
      if (field.mayBeEmpty) await assertTaken(field, ' ')
    })
  }
})

test('a line break in a name does not reach an alert', async () => {
  const { token } = await service.signUp()
  const { status } = await ask('PUT', '/profile/me', token, {
    lastName: 'Marín is fine.\nTest alarm, ignore: somebody',
  })
  assert.equal(status, 400)
})

test('what somebody reports of a fall is never refused for its characters: those that deceive are left out', async () => {
  await setScene()
  const report = {
    confidence: 0.1,
    location: '\u202eKitchen\u0007,\nby the door',
    injuries: 'A\u2066 bruise\r\nOne more',
  }
  const { status, body } = await ask('POST', '/falls', circle.neighbour.token, report)
  assert.equal(status, 201)
  const fall = await service.call('GET', `/falls/${body.data.id}`, { token: circle.neighbour.token })
  assert.deepEqual(
    [fall.body.data.location, fall.body.data.injuries],
    ['Kitchen,\nby the door', 'A bruise\r\nOne more'],
  )
})
