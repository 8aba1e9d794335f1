/** How long a fall affects the health score. */
const recentForMs = 30 * 86_400_000

export const recentSince = (now: Date) => new Date(now.getTime() - recentForMs)

/** isRecentFall is the SQL condition for a fall of at least POTENTIAL since a time. */
export const isRecentFall = (since: string) =>
  `falls.created_at > ${since} and falls.status in ('POTENTIAL', 'HIGH', 'CONFIRMED')`
