import { alertOfOpenFalls } from '../alerts/create-alerts.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { type Assignment, insertAssignment } from './assignments.store.ts'

/**
 * assign assigns a caregiver to a patient and alerts them to the open falls at once. It returns the number of alerts,
 * or undefined if the assignment exists. The caregiver is locked, and then the patient with their falls, unless the
 * patient was created in the same transaction.
 */
export async function assign(ctx: Context, tx: Db, assignment: Assignment): Promise<number | undefined> {
  if (!(await insertAssignment(tx, assignment))) return undefined
  return alertOfOpenFalls(ctx, tx, assignment.caregiverId)
}
