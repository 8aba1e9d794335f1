import type { Severity } from '../../detection/levels/severity.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { type EscalationPolicy, policyKey, reachWithinSeconds, stepDueAt } from '../escalation/policy.ts'
import { readPolicy } from '../escalation/read-policy.ts'
import { findRecipients } from '../escalation/recipients.ts'
import { isUrgent } from '../notifications/channels/channel.ts'
import type { IncidentChange, StoredIncident } from './incidents.store.ts'

type Subject = Pick<StoredIncident, 'kind' | 'severity' | 'patientId' | 'round'> &
  Partial<Pick<StoredIncident, 'site' | 'ward'>>

/**
 * Opens an incident, for the first time or again: the policy is copied, and its first step is due. Each
 * opening is a round of its own, so that everybody is told anew.
 */
export async function openingChange(ctx: Context, tx: Db, incident: Subject, at: Date) {
  const policy = await readPolicy(tx, incident.kind, incident.severity, incident.patientId)
  return {
    state: 'OPEN' as const,
    policy,
    round: incident.round + 1,
    roundStartedAt: at,
    step: 0,
    releasedBy: null,
    checkUntil: null,
    dueAt: earlier(await firstDueAt(ctx, tx, policy, incident, at), tellDeadline(incident, at)),
  } satisfies IncidentChange
}

/** Does not wait for a later first step if no caregiver can be told: the admins are told at once. */
async function firstDueAt(
  ctx: Context,
  tx: Db,
  policy: EscalationPolicy,
  subject: Subject,
  at: Date,
): Promise<Date | null> {
  const first = dueAt(ctx, policy, 0, at, subject.severity)
  if (!policy.steps[0]?.afterSeconds) return first
  const { caregivers } = await findRecipients(ctx, tx, subject, at)
  return caregivers.some(({ helps, contacts }) => helps && contacts.length > 0) ? first : at
}

/**
 * When a person must have been told of an incident in a round, whatever its policy says; null of one that
 * is not urgent, and of a notice.
 */
export function tellDeadline(
  { kind, severity }: Pick<Subject, 'kind' | 'severity'>,
  roundStartedAt: Date,
): Date | null {
  if (!isUrgent(policyKey(kind, severity))) return null
  return new Date(roundStartedAt.getTime() + reachWithinSeconds * msPerSecond)
}

export function dueAt(
  ctx: Context,
  policy: EscalationPolicy,
  step: number,
  startedAt: Date,
  severity: Severity,
): Date | null {
  return stepDueAt(policy, step, startedAt, { severity, timeZone: ctx.timeZone.current() })
}

/**
 * Raises the severity of an incident. An open one continues with the policy of its new severity, at the
 * step that it has reached, and never later than before. A notice that becomes urgent keeps its policy, and its next
 * step is due at once.
 */
export async function severityChange(
  ctx: Context,
  tx: Db,
  incident: StoredIncident,
  severity: Severity,
): Promise<IncidentChange> {
  const { kind, patientId, step, roundStartedAt, state } = incident
  if (state !== 'OPEN' || !roundStartedAt) return { severity }
  const policy = await readPolicy(tx, kind, severity, patientId)
  const isNotice = policyKey(kind, severity) !== severity
  const scheduled = dueAt(ctx, policy, step, roundStartedAt, severity)
  if (!isNotice) {
    const deadline = tellDeadline({ kind, severity }, roundStartedAt)
    return { severity, policy, dueAt: earlier(earlier(incident.dueAt, scheduled), deadline) }
  }
  const now = ctx.now()
  // A repetition is taken only when it is due by the begin of its round.
  const isRepetition = scheduled && step >= policy.steps.length
  const byMs = isRepetition ? Math.max(0, scheduled.getTime() - now.getTime()) : 0
  return {
    ...{ severity, policy },
    dueAt: earlier(incident.dueAt, now),
    roundStartedAt: new Date(roundStartedAt.getTime() - byMs),
  }
}

export const earlier = (a: Date | null, b: Date | null) => (a && b ? (a < b ? a : b) : (a ?? b))
