/**
 * A likely fall is open until a caregiver acknowledges one of its alerts, for a day at most: after that nobody waits
 * for help any more, and who is assigned now need not be told of it.
 */
const openForMs = 24 * 3_600_000

export const openSince = (now: Date) => new Date(now.getTime() - openForMs)

/** reportedAt is the SQL that tells when the service learned of one of `falls`. */
export const reportedAt = 'coalesce(falls.reported_at, falls.created_at)'

/** isOpenFall is the SQL that tells which of `falls` is open, since a time. */
export const isOpenFall = (since: string) =>
  `falls.responded_at is null and falls.status in ('POTENTIAL', 'HIGH', 'CONFIRMED') and ${reportedAt} > ${since}`
