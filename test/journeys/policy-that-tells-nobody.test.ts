import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { upsertPolicy } from '../../src/alerting/escalation/policies.store.ts'
import type { Audience, EscalationPolicy } from '../../src/alerting/escalation/policy.ts'
import { useAlarms } from '../support/alerting.ts'
import { act } from '../support/incidents.ts'
import type { Person } from '../support/readings.ts'

const alarms = useAlarms()

/** follow stores a policy that the API would refuse, as one of before may be. */
async function follow({ id }: Person, tell: Audience[], repeat: EscalationPolicy['repeat'] = null) {
  const { db, now } = alarms.service.ctx
  const policy = { steps: [{ afterSeconds: 0, tell }], repeat, quietAtNight: false }
  await upsertPolicy(db, { severity: 'CRITICAL', patientId: id, policy }, now())
}

async function sos({ token }: Person): Promise<string> {
  const { status, body, text } = await alarms.service.call('POST', '/sos', { token })
  assert.equal(status, 201, text)
  return body.data.id
}

describe('an incident whose policy tells nobody', () => {
  const silent: [title: string, tell: Audience[]][] = [
    ['open pages only', [{ who: 'assigned', channels: ['live'] }]],
    ['a priority that nobody has', [{ who: 'priority', priority: 5, channels: 'all' }]],
    ['by a channel that nobody has', [{ who: 'assigned', channels: ['mail'] }]],
  ]
  for (const [title, tell] of silent)
    for (const repeat of [null, { steps: 1, everySeconds: 86_400 }])
      test(`is told to the assigned caregivers: ${title}, ${repeat ? 'once a day' : 'once'}`, async () => {
        const rosa = await alarms.patient()
        await alarms.admin(['push'])
        await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
        await follow(rosa, tell, repeat)
        await sos(rosa)
        assert.deepEqual(await alarms.now(), ['Ana push'])
        assert.deepEqual(await alarms.after('20m'), [])
      })

  test('is told to the assigned caregivers beside the webhooks', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.webhook()
    await follow(rosa, [{ who: 'webhooks' }])
    await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push', 'webhook webhook'])
  })
})

for (const repeat of [null, { steps: 1, everySeconds: 86_400 }])
  test(`if no message has arrived a minute after the last step, the others and the admins are told (${repeat ? 'once a day' : 'once'})`, async () => {
    const rosa = await alarms.patient()
    await alarms.admin(['push'])
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    await follow(rosa, [{ who: 'priority', priority: 1, channels: 'all' }], repeat)
    alarms.respond = () => 500
    const id = await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana ntfy'])
    assert.deepEqual(
      (await alarms.after('60s')).filter((line) => !line.startsWith('Ana')),
      ['Admin push', 'Eva push'],
    )
    assert.deepEqual(
      (await alarms.after('10m')).filter((line) => !line.startsWith('Ana')),
      [],
    )
    assert.equal((await act(alarms.service, ana, id, 'acknowledge')).status, 200)
  })

test('if a message has arrived, nobody else is told', async () => {
  const rosa = await alarms.patient()
  await alarms.admin(['push'])
  await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
  await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
  await follow(rosa, [{ who: 'priority', priority: 1, channels: 'all' }])
  await sos(rosa)
  assert.deepEqual(await alarms.now(), ['Ana push'])
  assert.deepEqual(await alarms.after('20m'), [])
})
