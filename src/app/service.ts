import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ensureFirstAdmin } from '../accounts/auth/first-admin.ts'
import { loadJwtSecret } from '../accounts/auth/jwt-secret.ts'
import { createPasswords } from '../accounts/auth/passwords.ts'
import { ensureBackupKey } from '../platform/backup/backup-key.ts'
import { createBackupMonitor } from '../platform/backup/backup-monitor.ts'
import { startDailyBackups } from '../platform/backup/daily-backups.ts'
import { type Config, loadConfig, misspeltSettings, readEnvironment } from '../platform/config.ts'
import { watchReplication } from '../platform/db/replication.ts'
import { openStore } from '../platform/db/store.ts'
import { backlog } from '../platform/http/server.ts'
import { listDatabaseUrls } from '../platform/lib/database-hosts.ts'
import { StartError } from '../platform/lib/errors.ts'
import { prepareAll } from '../platform/lib/prepared.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import type { RedisLink } from '../platform/redis/redis.ts'
import { openTimeZone } from '../platform/time-zone.ts'
import { readTlsOptions, watchOwnCertificate } from '../platform/tls/tls-options.ts'
import { buildApp } from './app.ts'
import { readBuiltDescription } from './built-description.ts'
import { startJobs } from './jobs/jobs.ts'
import { schedule } from './jobs/schedule.ts'
import { metricLabels } from './metrics/metric-labels.ts'
import { openMetricsServer } from './metrics/metrics-server.ts'
import { printAdminCredentials, reportBackupKey, reportStart } from './startup-banner.ts'
import { isWorker, reportReady, runWorkers } from './workers.ts'

export { rehearse } from './rehearsal.ts'

interface Service {
  log: Logger
  stop(): Promise<void>
}

/** Starts the service: settings → store → app → listen. On failure, what has started is stopped. */
async function start(config: Config): Promise<Service> {
  const tls = readTlsOptions(config)
  const log = createLog(config.logLevel)
  const store = await openStore(config, log, fail)
  const redis = config.redisUrl ? await openRedisAt(config.redisUrl, store.installation.id, log) : undefined
  try {
    const ctx = {
      db: store.db,
      config,
      log,
      metrics: createMetrics(config, metricLabels),
      now: () => new Date(),
      timeZone: await openTimeZone({ db: store.db, heartbeat: store.heartbeat, config, log }),
    }
    const passwords = createPasswords()
    const jwtSecret = loadJwtSecret(config)
    const backups =
      config.backup && createBackupMonitor(config.backup, store.installation.installedAt, ctx.now)
    const isExpected = listDatabaseUrls(config.databaseUrl ?? '').length > 1
    const workers = () => (store.shards?.nodes() ?? []).map(({ db }) => db)
    const replication = await watchReplication({ ...ctx, workers, isExpected })
    let stopping = false
    const isStopping = () => stopping
    const app = await buildApp({
      ctx,
      heartbeat: store.heartbeat,
      shards: store.shards,
      redis,
      isStopping,
      passwords,
      jwtSecret,
      tls,
      backups,
      replication,
      hold: store.installation.hold,
      readDescription: readBuiltDescription,
    })
    // Before anybody can sign up with the address in the settings.
    if (config.admin) await ensureFirstAdmin(ctx, passwords)
    const metricsServer = await openMetricsServer(ctx)
    app.addHook('onClose', async () => metricsServer?.close())
    // Under load, what each of several processes opens and creates at its first requests makes all of them wait.
    if (config.workers > 1) await Promise.all([store.db.connectAll(), prepareAll()])
    await listen(app, config)
    const mqtt =
      config.mqtt.port === undefined ? undefined : await app.mqtt.listen(config.host, config.mqtt.port)
    // A random password is shown only once: not by a start that still fails, after which nobody looks for it.
    const newAdmin = config.admin ? undefined : await ensureFirstAdmin(ctx, passwords)
    if (newAdmin) printAdminCredentials(newAdmin)
    if (config.backup) reportBackupKey(ensureBackupKey(config))
    const { brokerUrl } = config.mqtt
    if (brokerUrl) app.hold.onceReleased(() => app.connectBroker(brokerUrl))
    const stopJobs = startJobs(ctx, schedule)
    const stopBackups = config.backup && backups ? startDailyBackups(ctx, config.backup, backups) : undefined
    const stopWatchingCertificate = watchOwnCertificate(config, log, app.renewTls)
    app.engine.start()
    const address = app.server.address() as AddressInfo
    const { hold } = store.installation
    const started = { address, dataLocation: store.location, mqtt, hold }
    if (isWorker) reportReady(started)
    else reportStart(config, log, { ...started, metrics: metricsServer?.address })
    return {
      log,
      async stop() {
        stopping = true
        // Load balancers see by the health check that the service is stopping; until then requests are processed.
        await sleep(config.stopDelaySeconds * 1000)
        stopWatchingCertificate()
        await app.close()
        await stopJobs()
        await stopBackups?.()
        replication.stop()
        await redis?.close()
        await store.close()
      },
    }
  } catch (error) {
    await redis?.close()
    await store.close()
    throw error
  }
}

/** Loads the client only when it is used: that takes a tenth of the startup time. */
async function openRedisAt(url: string, installation: string, log: Logger): Promise<RedisLink> {
  const { openRedis } = await import('../platform/redis/redis.ts')
  return openRedis(url, installation, log)
}

/** Stops the service after its startup; a second signal exits at once. */
function stopOnSignals(starting: Promise<Service>): void {
  let stoppingSinceMs = 0
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSinceMs) {
      // One Ctrl-C arrives twice under npm: from the terminal and from npm itself.
      if (Date.now() - stoppingSinceMs > 1000) process.exit(1)
      return
    }
    stoppingSinceMs = Date.now()
    try {
      const service = await starting
      service.log.info({ signal }, 'stopping')
      await service.stop()
      service.log.info('stopped')
      process.exit(0)
    } catch (error) {
      fail(error)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog })
  } catch (error) {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is already in use. Set PORT to another one.`,
      EACCES: `This account may not open port ${port}. Set PORT to a number above 1023.`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
      ENOTFOUND: `HOST ${host} is not an address of this machine.`,
    }
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason ? new StartError(reason) : error
  }
}

/** Devices that send all the time need it before; a service that is stopped at once does not need it at all. */
const prepareDelayMs = 2000

function fail(error: unknown): never {
  const reason = error instanceof StartError ? error.message : ((error as Error)?.stack ?? String(error))
  process.stderr.write(`Fallwatch cannot run. ${reason}\n`)
  process.exit(1)
}

function warnOf(warnings: string[], { logLevel }: Config): void {
  if (warnings.length === 0) return
  const log = createLog(logLevel)
  for (const warning of warnings) log.warn(warning)
}

/** Starts the service, or the processes that share its work. It resolves once the service, in this process, is ready. */
export async function run(): Promise<void> {
  try {
    const environment = readEnvironment()
    const config = loadConfig(environment)
    if (!isWorker) warnOf(misspeltSettings(environment), config)
    if (config.workers > 1 && !isWorker) return runWorkers(config)
    // Signal handlers are set first, because the first steps of startup create files.
    const starting = Promise.resolve(config).then(start)
    stopOnSignals(starting)
    await starting
    setTimeout(() => prepareAll().catch(fail), prepareDelayMs).unref()
  } catch (error) {
    fail(error)
  }
}
