// Every channel of the registry, from the request that adds a contact to the message that its receiver gets.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { defaultPolicies, stepChannels } from '../../src/alerting/escalation/policy.ts'
import { takeStep } from '../../src/alerting/escalation/step-targets.ts'
import {
  channelNames,
  channels,
  personalChannels,
} from '../../src/alerting/notifications/channels/channels.ts'
import { severities } from '../../src/detection/levels/severity.ts'
import { useAlarms } from '../support/alerting.ts'
import { useService } from '../support/service.ts'

const alarms = useAlarms()
const bare = useService()

describe('each channel', () => {
  for (const { name, owner } of channels) {
    test(`${name} brings a test message, and word of a fall`, async () => {
      const { service } = alarms
      const patient = await alarms.patient()
      const isPersonal = owner === 'person'
      // Nobody else could be told: what arrives came by this channel.
      const person = isPersonal
        ? await alarms.caregiver(patient, 'Ana', { channels: [] })
        : await alarms.admin([])
      const id = isPersonal ? (await alarms.reach(person, 'Ana', [name]))[0] : await alarms.webhook()
      const path = isPersonal ? `/notifications/contacts/${id}/test` : `/admin/webhooks/${id}/test`
      const { status, body } = await service.call('POST', path, { token: person.token })
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.data.state, body.data.error], ['SENT', null])
      const to = isPersonal ? 'Ana' : 'webhook'
      const tested = alarms.lastOf(to, name)
      assert.notEqual(tested.purpose, 'alert')

      alarms.messages.length = 0
      const incident = await alarms.fall(patient)
      await alarms.now()
      await alarms.after('5m')
      const told = alarms.lastOf(to, name)
      assert.equal(told.purpose, 'alert')
      assert.notEqual(told.raw, tested.raw)
      const [delivery] = await service.ctx.db.query(
        `select state from deliveries where contact_id = $1 and incident_id = $2 and purpose = 'alert'`,
        [id, incident.id],
      )
      assert.deepEqual(delivery, { state: 'SENT' })
    })
  }
})

describe('the channels to people', () => {
  for (const { name, wakes } of personalChannels) {
    test(`${name} alone reaches somebody by each default policy and by the best channel`, () => {
      const contacts = [{ id: 'contact', channel: name }]
      const ana = { userId: 'ana', name: 'Ana', onDuty: true, contacts, priority: 1, hasPassword: true }
      const recipients = { caregivers: [{ ...ana, isActive: true }], admins: [], webhooks: [] }
      const sentAt = (policy: Parameters<typeof takeStep>[0], step: number) =>
        takeStep(policy, step, recipients as never).targets.flatMap(({ contactIds }) => contactIds)
      for (const severity of severities)
        assert.deepEqual(sentAt(defaultPolicies[severity], 0), ['contact'], severity)
      const best = [{ afterSeconds: 0, tell: [{ who: 'assigned' as const, channels: 'best' as const }] }]
      assert.deepEqual(sentAt({ steps: best, repeat: null, quietAtNight: false }, 0), ['contact'])
      assert.ok(stepChannels.includes(name))
      const [first] = defaultPolicies.CRITICAL.steps[0]?.tell ?? []
      assert.equal(first && 'channels' in first && first.channels.includes(name), wakes)
    })
  }
})

test('the list of channels says what the installation can send by', async () => {
  const listed = async (service: typeof bare) => {
    const { token } = await service.signUp()
    const { status, body } = await service.call('GET', '/notifications/channels', { token })
    assert.equal(status, 200)
    return body.data as { name: string; personal: boolean; configured: boolean; wakes: boolean }[]
  }
  const everything = await listed(alarms.service)
  assert.deepEqual(
    everything.map(({ name }) => name),
    channelNames,
  )
  assert.deepEqual(
    everything.filter(({ configured }) => !configured),
    [],
  )
  const mail = (await listed(bare)).find(({ name }) => name === 'mail')
  assert.deepEqual(mail, {
    ...{ name: 'mail', personal: true, configured: false, wakes: false },
    addressKind: 'email',
  })
  const { token } = await bare.signUp()
  const body = { channel: 'mail', address: 'rosa@example.org' }
  const refused = await bare.call('POST', '/notifications/contacts', { token, body })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.details, { channel: 'mail is not set up here' })
})

test('a contact of a channel that this version does not have is not taken for a way to reach somebody', async () => {
  const { service } = alarms
  const patient = await alarms.patient()
  const ana = await alarms.caregiver(patient, 'Ana', { channels: [] })
  await alarms.admin(['ntfy'])
  // As a newer version that was replaced by this one has left it.
  await service.ctx.db.query(
    `insert into contacts (id, user_id, channel, address, created_at, confirmed_at)
     values ($1, $2, 'pigeon', 'loft 7', now(), now())`,
    [randomUUID(), ana.id],
  )
  const list = await service.call('GET', '/notifications/contacts', { token: ana.token })
  assert.deepEqual([list.status, list.body.data], [200, []])
  await alarms.fall(patient)
  assert.deepEqual(await alarms.now(), ['Admin ntfy'])
})
