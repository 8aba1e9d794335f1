import { isInTeamOfWard } from '../../accounts/access/ward-access.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { type EscalationFault, escalationFaults } from '../../platform/metrics/incident-metrics.ts'
import { wakeEngine } from '../model/incident-changes.ts'

/** How late a step or the end of a lease may be before something must be wrong. */
const overdueMs = 30 * msPerSecond

/**
 * Looks for what the engine should have done: open incidents without a next step although their policy
 * has one, steps that are overdue, deliveries stuck beyond their lease, and incidents whose handler can no longer act.
 * Each is made due and counted, because it means a fault.
 */
export async function repairEscalation(ctx: Context): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - overdueMs)
  const fixed = await ctx.db.transaction(async (tx) => {
    const counts: Record<EscalationFault, number> = {
      step_missing: await fixMissingSteps(tx, now),
      step_overdue: await countOverdue(tx, 'incidents', since),
      delivery_stuck: await countOverdue(
        tx,
        `deliveries join contacts on contacts.id = contact_id and ${isStuck}`,
        since,
      ),
      handler_gone: await releaseGoneHandlers(tx, now),
    }
    if (Object.values(counts).some((count) => count > 0)) await wakeEngine(tx)
    return counts
  })
  for (const reason of escalationFaults) {
    if (fixed[reason] === 0) continue
    ctx.log.error({ reason, count: fixed[reason] }, 'the escalation was overdue')
    ctx.metrics.escalationFixed(reason, fixed[reason])
  }
}

async function fixMissingSteps(tx: Db, now: Date): Promise<number> {
  const rows = await tx.query(
    `update incidents set due_at = $1
     where due_at is null and (state in ('CHECKING', 'ACKNOWLEDGED')
       or state = 'OPEN' and (policy is null or policy ->> 'repeat' is not null))
     returning 1`,
    [now],
  )
  return rows.length
}

/** False for what waits for its turn, because its receiver does not answer. */
const isStuck = `(state = 'SENDING' or is_prompt)`

/** Counts only: what is due stays due until a process has done it. */
async function countOverdue(tx: Db, table: string, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} where due_at < $1`,
    [since],
  )
  return row?.count ?? 0
}

/** Makes incidents due whose handler was deleted or deactivated, or looks after the patient no more. */
async function releaseGoneHandlers(tx: Db, now: Date): Promise<number> {
  const rows = await tx.query(
    `update incidents set due_at = $1
     where state = 'ACKNOWLEDGED' and due_at > $1 and not exists (
       select from users
       where users.id = incidents.acknowledged_by and users.status = 'active'
         and (users.role = 'ADMIN' or users.role = 'CAREGIVER' and (exists (
           select from assignments
           where assignments.caregiver_id = users.id and assignments.patient_id = incidents.patient_id)
           or ${isInTeamOfWard('users.id', 'incidents')})))
       and not exists (select from stations where stations.id = incidents.acknowledged_by)
     returning 1`,
    [now],
  )
  return rows.length
}
