import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChannelName } from '../notifications/channels/channels.ts'
import { defaultPolicies, type EscalationStep, type StepChannels } from './policy.ts'
import type { AssignedCaregiver, Recipients } from './recipients.ts'
import { takeStep, targetsOf } from './step-targets.ts'

const { HIGH, LOW } = defaultPolicies

/** Contacts are named after their owner and channel. */
const contacts = (name: string, channels: ChannelName[]) =>
  channels.map((channel) => ({ id: `${name}-${channel}`, channel }))

const caregiver = (
  name: string,
  channels: ChannelName[],
  fields: Partial<AssignedCaregiver> = {},
): AssignedCaregiver => ({
  userId: name,
  name,
  priority: 1,
  kind: 'STAFF',
  relationship: null,
  helps: true,
  onDuty: true,
  contacts: contacts(name, channels),
  ...fields,
})

const admin = {
  ...{ userId: 'ada', name: 'ada', kind: null, relationship: null, helps: true, onDuty: true },
  contacts: contacts('ada', ['mail']),
}

const recipients = (caregivers: AssignedCaregiver[], rest: Partial<Recipients> = {}): Recipients => ({
  caregivers,
  admins: [admin],
  webhooks: [{ id: 'hook' }],
  ...rest,
})

/** `name: channels` of each target, after checking that the contacts are those of the channels. */
const summary = (targets: ReturnType<typeof targetsOf>) =>
  targets.map(({ name, channels }) => `${name ?? 'webhooks'}: ${channels.join(' ')}`)

const ana = caregiver('ana', ['mail', 'ntfy', 'push'])
const ben = caregiver('ben', ['mail', 'push'], { priority: 2 })
const off = caregiver('off', ['push'], { onDuty: false })

describe('the steps of the default policy', () => {
  const at = (step: number) => summary(takeStep(HIGH, step, recipients([ana, off, ben])).targets)

  test('tell more people each time', () => {
    assert.deepEqual(at(0), ['ana: push live ntfy'])
    assert.deepEqual(at(1), ['ana: push live ntfy mail', 'ben: push live'])
    assert.deepEqual(at(2), [
      'ana: push live ntfy mail',
      'off: push live',
      'ben: push live mail',
      'webhooks: webhook',
    ])
    assert.deepEqual(at(3), ['ada: live mail'])
  })

  test('repeat the last two together', () => {
    assert.deepEqual(at(4), [...at(2), ...at(3)])
  })
})

describe('a person', () => {
  const targetsBy = (channels: StepChannels, of: AssignedCaregiver) =>
    targetsOf([{ afterSeconds: 0, tell: [{ who: 'assigned', channels }] }], recipients([of], { admins: [] }))

  test('is told by the best contact that they have', () => {
    const best = (...channels: ChannelName[]) => targetsBy('best', caregiver('ana', channels))[0]?.contactIds
    assert.deepEqual(best('mail', 'ntfy', 'push'), ['ana-push'])
    assert.deepEqual(best('mail', 'ntfy'), ['ana-ntfy'])
    assert.deepEqual(best('mail'), ['ana-mail'])
    assert.equal(best(), undefined)
  })

  test('is told by one contact if that is the best, and by all of a channel otherwise', () => {
    const phones = caregiver('ana', [], {
      contacts: [
        { id: 'old', channel: 'push' },
        { id: 'new', channel: 'push' },
      ],
    })
    assert.deepEqual(targetsBy('best', phones)[0]?.contactIds, ['old'])
    assert.deepEqual(targetsBy(['push'], phones)[0]?.contactIds, ['old', 'new'])
  })

  test('is told once by each contact, in whatever groups they are', () => {
    const step: EscalationStep = {
      afterSeconds: 0,
      tell: [
        { who: 'priority', priority: 1, channels: ['mail'] },
        { who: 'assigned', channels: ['push', 'mail'] },
        { who: 'webhooks' },
        { who: 'webhooks' },
      ],
    }
    assert.deepEqual(targetsOf([step, step], recipients([ana])), [
      {
        ...{ userId: 'ana', name: 'ana', kind: 'STAFF', relationship: null, helps: true, onDuty: true },
        channels: ['push', 'mail'],
        contactIds: ['ana-mail', 'ana-push'],
      },
      {
        ...{ userId: null, name: null, kind: null, relationship: null, helps: false, onDuty: true },
        ...{ channels: ['webhook'], contactIds: ['hook'] },
      },
    ])
  })

  test('without a contact is told live only', () => {
    assert.deepEqual(targetsBy('all', caregiver('eva', [])), [
      {
        ...{ userId: 'eva', name: 'eva', kind: 'STAFF', relationship: null, helps: true, onDuty: true },
        ...{ channels: ['live'], contactIds: [] },
      },
    ])
    assert.deepEqual(targetsBy(['push', 'mail'], caregiver('eva', [])), [])
  })

  test('who is a relative and no helper is told as well, and the next step is taken with it', () => {
    const eva = caregiver('eva', ['push'], { kind: 'RELATIVE', helps: false })
    const { step, targets } = takeStep(HIGH, 0, recipients([eva, ben]))
    assert.deepEqual([step, summary(targets)], [1, ['eva: push live', 'ben: push live']])
    // Of relatives alone, the admins are told at once.
    assert.deepEqual(summary(takeStep(HIGH, 0, recipients([eva])).targets), [
      'eva: push live',
      'ada: live mail',
    ])
  })

  test('who could not go is passed over until everybody is told', () => {
    const released = (step: number) => takeStep(HIGH, step, recipients([ana, ben]), 'ana').targets
    assert.deepEqual(summary(released(0)), ['ben: push live'])
    assert.deepEqual(summary(released(2)), [
      'ana: push live ntfy mail',
      'ben: push live mail',
      'webhooks: webhook',
    ])
  })
})

describe('a step that would tell nobody', () => {
  const take = (step: number, to: Recipients, policy = HIGH) => {
    const { targets, ...taken } = takeStep(policy, step, to)
    return { ...taken, targets: summary(targets) }
  }

  test('is taken together with the next one', () => {
    assert.deepEqual(take(0, recipients([off])), {
      step: 2,
      targets: ['off: push live', 'webhooks: webhook'],
    })
    assert.deepEqual(take(0, recipients([ben])), { step: 1, targets: ['ben: push live'] })
  })

  test('is one that would tell webhooks only, unless no later one tells a person', () => {
    const [first, second] = [
      { who: 'webhooks' as const },
      { who: 'assigned' as const, channels: ['mail' as const] },
    ]
    const steps = [first, second].map((audience, i) => ({ afterSeconds: i * 60, tell: [audience] }))
    const policy = { ...HIGH, steps }
    assert.deepEqual(take(0, recipients([ana]), policy), {
      step: 1,
      targets: ['webhooks: webhook', 'ana: mail'],
    })
    assert.deepEqual(take(0, recipients([off]), policy), { step: 0, targets: ['webhooks: webhook'] })
  })

  test('tells the admins at once if no caregiver can be reached', () => {
    assert.deepEqual(take(0, recipients([])), { step: 0, targets: ['ada: live mail'] })
    const eva = caregiver('eva', [])
    assert.deepEqual(take(0, recipients([eva])), { step: 0, targets: ['eva: live', 'ada: live mail'] })
    assert.deepEqual(take(0, recipients([]), LOW), { step: 0, targets: ['ada: live mail'] })
  })

  test('leaves the next ones for their time if there is nobody at all', () => {
    const nobody = recipients([], { admins: [], webhooks: [] })
    assert.deepEqual(take(0, nobody), { step: 0, targets: [] })
    assert.deepEqual(take(2, nobody), { step: 2, targets: [] })
    assert.deepEqual(take(4, nobody), { step: 4, targets: [] })
    assert.deepEqual(take(0, nobody, LOW), { step: 0, targets: [] })
    assert.deepEqual(take(4, nobody, { ...HIGH, repeat: null }), { step: 4, targets: [] })
  })
})

test('the admins stand in at every step', () => {
  const [, second] = HIGH.steps
  assert.ok(second)
  assert.deepEqual(summary(targetsOf([second], recipients([]))), ['ada: live mail'])
  assert.deepEqual(summary(targetsOf([second], recipients([ben]))), ['ben: push live'])
})
