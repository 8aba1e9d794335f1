import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findRecipients, withoutGoing } from '../escalation/recipients.ts'
import { type StepTarget, takeStep } from '../escalation/step-targets.ts'
import { publishChange } from '../model/incident-changes.ts'
import { insertStepDeliveries } from '../notifications/incident-deliveries.ts'
import { skipToNextStep } from '../notifications/skip-to-next-step.ts'
import { reactivateAlerts } from '../recipients/recipients.service.ts'
import { handlingMs } from './acknowledge-incident.ts'
import type { EntryData } from './entry-data.ts'
import { dueAt, earlier, openingChange, tellDeadline } from './escalation-round.ts'
import { earlierCheck, readTellState, withFallback } from './fallback.ts'
import {
  type IncidentChange,
  lockDueIncident,
  type StoredIncident,
  updateIncident,
} from './incidents.store.ts'
import { recordConsequence } from './people-entries.ts'
import { nobodyHandles } from './raise-incident.ts'

/** What became of a due incident. */
export interface Advanced {
  /** How late the service acted. */
  latenessMs: number
}

/**
 * Does what is due for an incident, in one transaction: it ends a check, opens an incident again that
 * nobody has resolved, or takes the next step of the escalation. It returns undefined if another process was faster.
 */
export async function advanceIncident(ctx: Context, id: string): Promise<Advanced | undefined> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const incident = await lockDueIncident(tx, id, now)
    if (!incident?.dueAt) return undefined
    const act = incident.state === 'OPEN' ? takeDueStep : reopen
    await Promise.all([act(ctx, tx, incident, now), publishChange(tx, 'incident.changed', incident, now)])
    return { latenessMs: now.getTime() - incident.dueAt.getTime() }
  })
}

/** Opens an incident whose check has ended, or that somebody has acknowledged and not resolved. */
async function reopen(ctx: Context, tx: Db, incident: StoredIncident, now: Date): Promise<void> {
  const wasChecking = incident.state === 'CHECKING'
  const opening = await openingChange(ctx, tx, incident, now)
  await updateIncident(tx, incident.id, { ...opening, ...nobodyHandles })
  await recordConsequence(tx, {
    incidentId: incident.id,
    at: now,
    type: wasChecking ? 'opened' : 'reopened',
    data: { code: wasChecking ? 'CHECK_UNANSWERED' : whyReopened(incident) },
  })
  if (!wasChecking) await reactivateAlerts(tx, incident.id)
  const due = { ...incident, ...opening }
  if (due.dueAt && due.dueAt <= now) await takeDueStep(ctx, tx, due, now)
}

/** Distinguishes a time that has passed from a handler who can no longer act, whose incidents are due at once. */
function whyReopened({ acknowledgedAt, dueAt }: StoredIncident) {
  const hasExpired = acknowledgedAt && dueAt && dueAt.getTime() >= acknowledgedAt.getTime() + handlingMs
  return hasExpired ? 'HANDLING_EXPIRED' : 'HANDLER_UNASSIGNED'
}

/** Queues the messages of the step that is due, and sets when the next one is. */
async function takeDueStep(ctx: Context, tx: Db, incident: StoredIncident, now: Date): Promise<void> {
  const { id, policy, round, roundStartedAt, releasedBy, severity } = incident
  if (!policy || !roundStartedAt) {
    // An open incident without a policy cannot be; it must not be due for ever.
    await updateIncident(tx, id, await openingChange(ctx, tx, incident, now))
    return
  }
  const due = latestDueStep(ctx, incident, now)
  const isOver = due >= policy.steps.length
  const [state, people] = await Promise.all([
    readTellState(tx, incident),
    findRecipients(ctx, tx, incident, now),
  ])
  const scheduled = dueAt(ctx, policy, due, roundStartedAt, severity)
  const recipients = withoutGoing(people, state.going)
  const deadline = tellDeadline(incident, roundStartedAt)
  const isPastDeadline = deadline !== null && deadline <= now
  // Before its time, a step is taken because nothing that was sent can arrive.
  const canArrive = isPastDeadline && (state.isTold || state.isWaiting)
  const checkAfter = (next: Date | null, isFirst: boolean) =>
    earlierCheck(next, { policy, severity }, { now, timeZone: ctx.timeZone.current(), isFirst })
  // Whether anybody was told is found out before the next step is due.
  if ((isOver || canArrive) && (!scheduled || scheduled > now)) {
    const targets = withFallback([], recipients, state, false)
    // Under the number of the last step that was taken: the next one tells the same people again.
    if (targets.length > 0) await notify(tx, incident, due - 1, targets, now)
    await updateIncident(tx, id, {
      dueAt: state.isTold ? scheduled : checkAfter(scheduled, false),
    })
    return
  }
  const taken = takeStep(policy, due, recipients, releasedBy)
  const { step } = taken
  const isLast = step + 1 >= policy.steps.length
  const next = dueAt(ctx, policy, step + 1, roundStartedAt, severity)
  // Of a service that was down, the steps that it has missed come first.
  const isLate = isPastDeadline && !(next && next <= now)
  const isFirst = !isOver && !isLate
  const mustCheck = isLast || isLate
  const targets = mustCheck ? withFallback(taken.targets, recipients, state, isFirst) : taken.targets
  const check = mustCheck ? checkAfter(next, isFirst) : next
  const change: IncidentChange = {
    step: step + 1,
    dueAt: state.isTold ? next : isLate ? check : earlier(check, deadline),
  }
  const [haveFailed] = await Promise.all([
    notify(tx, incident, due, targets, now),
    updateIncident(tx, id, change),
  ])
  if (haveFailed) await skipToNextStep(tx, id, round, now)
}

/** Queues the messages of a step; it returns whether one of them has failed at once. */
async function notify(tx: Db, { id, round }: StoredIncident, step: number, targets: StepTarget[], at: Date) {
  const contactIds = targets.flatMap((target) => target.contactIds)
  const [haveFailed] = await Promise.all([
    insertStepDeliveries(tx, { incidentId: id, round, step, contactIds, at }),
    recordConsequence(tx, { incidentId: id, at, type: 'told', data: describeStep(step, targets) }),
  ])
  return haveFailed
}

/** Leaves out repetitions that a service that was down has missed: one of them is enough. */
function latestDueStep(
  ctx: Context,
  { policy, step, roundStartedAt, severity }: StoredIncident,
  now: Date,
): number {
  if (!policy || !roundStartedAt) return step
  let latest = step
  for (;;) {
    const next = dueAt(ctx, policy, latest + 1, roundStartedAt, severity)
    if (latest < policy.steps.length || !next || next > now) return latest
    latest++
  }
}

function describeStep(step: number, targets: StepTarget[]): EntryData {
  const told = targets.filter(({ contactIds }) => contactIds.length > 0)
  const people = told.filter(({ userId }) => userId !== null)
  const channels = new Set(people.flatMap(({ channels }) => channels))
  channels.delete('live')
  return {
    code: 'STEP_TAKEN',
    step: step + 1,
    people: people.length,
    channels: [...channels],
    webhooks: told.length > people.length,
  }
}
