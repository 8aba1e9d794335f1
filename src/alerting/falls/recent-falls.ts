import { isLikely } from '../../detection/levels/fall-level.ts'
import { msPerDay } from '../../platform/lib/duration.ts'

/** How long a fall affects the health score. */
const recentForMs = 30 * msPerDay

export const recentSince = (now: Date) => new Date(now.getTime() - recentForMs)

/** The SQL condition for a likely fall since a time. */
export const isRecentFall = (since: string) => `falls.created_at > ${since} and ${isLikely}`
