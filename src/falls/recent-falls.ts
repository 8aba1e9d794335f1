/** A fall weighs on what is said of a person's health for 30 days. */
const recentFor = 30 * 86_400_000

export const recentSince = (now: Date) => new Date(now.getTime() - recentFor)

/** isRecentFall is the SQL that tells which of `falls` was likely a fall or worse, since a time. */
export const isRecentFall = (since: string) =>
  `falls.created_at > ${since} and falls.status in ('POTENTIAL', 'HIGH', 'CONFIRMED')`
