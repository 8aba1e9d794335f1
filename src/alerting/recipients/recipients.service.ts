import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { openSince } from '../model/open-falls.ts'
import {
  type AlertCounts,
  type AlertSubject,
  insertAlerts,
  insertMissingAlerts,
  lockPatientsOf,
} from './recipients.store.ts'

export {
  type AlertCounts,
  acknowledgeAlertsOf,
  findUnansweredAlerts,
  findUnansweredFalls,
  listAlertsOfFall,
  markIncidentResponded,
  markResponded,
  reactivateAlerts,
} from './recipients.store.ts'

/**
 * Alerts every recipient of the patient once, in the transaction of the fall or incident. It returns the
 * number of recipients, and of new alerts.
 */
export function alertCaregivers(tx: Db, subject: AlertSubject): Promise<AlertCounts> {
  return insertAlerts(tx, subject)
}

/**
 * Alerts caregivers to the open falls and incidents of their patients, and returns the number of alerts. The
 * transaction must have locked the caregivers, and then each patient whose caregivers it changes, for update: a fall
 * locks its patient for key share, so one of the two sees the other. Patients are locked after the caregiver
 * everywhere, to avoid deadlocks.
 */
export function alertOfOpenFalls(ctx: Context, tx: Db, ...caregiverIds: readonly string[]): Promise<number> {
  const now = ctx.now()
  return insertMissingAlerts(tx, caregiverIds, openSince(now), now)
}

/** For a caregiver who becomes a recipient, for all their patients; the account must be locked. */
export async function alertNewRecipient(ctx: Context, tx: Db, caregiverId: string): Promise<number> {
  await lockPatientsOf(tx, caregiverId)
  return alertOfOpenFalls(ctx, tx, caregiverId)
}
