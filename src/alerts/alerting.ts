import type { Db } from '../db/database.ts'
import { insertAlerts } from './alerts.store.ts'

export { listAlertsOfFall } from './alerts.store.ts'

/** alertCaregivers tells everybody who is assigned to the patient, once each, in the transaction of the fall. */
export async function alertCaregivers(tx: Db, fallId: string, patientId: string, at: Date): Promise<void> {
  await insertAlerts(tx, fallId, patientId, at)
}
