import { createAuth } from './auth/auth.service.ts'
import { createCredentialCache } from './auth/credential-cache.ts'
import { createPasswordResets } from './auth/password-resets.service.ts'
import type { Passwords } from './auth/passwords.ts'
import { createSessions } from './auth/sessions.ts'
import type { BackupMonitor } from './backup/backup-monitor.ts'
import type { Context } from './context.ts'
import type { Heartbeat } from './db/heartbeat.ts'
import type { Hold } from './db/installation.ts'
import { createDeviceKeys } from './devices/device-keys.service.ts'
import { createDeviceLogWriter } from './devices/device-log-writer.ts'
import { createEventStreams } from './events/event-streams.ts'
import { createHealthCheck } from './health/service-health.ts'
import { createPageResponder } from './http/page-cursors.ts'
import { createRouteLimits } from './http/route-limits.ts'
import type { TlsOptions } from './http/tls.ts'
import { createAcknowledgementTokens } from './incidents/acknowledge-token.ts'
import { createEngine } from './incidents/engine.ts'
import { readingIntervalMs } from './ingest/backfill-credit.ts'
import { createBatchSlots } from './ingest/batch-slots.ts'
import { createDeviceCache } from './ingest/device-cache.ts'
import { createDeviceRateLimiter } from './ingest/failover-rate-limiter.ts'
import { createPendingFalls } from './ingest/pending-falls.ts'
import { createReadingWriter } from './ingest/reading-writer.ts'
import { createReturns } from './monitoring/silence.service.ts'
import { createContacts } from './notifications/contacts.service.ts'
import { createDeliveryQueue } from './notifications/delivery-queue.ts'
import { createNotificationHold } from './notifications/hold.ts'
import { createSender } from './notifications/sender.ts'
import { createWebhookService } from './notifications/webhooks.service.ts'
import { createExports } from './profile/export.service.ts'
import { createProfiles } from './profile/profile.service.ts'
import type { RedisLink } from './redis/redis.ts'
import { createCounter } from './redis/request-counter.ts'
import { createStations } from './stations/stations.service.ts'
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
  /** The daily backups, if there are any. */
  backups?: BackupMonitor | undefined
  /** Why nothing may leave the service, if so. */
  hold?: Hold | undefined
  /** The folder of the built console. */
  consoleFolder?: string | undefined
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
  const hold = createNotificationHold(ctx, heartbeat, options.hold)
  const sender = createSender(ctx, hold)
  const acknowledgementTokens = createAcknowledgementTokens(jwtSecret, ctx.now)
  const queue = createDeliveryQueue(ctx, sender, acknowledgementTokens)
  const engine = createEngine(ctx, heartbeat, queue, hold)
  const auth = createAuth(ctx, sessions, passwords, redis)
  const passwordResets = createPasswordResets(ctx, { auth, sessions, passwords, sender, redis })
  return {
    ctx,
    sessions,
    auth,
    passwordResets,
    profiles: createProfiles(ctx, sessions, passwords),
    exports: createExports(ctx),
    stations: createStations(ctx, sessions, passwords),
    keys: createDeviceKeys(ctx, credentials, sessions),
    respondWithPage: createPageResponder(ctx.now, redis),
    routeLimits: createRouteLimits(ctx, redis),
    invalidateDevice: devices.invalidate,
    streams: createEventStreams(ctx, heartbeat),
    sender,
    hold,
    acknowledgementTokens,
    engine,
    contacts: createContacts(ctx, sender),
    webhooks: createWebhookService(ctx, sender),
    checkHealth: createHealthCheck({
      heartbeat,
      redis,
      isStopping,
      isBackupOverdue: options.backups?.isOverdue,
      isHeld: () => hold.current() !== undefined,
    }),
    backups: options.backups,
    version,
    ingest: {
      ctx,
      devices,
      writer,
      pendingFalls,
      rateLimiter: createDeviceRateLimiter(sensor, redis),
      writeLog: createDeviceLogWriter(ctx.db.reserved),
      endSilence: createReturns(ctx),
      backfillQuota: createCounter('backfill', backfill, redis),
      batchSlots: createBatchSlots(),
      intervalMs: readingIntervalMs(sensor),
    },
    /** Waits for what requests have left to do. */
    async close() {
      devices.stop()
      await writer.flush()
      await pendingFalls.stop()
      await engine.stop()
      await passwordResets.close()
      sender.close()
    },
  }
}
