import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertCallNotes } from '../notifications/incident-deliveries.ts'
import { dueAt, earlier, openingChange } from './escalation-round.ts'
import { type StoredIncident, updateIncident } from './incidents.store.ts'

/**
 * Answers a call for help that is repeated while people are being told, or while somebody is on the way: the
 * next step of the escalation is due at once, or the handler gets a message.
 */
export async function tellAgain(ctx: Context, tx: Db, incident: StoredIncident, at: Date): Promise<void> {
  const { id, state, round, acknowledgedBy } = incident
  if (state === 'OPEN')
    await updateIncident(
      tx,
      id,
      earlierSteps(ctx, incident, at) ?? (await openingChange(ctx, tx, incident, at)),
    )
  else if (acknowledgedBy) await insertCallNotes(tx, { incidentId: id, round, userId: acknowledgedBy, at })
}

/**
 * Moves the whole schedule forward: if only the next step were due earlier, each call would postpone the
 * repetitions after it. It is undefined if the policy has no step left.
 * An incident can be due before its next step, to find out whether anybody was told.
 */
function earlierSteps(
  ctx: Context,
  { roundStartedAt, policy, step, severity, ...incident }: StoredIncident,
  at: Date,
) {
  const next = policy && roundStartedAt && dueAt(ctx, policy, step, roundStartedAt, severity)
  if (!next) return undefined
  const byMs = Math.max(0, next.getTime() - at.getTime())
  return {
    dueAt: earlier(incident.dueAt, at),
    roundStartedAt: new Date(roundStartedAt.getTime() - byMs),
  }
}
