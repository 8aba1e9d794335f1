import type { Logger } from 'pino'
import type { Role } from './access/role.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Context is what all services use. The time is always `now()`, so that tests can move the clock. */
export interface Context {
  db: Database
  config: Config
  log: Logger
  metrics: Metrics
  now: () => Date
}

/** Actor is the account behind a request; the role is the one in the database at that moment. */
export interface Actor {
  id: string
  role: Role
}
