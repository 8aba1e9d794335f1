import { createAuth } from '../accounts/auth/auth.service.ts'
import { createCredentialCache } from '../accounts/auth/credential-cache.ts'
import { createHelpCredentials } from '../accounts/auth/help-credentials.service.ts'
import { createPasswordResets } from '../accounts/auth/password-resets.service.ts'
import type { Passwords } from '../accounts/auth/passwords.ts'
import { createSessions } from '../accounts/auth/sessions.ts'
import { createEngine } from '../alerting/incidents/engine.ts'
import { createReturns } from '../alerting/monitoring/silence.service.ts'
import { createAcknowledgementTokens } from '../alerting/notifications/acknowledge-token.ts'
import { createContacts } from '../alerting/notifications/contacts.service.ts'
import { createDeliveryQueue } from '../alerting/notifications/delivery-queue.ts'
import { createNotificationHold } from '../alerting/notifications/hold.ts'
import { createSender } from '../alerting/notifications/sender.ts'
import { createWebhookService } from '../alerting/notifications/webhooks.service.ts'
import { alertNewRecipient } from '../alerting/recipients/recipients.service.ts'
import { createStations } from '../care/stations/stations.service.ts'
import type { BackupMonitor } from '../platform/backup/backup-monitor.ts'
import type { Context } from '../platform/context.ts'
import type { Heartbeat } from '../platform/db/heartbeat.ts'
import type { Hold } from '../platform/db/installation.ts'
import type { ReplicationMonitor } from '../platform/db/replication.ts'
import type { Shards } from '../platform/db/shards.ts'
import { createPageResponder } from '../platform/http/page-cursors.ts'
import { createRouteLimits } from '../platform/http/route-limits.ts'
import { version } from '../platform/project.ts'
import type { RedisLink } from '../platform/redis/redis.ts'
import { createCounter } from '../platform/redis/request-counter.ts'
import type { TlsOptions } from '../platform/tls/tls-options.ts'
import { createExports } from '../records/profile/export.service.ts'
import { createProfiles } from '../records/profile/profile.service.ts'
import { createEventIntake } from '../telemetry/device-events/event-intake.ts'
import { createDeviceKeys } from '../telemetry/devices/device-keys.service.ts'
import { createDeviceLogWriter } from '../telemetry/devices/device-logs.service.ts'
import { readingIntervalMs } from '../telemetry/ingest/backfill-credit.ts'
import { createBatchSlots } from '../telemetry/ingest/batch-slots.ts'
import { createDeviceCache } from '../telemetry/ingest/device-cache.ts'
import { createDeviceRateLimiter } from '../telemetry/ingest/failover-rate-limiter.ts'
import { createPendingFalls } from '../telemetry/ingest/pending-falls.ts'
import { createReadingWriter, type ReadingWriter } from '../telemetry/ingest/reading-writer.ts'
import { createShardedWriter } from '../telemetry/ingest/sharded-writer.ts'
import { createIntake } from '../telemetry/intake/intake.ts'
import { createPhones } from '../telemetry/phones/phones.service.ts'
import { createHealthCheck } from './health/service-health.ts'
import { createEventStreams } from './live/event-streams.ts'

/** What the app is built on; its owner closes it after the app. */
export interface AppOptions {
  ctx: Context
  heartbeat: Heartbeat
  /** The workers of a Citus cluster, if the readings are on several. */
  shards?: Shards | undefined
  redis?: RedisLink | undefined
  /** True while the service is stopping and still processes requests. */
  isStopping?: () => boolean
  passwords: Passwords
  jwtSecret: string
  tls?: TlsOptions | undefined
  /** The daily backups, if there are any. */
  backups?: BackupMonitor | undefined
  /** Whether commits are on more than one disk; the service of a test need not look. */
  replication?: ReplicationMonitor | undefined
  /** Why nothing may leave the service, if so. */
  hold?: Hold | undefined
  /** The folder of the built console. */
  consoleFolder?: string | undefined
  /** Reads the description of the API that the build has generated. */
  readDescription?: (() => string | undefined) | undefined
}

export type AppDependencies = ReturnType<typeof createAppDependencies>

/** Readings that go through the coordinator of a cluster would take many times as long, without anybody noticing. */
function createWriter({ db, metrics }: Context, shards: Shards | undefined): ReadingWriter {
  if (shards) return createShardedWriter(db.commits, shards, metrics)
  if (db.isDistributed) throw new Error('The tables are distributed, and the workers are not given')
  return createReadingWriter(db.commits, metrics)
}

/** Creates what the routes share and what lives as long as the app. */
export function createAppDependencies(options: AppOptions) {
  const { ctx, heartbeat, redis, isStopping = () => false, passwords, jwtSecret } = options
  const { sensor, backfill } = ctx.config.rateLimits
  const credentials = createCredentialCache(heartbeat)
  const sessions = createSessions(ctx, credentials, jwtSecret)
  const helpCredentials = createHelpCredentials(ctx)
  const devices = createDeviceCache(ctx, heartbeat, options.shards)
  const eventIntake = createEventIntake(ctx)
  const writer = createWriter(ctx, options.shards)
  const pendingFalls = createPendingFalls(ctx)
  const hold = createNotificationHold(ctx, heartbeat, options.hold)
  const sender = createSender(ctx, hold)
  const acknowledgementTokens = createAcknowledgementTokens(jwtSecret, ctx.now)
  const queue = createDeliveryQueue(ctx, sender, acknowledgementTokens)
  const engine = createEngine(ctx, heartbeat, queue, hold)
  const auth = createAuth(ctx, { sessions, passwords, redis, alertNewRecipient })
  const passwordResets = createPasswordResets(ctx, { auth, sessions, passwords, sender, redis })
  const ingest = {
    ctx,
    devices,
    writer,
    pendingFalls,
    rateLimiter: createDeviceRateLimiter(sensor, redis),
    writeLog: createDeviceLogWriter(ctx.db.reserved, options.shards),
    endSilence: createReturns(ctx),
    backfillQuota: createCounter('backfill', backfill, redis),
    batchSlots: createBatchSlots(),
    intervalMs: readingIntervalMs(sensor),
  }
  const intake = createIntake({ ctx, heartbeat, redis, ingest, events: eventIntake })
  return {
    ctx,
    sessions,
    helpCredentials,
    phones: createPhones(ctx, sessions, helpCredentials),
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
      isOnOneDisk: () => options.replication?.current()?.isConfirmed === false,
      isHeld: () => hold.current() !== undefined,
    }),
    backups: options.backups,
    replication: options.replication,
    version,
    eventIntake,
    ingest,
    intake,
    /** Waits for what requests have left to do. */
    async close() {
      devices.stop()
      await intake.close()
      await writer.flush()
      await pendingFalls.stop()
      await engine.stop()
      await passwordResets.close()
      sender.close()
    },
  }
}
