import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import { personalChannelNames } from '../notifications/channels/channels.ts'
import { webhook } from '../notifications/channels/webhook.ts'
import {
  type Audience,
  type EscalationPolicy,
  type EscalationStep,
  live,
  type StepChannels,
  stepChannels,
  stepsAt,
} from './policy.ts'
import type { Person, Recipients } from './recipients.ts'

/** One person, or the webhooks, told by some channels at one step. */
export interface StepTarget {
  /** Null for the webhooks, as is the name. */
  userId: string | null
  name: string | null
  /** What the person is to the patient; null of an admin. */
  kind: AssignmentKind | null
  relationship: string | null
  /** Whether their acknowledgement ends the escalation. */
  helps: boolean
  onDuty: boolean
  channels: string[]
  /** What a message is sent to: none of a person who is reached by the live channel only. */
  contactIds: string[]
}

type Receiver = Omit<StepTarget, 'channels' | 'contactIds'>

const allWebhooks: Receiver = {
  userId: null,
  name: null,
  kind: null,
  relationship: null,
  helps: false,
  onDuty: true,
}

const channelOrder: readonly string[] = [...stepChannels, webhook.name]

/**
 * Returns who is told by what if the steps are taken together: a person once, and each contact once. `releasedBy`
 * is the caregiver who could not go: they are told only together with everybody.
 */
export function targetsOf(
  steps: EscalationStep[],
  recipients: Recipients,
  releasedBy: string | null = null,
): StepTarget[] {
  const targets = new Map<string | null, StepTarget>()
  const isReachable = recipients.caregivers.some(({ helps, contacts }) => helps && contacts.length > 0)
  const audiences = steps.flatMap(({ tell }) => tell)
  // Admins stand in for caregivers, at whatever step the last of them became unreachable.
  if (!isReachable) audiences.push({ who: 'admins', channels: 'all' })
  for (const audience of audiences) {
    if (audience.who === 'webhooks') {
      const ids = recipients.webhooks.map(({ id }) => id)
      add(allWebhooks, ids.length > 0 ? [webhook.name] : [], ids)
      continue
    }
    for (const person of peopleIn(audience, recipients, releasedBy)) {
      const { channels, contactIds } = reach(person, audience.channels)
      add(person, channels, contactIds)
    }
  }
  return [...targets.values()]

  function add(to: Receiver, channels: string[], contactIds: string[]): void {
    if (channels.length === 0) return
    const { userId, name, kind, relationship, helps, onDuty } = to
    const known = targets.get(userId)
    const all = new Set([...(known?.channels ?? []), ...channels])
    targets.set(userId, {
      userId,
      name,
      kind,
      relationship,
      helps,
      onDuty,
      channels: channelOrder.filter((channel) => all.has(channel)),
      contactIds: [...new Set([...(known?.contactIds ?? []), ...contactIds])],
    })
  }
}

function peopleIn(
  audience: Exclude<Audience, { who: 'webhooks' }>,
  { caregivers, admins }: Recipients,
  releasedBy: string | null,
): Person[] {
  if (audience.who !== 'priority') return audience.who === 'admins' ? admins : caregivers
  return caregivers.filter(
    ({ userId, priority, onDuty }) => onDuty && priority === audience.priority && userId !== releasedBy,
  )
}

function reach({ contacts }: Person, channels: StepChannels): Pick<StepTarget, 'channels' | 'contactIds'> {
  if (channels === 'best') {
    const best = personalChannelNames.find((name) => contacts.some(({ channel }) => channel === name))
    const contact = contacts.find(({ channel }) => channel === best)
    return contact
      ? { channels: [contact.channel], contactIds: [contact.id] }
      : { channels: [], contactIds: [] }
  }
  const wanted: readonly string[] = channels === 'all' ? stepChannels : channels
  const used = contacts.filter(({ channel }) => wanted.includes(channel))
  const openPage = wanted.includes(live) ? [live] : []
  return {
    channels: [...new Set([...openPage, ...used.map(({ channel }) => channel)])],
    contactIds: used.map(({ id }) => id),
  }
}

/** What happens when a step is due. */
export interface TakenSteps {
  /** The last step that was taken; the next one is due by the policy. */
  step: number
  targets: StepTarget[]
}

/**
 * Whether a message is sent to a person who can answer: a webhook is none, a page that is open is no message,
 * and a relative answers only if they count as a helper.
 */
export const reachesHelper = (targets: readonly StepTarget[]) =>
  targets.some(({ helps, contactIds }) => helps && contactIds.length > 0)

/**
 * Returns what happens when a step is due. If it would send nothing to a person, the following ones of the first
 * pass are taken with it, because waiting would help nobody; a repetition waits for its time. If none of them would, each
 * is tried at its own time, as are webhooks: somebody may be reachable by then.
 */
export function takeStep(
  policy: EscalationPolicy,
  step: number,
  recipients: Recipients,
  releasedBy: string | null = null,
): TakenSteps {
  const steps = stepsAt(policy, step)
  let toWebhooks: TakenSteps | undefined
  for (let last = step; ; last++) {
    const targets = targetsOf(steps, recipients, releasedBy)
    if (reachesHelper(targets)) return { step: last, targets }
    if (targets.some(({ contactIds }) => contactIds.length > 0)) toWebhooks ??= { step: last, targets }
    const next = last + 1 < policy.steps.length ? stepsAt(policy, last + 1) : []
    if (next.length === 0) return toWebhooks ?? { step, targets }
    steps.push(...next)
  }
}
