import { createAuth } from './auth/auth.service.ts'
import { createCredentialCache } from './auth/credential-cache.ts'
import type { Passwords } from './auth/passwords.ts'
import { createSessions } from './auth/sessions.ts'
import type { Context } from './context.ts'
import type { Heartbeat } from './db/heartbeat.ts'
import { createDeviceKeys } from './devices/device-keys.service.ts'
import { createDeviceLogWriter } from './devices/device-log-writer.ts'
import { createHealthCheck } from './health/service-health.ts'
import { createPageResponder } from './http/page-cursors.ts'
import { createRouteLimits } from './http/route-limits.ts'
import type { TlsOptions } from './http/tls.ts'
import { readingIntervalMs } from './ingest/backfill-credit.ts'
import { createDeviceCache } from './ingest/device-cache.ts'
import { createDeviceRateLimiter } from './ingest/failover-rate-limiter.ts'
import { createPendingFalls } from './ingest/pending-falls.ts'
import { createReadingWriter } from './ingest/reading-writer.ts'
import { createProfiles } from './profile/profile.service.ts'
import type { RedisLink } from './redis/redis.ts'
import { createCounter } from './redis/request-counter.ts'
import { version } from './version.ts'

/** AppOptions is what the app is built on; its owner closes it after the app. */
export interface AppOptions {
  ctx: Context
  heartbeat: Heartbeat
  redis?: RedisLink | undefined
  /** True while the service is stopping and still processes requests. */
  isStopping?: () => boolean
  passwords: Passwords
  jwtSecret: string
  tls?: TlsOptions | undefined
}

export type AppDependencies = ReturnType<typeof createAppDependencies>

/** createAppDependencies creates what the routes share and what lives as long as the app. */
export function createAppDependencies(options: AppOptions) {
  const { ctx, heartbeat, redis, isStopping = () => false, passwords, jwtSecret } = options
  const { sensor, backfill } = ctx.config.rateLimits
  const credentials = createCredentialCache(heartbeat)
  const sessions = createSessions(ctx, credentials, jwtSecret)
  const devices = createDeviceCache(ctx, heartbeat)
  const writer = createReadingWriter(ctx.db.commits, ctx.metrics)
  const pendingFalls = createPendingFalls(ctx)
  return {
    ctx,
    sessions,
    auth: createAuth(ctx, sessions, passwords, redis),
    profiles: createProfiles(ctx, sessions, passwords),
    keys: createDeviceKeys(ctx, credentials, sessions),
    respondWithPage: createPageResponder(ctx.now, redis),
    routeLimits: createRouteLimits(ctx, redis),
    invalidateDevice: devices.invalidate,
    checkHealth: createHealthCheck({ heartbeat, redis, isStopping }),
    version,
    ingest: {
      ctx,
      devices,
      writer,
      pendingFalls,
      rateLimiter: createDeviceRateLimiter(sensor, redis),
      writeLog: createDeviceLogWriter(ctx.db.reserved),
      backfillQuota: createCounter('backfill', backfill, redis),
      intervalMs: readingIntervalMs(sensor),
    },
    /** Waits for what requests have left to do. */
    async close() {
      devices.stop()
      await writer.flush()
      await pendingFalls.stop()
    },
  }
}
