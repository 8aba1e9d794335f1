import type { Pulse } from '../db/pulse.ts'
import type { RedisLink } from '../redis/redis.ts'

export const healthStatuses = ['HEALTHY', 'DEGRADED', 'UNHEALTHY'] as const
export type HealthStatus = (typeof healthStatuses)[number]

/** ServiceHealth is how the service is doing at the moment, with the reason where it cannot do its work. */
export type ServiceHealth =
  | { status: Exclude<HealthStatus, 'UNHEALTHY'> }
  | { status: 'UNHEALTHY'; reason: string }

export type CheckHealth = () => ServiceHealth

interface HealthParts {
  pulse: Pulse
  redis: RedisLink | undefined
  isStopping: () => boolean
}

/**
 * createHealthCheck gives the one place that says how the service is doing, for everybody who shows it. It is DEGRADED
 * while a part is away that it can do without.
 */
export function createHealthCheck({ pulse, redis, isStopping }: HealthParts): CheckHealth {
  return () => {
    if (isStopping()) return { status: 'UNHEALTHY', reason: 'The service is stopping' }
    if (!pulse.alive) return { status: 'UNHEALTHY', reason: 'Database connection failed' }
    return { status: redis && !redis.alive ? 'DEGRADED' : 'HEALTHY' }
  }
}
