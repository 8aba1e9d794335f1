import { alertOfOpenFalls } from '../alerts/alerting.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { type Assignment, insertAssignment } from './assignments.store.ts'

/**
 * assign makes somebody a caregiver of a patient and tells them of the open falls at once. It answers how many alerts
 * that made, or undefined when they look after the patient already. The caregiver is locked, and then the patient
 * with their falls, unless nobody else can know the patient yet.
 */
export async function assign(ctx: Context, tx: Db, assignment: Assignment): Promise<number | undefined> {
  if (!(await insertAssignment(tx, assignment))) return undefined
  return alertOfOpenFalls(ctx, tx, assignment.caregiverId)
}
