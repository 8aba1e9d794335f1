import type { Place } from '../../accounts/residences/place.ts'
import { lockUser } from '../../accounts/users/users.service.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SharedDevice } from './incident.ts'

/** Identifies a device and whom it belongs to: a person, or the place of a shared device. */
export interface AlarmedDevice extends Partial<Place> {
  id: string
  number: number
  /** Null of a shared device. */
  userId: string | null
}

/** By which the alarms and incidents of a device are found: those of a person are shared by all of their devices. */
export const subjectIdOf = ({ id, userId }: Pick<AlarmedDevice, 'id' | 'userId'>): string => userId ?? id

/** The SQL of the same, of `devices`. */
export const subjectIdSql = 'coalesce(devices.user_id, devices.id)'

/** The people to whom devices belong, each once. */
export const ownersOf = (devices: readonly Pick<AlarmedDevice, 'userId'>[]): string[] => [
  ...new Set(devices.flatMap(({ userId }) => userId ?? [])),
]

/** What the incident of a device is about. */
export function subjectOf({ id, userId, site = null, ward = null, room = null }: AlarmedDevice): {
  patientId: string | null
  shared: SharedDevice | null
} {
  return { patientId: userId, shared: userId === null ? { id, site, ward, room } : null }
}

/** Prevents the deletion of the owner until the transaction ends; false if they do not exist. A place has none. */
export async function lockOwner(tx: Db, { userId }: Pick<AlarmedDevice, 'userId'>): Promise<boolean> {
  return userId === null || (await lockUser(tx, userId)) !== undefined
}
