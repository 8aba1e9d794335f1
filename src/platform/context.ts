import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ActorRole } from './role.ts'
import type { TimeZone } from './time-zone.ts'

/** What all services use. The time is always `now()`, so that tests can move the clock. */
export interface Context {
  db: Database
  config: Config
  log: Logger
  metrics: Metrics
  now: () => Date
  timeZone: TimeZone
}

/** The account or the station behind a request; the role is the one in the database at that moment. */
export interface Actor {
  id: string
  role: ActorRole
}

/** What a credential proves: the actor, and the id of the session or device key. */
export interface Principal {
  actor: Actor
  sessionId: string
}

/** Somebody without an account who has opened a link to the record of a patient. */
export interface OutsideReader {
  shareId: string
  patientId: string
}

/**
 * On whose behalf a service acts, as the audit log records it: somebody signed in, somebody who is about to
 * sign in, or the service itself. It follows the context and the database handle in every list of parameters.
 */
export interface AnyCaller {
  /** Null before a sign-in, and for the service itself. */
  actor: Actor | null
  /** The address that the request came from, and the id of the request; null for the service itself. */
  address: string | null
  requestId: string | null
  /** Where somebody acts in their own name with their PIN, or which station acts. */
  station?: { id: string; name: string }
}

/** Somebody who is signed in. */
export interface Caller extends AnyCaller, Principal {
  actor: Actor
}

/** The service itself, which detects falls and runs jobs. */
export const systemCaller: AnyCaller = Object.freeze({ actor: null, address: null, requestId: null })
