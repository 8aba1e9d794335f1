import { createPasswords } from '../accounts/auth/passwords.ts'
import { loadConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { generateDescription } from '../platform/http/openapi-text.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { fixedTimeZone } from '../platform/time-zone.ts'
import { buildApp } from './app.ts'
import { metricLabels } from './metrics/metric-labels.ts'

/**
 * Assembles the app and closes it again, with a database that it never connects to. The build does so for V8 to
 * compile what every start runs, and for the description of the API, which is returned.
 */
export async function rehearse(): Promise<string> {
  const jwtSecret = 'the secret of a service without users'
  const config = loadConfig({
    DATABASE_URL: 'postgres://localhost',
    JWT_SECRET: jwtSecret,
    LOG_LEVEL: 'silent',
  })
  const db = openDatabase({ connectionString: config.databaseUrl }, () => {})
  const log = createLog(config.logLevel)
  const ctx = {
    ...{ db, config, log, metrics: createMetrics(config, metricLabels), now: () => new Date() },
    timeZone: fixedTimeZone(config),
  }
  const heartbeat = { alive: true, onNotification() {}, onConnectionLost() {}, async stop() {} }
  const app = await buildApp({ ctx, heartbeat, passwords: createPasswords(), jwtSecret })
  await app.ready()
  const description = generateDescription(app)
  await app.close()
  await db.close()
  return description
}
