import { formatCounts } from '../figures.ts'
import type { AttackResult } from './attack.ts'
import { lateMs, maxMessageP99Ms } from './call-figures.ts'
import { slowMs } from './client-figures.ts'
import type { EnvironmentUsage } from './environment.ts'
import type { ClientSummary } from './legitimate-clients.ts'

/** The result of one attack: its cost, and its effect on legitimate clients and on the service. */
export interface Row {
  name: string
  attacker: string
  /** Undefined if the attack did not end by itself. */
  attack: AttackResult | undefined
  clients: ClientSummary
  usage: EnvironmentUsage
  /** How many questions for names the name server left without an answer. */
  unansweredNames: number
  hasExited: boolean
  /** What was wrong in runs before this one, which were repeated because there may have been another cause. */
  repeated?: string[]
}

/** Returns how an attack violates the goal; an empty list means that it does not. */
export function violationsOf({ clients, hasExited, attack }: Row): string[] {
  const { readings, falls, alerts, detectedFalls, calls, messages, events } = clients
  const format = (failures: Record<string, number>) => formatCounts(new Map(Object.entries(failures)))
  return [
    ...(hasExited ? ['the service ended'] : []),
    ...(readings.slow > 0
      ? [`${readings.slow} readings took more than ${slowMs} ms, up to ${Math.round(readings.longestMs)}`]
      : []),
    ...(readings.failed > 0 ? [`readings: ${format(readings.failures)}`] : []),
    ...(falls.failed > 0 ? [`falls: ${format(falls.failures)}`] : []),
    ...(detectedFalls.missed > 0 ? [`${detectedFalls.missed} falls were not detected`] : []),
    ...(calls.failed > 0 ? [`calls: ${format(calls.failures)}`] : []),
    // A figure that nothing was measured for must not pass.
    ...(messages.expected === 0 ? ['no call was accepted'] : []),
    ...(messages.p99Ms > maxMessageP99Ms
      ? [`the p99 of messages is more than ${maxMessageP99Ms} ms: ${Math.round(messages.p99Ms)}`]
      : []),
    ...lateness('messages', messages),
    ...lateness('live events', events),
    ...(alerts.failed > 0 ? [`alerts: ${format(alerts.failures)}`] : []),
    ...(attack?.violations ?? []),
  ]
}

function lateness(what: string, { late, missing, expected }: ClientSummary['messages']): string[] {
  if (late === 0) return []
  return [
    `${late} of ${expected} ${what} came more than ${lateMs} ms after the call, ${missing} of them never`,
  ]
}

/** If other programs take more than this share of the machine, they may be the cause of a slow reading. */
const maxOthersShare = 0.15
/** If the disk takes longer to store a little of somebody else, a reading is slow with a commit or two. */
const maxSyncMs = slowMs / 2

/** What else may have made a reading slow or a message late. */
export function otherCauseOf({ usage: { othersCpuShare, longestSyncMs } }: Row): string | undefined {
  if (othersCpuShare > maxOthersShare)
    return `other programs took ${Math.round(othersCpuShare * 100)} % of the machine`
  if (longestSyncMs > maxSyncMs) return `the disk took ${Math.round(longestSyncMs)} ms`
  return undefined
}

/** Returns pass or FAIL, with a question mark if there may be another cause. */
export function verdictOf(row: Row): string {
  if (violationsOf(row).length === 0) return 'pass'
  return otherCauseOf(row) ? 'FAIL?' : 'FAIL'
}
