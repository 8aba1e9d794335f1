import type { Severity } from '../../detection/levels/severity.ts'
import { msPerSecond, secondsPerDay, secondsPerMinute } from '../../platform/lib/duration.ts'
import { localTime, nextLocalTime } from '../../platform/lib/local-time.ts'
import { type IncidentKind, isNotice } from '../model/incident.ts'
import {
  type PersonalChannel,
  personalChannelNames,
  personalChannels,
} from '../notifications/channels/channels.ts'

/** The channel of people who have the console open: the event stream, which needs no contact and no delivery. */
export const live = 'live'
export type StepChannel = PersonalChannel | typeof live

/** The channels that a step can name, the most immediate first. */
export const stepChannels: readonly StepChannel[] = [
  ...personalChannelNames.slice(0, 1),
  live,
  ...personalChannelNames.slice(1),
]

/** What can wake a person, and the console, which may be open. */
const wakingChannels = stepChannels.filter(
  (name) => name === live || personalChannels.some((channel) => channel.name === name && channel.wakes),
)

/** All channels, one contact of each person (by the first channel they have one of), or those named. */
export type StepChannels = 'all' | 'best' | StepChannel[]

export const maxPriority = 5
export const maxSteps = 10

/** A group of people. `priority` contains only those on duty, `assigned` all caregivers of the patient. */
export type Audience =
  | { who: 'priority'; priority: number; channels: StepChannels }
  | { who: 'assigned' | 'admins'; channels: StepChannels }
  | { who: 'webhooks' }

export interface EscalationStep {
  /** Since the incident was opened. */
  afterSeconds: number
  tell: Audience[]
}

/** Who is told by what, after how long, and how often again. */
export interface EscalationPolicy {
  /** In the order of their times. */
  steps: EscalationStep[]
  /** The last steps are taken again, together, until somebody acknowledges; null if they are not. */
  repeat: { steps: number; everySeconds: number } | null
  /** Steps of an incident of severity LOW wait for the morning. */
  quietAtNight: boolean
}

const nightFromMinute = 22 * 60
const nightToMinute = 7 * 60

/** The default for what somebody must come for; the factor makes it slower. */
function alarmPolicy(factor: number): EscalationPolicy {
  const after = (minutes: number) => minutes * secondsPerMinute * factor
  return {
    steps: [
      { afterSeconds: 0, tell: [{ who: 'priority', priority: 1, channels: wakingChannels }] },
      {
        afterSeconds: after(1),
        tell: [
          { who: 'priority', priority: 1, channels: 'all' },
          { who: 'priority', priority: 2, channels: ['push', 'live'] },
        ],
      },
      { afterSeconds: after(3), tell: [{ who: 'assigned', channels: 'all' }, { who: 'webhooks' }] },
      { afterSeconds: after(5), tell: [{ who: 'admins', channels: 'all' }] },
    ],
    repeat: { steps: 2, everySeconds: after(5) },
    quietAtNight: false,
  }
}

export const defaultPolicies: Readonly<Record<Severity, EscalationPolicy>> = {
  CRITICAL: alarmPolicy(1),
  HIGH: alarmPolicy(1),
  MEDIUM: alarmPolicy(2),
  LOW: {
    steps: [
      { afterSeconds: 0, tell: [{ who: 'priority', priority: 1, channels: 'best' }] },
      // Taken at once if the first one reaches nobody.
      { afterSeconds: secondsPerDay, tell: [{ who: 'assigned', channels: 'best' }] },
    ],
    repeat: { steps: 1, everySeconds: secondsPerDay },
    quietAtNight: true,
  },
}

/** How soon a person must be told of an incident that is urgent, whatever its policy says. */
export const reachWithinSeconds = 10 * secondsPerMinute

/** True for a policy that sends a message to people within ten minutes. A page that is open is none. */
export function reachesPeople({ steps }: EscalationPolicy): boolean {
  return steps.some(
    ({ afterSeconds, tell }) =>
      afterSeconds <= reachWithinSeconds &&
      tell.some(
        (audience) =>
          audience.who !== 'webhooks' &&
          (typeof audience.channels === 'string' || audience.channels.some((channel) => channel !== live)),
      ),
  )
}

/** The severity whose policy an incident uses: a notice never uses that of an alarm, even if it is urgent. */
export function policyKey(kind: IncidentKind, severity: Severity): Severity {
  return isNotice(kind) ? 'LOW' : severity
}

/**
 * Returns what step number `step` consists of: one step of the policy in the first pass, then the last ones
 * together at each repetition. It returns none when the policy has ended.
 */
export function stepsAt({ steps, repeat }: EscalationPolicy, step: number): EscalationStep[] {
  if (step < steps.length) return steps.slice(step, step + 1)
  return repeat ? steps.slice(-repeat.steps) : []
}

/** Returns when a step of an incident that was opened at `startedAt` is due, or null if there is no such step. */
export function stepDueAt(
  policy: EscalationPolicy,
  step: number,
  startedAt: Date,
  { severity, timeZone }: { severity: Severity; timeZone: string },
): Date | null {
  const afterSeconds = secondsUntil(policy, step)
  if (afterSeconds === undefined) return null
  return afterNight(policy, new Date(startedAt.getTime() + afterSeconds * msPerSecond), {
    severity,
    timeZone,
  })
}

/** Puts off until the morning what a quiet policy would send at night, unless the incident is urgent. */
export function afterNight(
  { quietAtNight }: Pick<EscalationPolicy, 'quietAtNight'>,
  at: Date,
  { severity, timeZone }: { severity: Severity; timeZone: string },
): Date {
  const isQuiet = quietAtNight && severity === 'LOW' && isNight(at, timeZone)
  return isQuiet ? nextLocalTime(at, nightToMinute, timeZone) : at
}

function secondsUntil({ steps, repeat }: EscalationPolicy, step: number): number | undefined {
  const last = steps.length - 1
  const inFirstPass = steps[Math.min(step, last)]?.afterSeconds
  if (step <= last || inFirstPass === undefined) return inFirstPass
  return repeat ? inFirstPass + (step - last) * repeat.everySeconds : undefined
}

function isNight(at: Date, timeZone: string): boolean {
  const { minuteOfDay } = localTime(at, timeZone)
  return minuteOfDay >= nightFromMinute || minuteOfDay < nightToMinute
}
