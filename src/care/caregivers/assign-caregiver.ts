import { alertOfOpenFalls } from '../../alerting/recipients/recipients.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertAssignment, type NewAssignment } from './assignments.store.ts'

/**
 * Assigns caregivers to patients, all of whom are locked or new, and alerts them to the open falls once. It
 * returns the number of alerts.
 */
export async function assignAll(
  ctx: Context,
  tx: Db,
  assignments: readonly NewAssignment[],
): Promise<number> {
  for (const assignment of assignments) await insertAssignment(tx, assignment)
  let alerts = 0
  for (const caregiverId of new Set(assignments.map((assignment) => assignment.caregiverId)))
    alerts += await alertOfOpenFalls(ctx, tx, caregiverId)
  return alerts
}

/**
 * Assigns a caregiver to a patient and alerts them to the open falls at once. It returns the number of alerts,
 * or undefined if the assignment exists. The caregiver is locked, and then the patient with their falls, unless the
 * patient was created in the same transaction.
 */
export async function assign(ctx: Context, tx: Db, assignment: NewAssignment): Promise<number | undefined> {
  if (!(await insertAssignment(tx, assignment))) return undefined
  return alertOfOpenFalls(ctx, tx, assignment.caregiverId)
}
