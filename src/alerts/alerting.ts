import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { openSince } from '../falls/open-falls.ts'
import { insertAlerts, insertAlertsOfOpenFalls, lockPatientsOf, type Told } from './recipients.store.ts'

export { findUnansweredAlerts, listAlertsOfFall } from './alerts.store.ts'
export { findUnansweredFalls } from './recipients.store.ts'

/**
 * alertCaregivers tells everybody who is assigned to the patient and can be told, once each, in the transaction of
 * the fall. It answers how many there are, and how many were told of it now.
 */
export function alertCaregivers(tx: Db, fallId: string, patientId: string, at: Date): Promise<Told> {
  return insertAlerts(tx, fallId, patientId, at)
}

/**
 * alertOfOpenFalls tells a caregiver of the open falls of their patients, and answers how many alerts that made. The
 * transaction must have locked the caregiver, and after that each patient whose caregivers it changes, for update: a
 * fall locks its patient for key share, so it either sees the change or is seen here. Patients come after the caregiver
 * everywhere, or two of these would wait for each other.
 */
export function alertOfOpenFalls(ctx: Context, tx: Db, caregiverId: string): Promise<number> {
  const now = ctx.now()
  return insertAlertsOfOpenFalls(tx, caregiverId, openSince(now), now)
}

/** alertNewRecipient is for a caregiver who can be told from now on, of all their patients; the account is locked. */
export async function alertNewRecipient(ctx: Context, tx: Db, caregiverId: string): Promise<number> {
  await lockPatientsOf(tx, caregiverId)
  return alertOfOpenFalls(ctx, tx, caregiverId)
}
