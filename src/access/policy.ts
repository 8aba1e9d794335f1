import type { Actor } from '../context.ts'
import type { Db } from '../db/database.ts'
import { forbidden } from '../lib/errors.ts'

/** Every rule about whose records somebody may see or change. Roles alone are checked at the route. */

/** assertMayReadDevice: its owner, a caregiver assigned to the owner, an admin. */
export async function assertMayReadDevice(db: Db, actor: Actor, device: { userId: string }): Promise<void> {
  if (!(await looksAfter(db, actor, device.userId))) throw forbidden('This device belongs to another account')
}

/** assertMayChangeDevice: its owner alone. */
export function assertMayChangeDevice(actor: Actor, device: { userId: string }): void {
  if (device.userId !== actor.id) throw forbidden('Only the owner of a device may change or delete it')
}

/** assertMayReadPatient: the patient, an assigned caregiver, an admin. */
export async function assertMayReadPatient(db: Db, actor: Actor, patientId: string): Promise<void> {
  if (!(await looksAfter(db, actor, patientId))) throw forbidden('This patient is not assigned to you')
}

async function looksAfter(db: Db, actor: Actor, patientId: string): Promise<boolean> {
  if (actor.id === patientId || actor.role === 'ADMIN') return true
  return actor.role === 'CAREGIVER' && isAssigned(db, actor.id, patientId)
}

async function isAssigned(db: Db, caregiverId: string, patientId: string): Promise<boolean> {
  const rows = await db.query('select 1 from assignments where caregiver_id = $1 and patient_id = $2', [
    caregiverId,
    patientId,
  ])
  return rows.length > 0
}
