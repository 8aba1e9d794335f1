import { isLikely } from '../../detection/levels/fall-level.ts'
import { msPerDay } from '../../platform/lib/duration.ts'

/**
 * A fall from POTENTIAL on is open until a caregiver acknowledges one of its alerts, for a day at most; caregivers who
 * are assigned later are not alerted to it.
 */
const openForMs = msPerDay

export const openSince = (now: Date) => new Date(now.getTime() - openForMs)

/** The SQL for the time at which the service recorded one of `falls`. */
export const reportedAt = 'coalesce(falls.reported_at, falls.created_at)'

/** The SQL condition for an open fall since a time. One that its patient called off is not. */
export const isOpenFall = (since: string) =>
  `falls.responded_at is null and ${isLikely} and ${reportedAt} > ${since}
   and not exists (select from incidents where incidents.id = falls.incident_id and incidents.state = 'CANCELLED')`
