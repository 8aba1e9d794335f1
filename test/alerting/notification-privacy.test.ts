import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raiseIncident } from '../../src/alerting/incidents/raise-incident.ts'
import { type IncidentKind, incidentKinds } from '../../src/alerting/model/incident.ts'
import type { ChannelName } from '../../src/alerting/notifications/channels/channels.ts'
import { allChannels, type Message, useAlarms } from '../support/alerting.ts'
import { act } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { addDevice, assertFields, type Person } from '../support/readings.ts'

const alarms = useAlarms()

const channels: ChannelName[] = [...allChannels, 'webhook']

/** The names are long, so that no signature contains them by chance. */
const patientName = { firstName: 'Xiomara', lastName: 'Quesadilla' }
const handlerName = { firstName: 'Ziskarina', lastName: 'Oberhummer' }
const otherName = { firstName: 'Evangelina', lastName: 'Tausendfreund' }
const place = { site: 'Hainbuchenhaus', ward: 'Rosengarten', room: 'Dachkammer' }
const names = [patientName, handlerName, otherName, place].flatMap(Object.values)

/** What is never part of a message, whatever its receiver wants. */
const neverSent = [
  '+34 600 987 654',
  'Brunhilde',
  '1941-12-03',
  'Wintergarden',
  'broken wrist',
  'dizzy',
  'heartRate',
  'spo2',
  'batteryLevel',
]

/** A patient of whom much is known, whose incidents are told to everybody by everything at once. */
async function household(showDetails: boolean) {
  const { service } = alarms
  const patient = await alarms.patient(patientName)
  await service.ctx.db.query(
    `update users set phone = '+34 600 987 654', emergency_contact = 'Brunhilde, +34 611 222 333',
                      date_of_birth = '1941-12-03'
     where id = $1`,
    [patient.id],
  )
  await service.ctx.db.query(
    'insert into residences (patient_id, site, ward, room) values ($1, $2, $3, $4)',
    [...[patient.id, place.site, place.ward, place.room]],
  )
  const tell = [{ who: 'assigned', channels: 'all' }, { who: 'webhooks' }]
  const policy = { steps: [{ afterSeconds: 0, tell }], repeat: null, quietAtNight: false }
  for (const severity of ['LOW', 'HIGH', 'CRITICAL'])
    await service.ctx.db.query(
      'insert into escalation_policies (severity, patient_id, policy, updated_at) values ($1, $2, $3, $4)',
      [severity, patient.id, JSON.stringify(policy), service.ctx.now()],
    )
  const reached = (name: typeof handlerName) =>
    alarms.caregiver(patient, name.firstName, { lastName: name.lastName, showDetails, channels: allChannels })
  const [handler, other] = [await reached(handlerName), await reached(otherName)]
  await alarms.webhook()
  const device = await addDevice(service, patient.token, { heart_rate: 187, spo2: 83, battery_level: 7.25 })
  return { patient, handler, other, device }
}

/** Raises an incident of a kind, with all that can be known of its cause. */
async function open(kind: IncidentKind, patient: Person, deviceId: string): Promise<string> {
  const { service } = alarms
  if (kind === 'FALL')
    await reportFall(service, patient, {
      ...{ confidence: 0.95, location: 'Wintergarden', injuries: 'A broken wrist' },
    })
  else if (kind === 'SOS') await service.call('POST', '/sos', { token: patient.token })
  else
    await service.ctx.db.transaction((tx) =>
      raiseIncident(service.ctx, tx, {
        ...{
          kind,
          severity: 'HIGH',
          patientId: patient.id,
          deviceId,
          data: { code: 'BATTERY_LOW', percent: 7.25 },
        },
        evidence: { heartRate: 187, spo2: 83, batteryLevel: 7.25, location: 'Wintergarden' },
      }),
    )
  return (await alarms.incident(patient)).id
}

/** Lets an incident be acknowledged and resolved, and another one be resolved at once. */
async function play(kind: IncidentKind, showDetails: boolean) {
  const people = await household(showDetails)
  const { patient, handler, other, device } = people
  const resolution = { outcome: 'HELP_GIVEN', injuries: 'A broken wrist', note: 'She is dizzy' }
  const done = async (person: Person, id: string, name: string, body: object) => {
    const answer = await act(alarms.service, person, id, name, body)
    assert.equal(answer.status, 200, answer.text)
    await alarms.now()
  }
  const first = await open(kind, patient, device.id)
  await alarms.now()
  await done(handler, first, 'acknowledge', { note: 'She is dizzy', etaMinutes: 7 })
  await done(handler, first, 'resolve', resolution)
  const second = await open(kind, patient, device.id)
  await alarms.now()
  await done(other, second, 'resolve', resolution)
  return people
}

/** What a person reads: without links, markup and the names of headers. */
function visible({ channel, title, text, raw }: Message): string {
  const html = channel === 'mail' ? (JSON.parse(raw).html as string).replace(/<[^>]*>|&#39;/g, ' ') : ''
  return `${title} ${text} ${html}`.replace(/https:\S+/g, '')
}

/** Asserts that a message has no other part than those that are read here. */
function assertShape({ channel, purpose, raw, acknowledgeUrl }: Message): void {
  const message = JSON.parse(raw)
  const asks = purpose === 'alert' ? ['acknowledgeUrl', 'actions'] : []
  if (channel === 'push') {
    assertFields(message.payload, ['tag', 'title', 'text', 'url', 'purpose', 'severity', ...asks])
  } else if (channel === 'ntfy') {
    const actions = purpose === 'alert' ? ['actions'] : []
    const fields = ['topic', 'sequence_id', 'title', 'message', 'priority', 'tags', 'click', ...actions]
    assertFields(message.body, fields)
    assert.equal(message.path, '/')
  } else if (channel === 'webhook') {
    assertFields(message.event, ['type', 'timestamp', 'data'])
    const ids = ['id', 'patientId', 'fallId', 'deviceId', 'handledBy']
    assertFields(message.event.data, [...ids, 'kind', 'state', 'severity', 'openedAt'])
    assert.equal(message.path, '/hook')
  }
  if (!acknowledgeUrl) return
  const [, claims = ''] = acknowledgeUrl.split('.').slice(-3)
  assertFields(JSON.parse(String(Buffer.from(claims, 'base64url'))), [
    ...['sub', 'incident', 'round', 'contact', 'iat', 'exp', 'iss', 'aud'],
  ])
}

/** Asserts what holds whether or not the receiver wants to see names. */
function assertNoSecrets(message: Message, { patient, handler, other }: Record<string, Person>): void {
  const { raw, channel, to } = message
  assertShape(message)
  for (const secret of neverSent) assert.ok(!raw.includes(secret), `${channel}: ${secret}`)
  for (const { email } of [patient, handler, other] as Person[])
    assert.ok(!raw.includes(email), `${channel} to ${to}: ${email}`)
  // No heart rate, no level of a battery, no time of arrival.
  assert.doesNotMatch(visible(message), /\d/)
}

for (const kind of incidentKinds) {
  test(`an incident of kind ${kind} is told by every channel without a name, a place, an address or a health value`, async () => {
    const people = await play(kind, false)
    for (const channel of channels)
      for (const purpose of ['alert', 'closing']) {
        const sent = alarms.messages.filter((m) => m.channel === channel && m.purpose === purpose)
        assert.ok(sent.length >= 2, `${channel} ${purpose}: ${sent.length}`)
      }
    for (const message of alarms.messages) {
      assertNoSecrets(message, people)
      for (const name of names) assert.ok(!message.raw.includes(name), `${message.channel}: ${message.raw}`)
      // Who is concerned is not to be known from an id, either, except to a webhook.
      if (message.channel !== 'webhook') assert.ok(!message.raw.includes(people.patient.id), message.raw)
    }
  })

  test(`an incident of kind ${kind} is told with names and places to those who want them, and with nothing else`, async () => {
    const people = await play(kind, true)
    for (const message of alarms.messages) {
      assertNoSecrets(message, people)
      const { channel, purpose, raw } = message
      const isNamed = raw.includes(`${patientName.firstName} ${patientName.lastName}`)
      assert.equal(isNamed, channel !== 'webhook', `${channel} ${purpose}`)
      const isPlaced = raw.includes('Dachkammer, Rosengarten, Hainbuchenhaus')
      assert.equal(isPlaced, channel !== 'webhook', `${channel} ${purpose}`)
      if (channel === 'webhook') for (const name of names) assert.ok(!raw.includes(name), raw)
    }
    const handled = alarms.messages.filter(({ title }) => title === 'Handled')
    assert.equal(handled.length, allChannels.length)
    for (const { text, to } of handled) {
      assert.equal(to, otherName.firstName)
      assert.match(text, /^Ziskarina Oberhummer is on it/)
    }
  })
}

test('somebody who wants names gets none of a patient who is no longer theirs', async () => {
  const { patient, handler, device } = await household(true)
  alarms.respond = () => 503
  await open('FALL', patient, device.id)
  await alarms.now()
  alarms.respond = () => 200
  const token = await alarms.service.adminToken()
  const path = `/caregivers/${handler.id}/patients/${patient.id}`
  assert.equal((await alarms.service.call('DELETE', path, { token })).status, 200)
  const before = alarms.messages.length
  assert.ok((await alarms.after('2s')).length > 0)
  const later = alarms.messages.slice(before).filter(({ to }) => to === handlerName.firstName)
  assert.deepEqual(later, [])
})
