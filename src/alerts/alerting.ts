import type { Db } from '../db/database.ts'
import { insertAlerts } from './alerts.store.ts'

export { findUnansweredAlerts, listAlertsOfFall } from './alerts.store.ts'

/**
 * alertCaregivers tells everybody who is assigned to the patient, once each, in the transaction of the fall. It answers
 * how many were told of it now.
 */
export function alertCaregivers(tx: Db, fallId: string, patientId: string, at: Date): Promise<number> {
  return insertAlerts(tx, fallId, patientId, at)
}
