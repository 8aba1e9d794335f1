import type { FastifyInstance } from 'fastify'
import type { Cleanup } from '../../harness/cleanup.ts'
import { createPasswords } from '../../src/accounts/auth/passwords.ts'
import { buildApp } from '../../src/app/app.ts'
import { metricLabels } from '../../src/app/metrics/metric-labels.ts'
import { loadConfig } from '../../src/platform/config.ts'
import type { Context } from '../../src/platform/context.ts'
import { openStore, type Store } from '../../src/platform/db/store.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { openTimeZone } from '../../src/platform/time-zone.ts'
import { secret } from '../processes.ts'

/** The service in this process, without its schedule: what is measured is called. */
export interface MeasuredService {
  ctx: Context
  /** With the pool of jobs. */
  background: Context
  store: Store
  app: FastifyInstance
  clock: Clock
}

/** A clock that stands still unless it is moved, so that what takes long to measure makes nothing late. */
export interface Clock {
  at: Date
}

export const metricsToken = 'the-token-of-a-measurement'

export async function startMeasured(cleanup: Cleanup, url: string, at: Date): Promise<MeasuredService> {
  const clock: Clock = { at }
  const config = loadConfig({
    DATABASE_URL: url,
    DATA_DIR: cleanup.makeFolder(),
    LOG_LEVEL: 'error',
    JWT_SECRET: `${secret} and a few more words`,
    METRICS_TOKEN: metricsToken,
  })
  const log = createLog('error')
  const store = await openStore(config, log, (error) => {
    throw error
  })
  cleanup.add(() => store.close())
  const { db, heartbeat } = store
  const metrics = createMetrics(config, metricLabels)
  const timeZone = await openTimeZone({ db, heartbeat, config, log })
  const ctx: Context = { db, config, log, metrics, timeZone, now: () => clock.at }
  const app = await buildApp({
    ctx,
    heartbeat,
    passwords: createPasswords(),
    jwtSecret: secret,
    consoleFolder: cleanup.makeFolder(),
  })
  cleanup.add(() => app.close())
  return { ctx, background: { ...ctx, db: db.background }, store, app, clock }
}
