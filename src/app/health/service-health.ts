import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'

export const healthStatuses = ['HEALTHY', 'DEGRADED', 'UNHEALTHY'] as const
export type HealthStatus = (typeof healthStatuses)[number]

/** The state of the service, with the reason if it is not healthy. */
export type ServiceHealth =
  | { status: Exclude<HealthStatus, 'UNHEALTHY'> }
  | { status: 'UNHEALTHY'; reason: string }

export type CheckHealth = () => ServiceHealth

interface HealthParts {
  heartbeat: Heartbeat
  redis: RedisLink | undefined
  isStopping: () => boolean
  /** True while a backup is overdue; there may be no backups. */
  isBackupOverdue?: (() => boolean) | undefined
  /** True while no standby confirms commits, although one is expected. */
  isOnOneDisk?: () => boolean
  /** True while no messages are sent. */
  isHeld?: () => boolean
}

/**
 * Returns the function that all routes use to show the health. It is DEGRADED while an optional part
 * is unavailable, a backup is overdue, commits are on one disk instead of two, or messages are held.
 */
export function createHealthCheck({
  heartbeat,
  redis,
  isStopping,
  isBackupOverdue = () => false,
  isOnOneDisk = () => false,
  isHeld = () => false,
}: HealthParts): CheckHealth {
  return () => {
    if (isStopping()) return { status: 'UNHEALTHY', reason: 'The service is stopping' }
    if (!heartbeat.alive) return { status: 'UNHEALTHY', reason: 'Database connection failed' }
    const isWhole = (!redis || redis.alive) && !isBackupOverdue() && !isOnOneDisk() && !isHeld()
    return { status: isWhole ? 'HEALTHY' : 'DEGRADED' }
  }
}
