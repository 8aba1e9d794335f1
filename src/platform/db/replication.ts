import type { Logger } from 'pino'
import { msPerSecond } from '../lib/duration.ts'
import type { Db } from './database.ts'

/** Whether a commit is on the disk of a standby as well before it is acknowledged. */
export interface Replication {
  isConfirmed: boolean
  /** Since when this has been so, as far as this process knows. */
  since: Date
  /** How many standbys receive the log, whether or not commits wait for them; of several servers, the one with the fewest. */
  standbys: number
}

export interface ReplicationMonitor {
  /** Undefined while no standby is expected. */
  current(): Replication | undefined
  check(): Promise<void>
  stop(): void
}

interface ReplicationParts {
  db: Pick<Db, 'query'>
  /** The workers of a Citus cluster, each with standbys of its own. */
  workers?: () => readonly Pick<Db, 'query'>[]
  log: Logger
  now: () => Date
  /** Whether DATABASE_URL has several hosts. Without them, a standby is expected once one has confirmed. */
  isExpected: boolean
}

/** A lost standby is reported within a minute, also by a metric that is read four times a minute. */
const intervalMs = 15 * msPerSecond

interface Row {
  isRemote: boolean
  hasNames: boolean
  standbys: number
  confirming: number
}

/**
 * While names of synchronous standbys are set, a commit waits for one of them. Who may not see the states of standbys
 * sees only that there are some.
 */
const statement = `
  select current_setting('synchronous_commit') in ('on', 'remote_apply') as "isRemote",
         current_setting('synchronous_standby_names') <> '' as "hasNames",
         count(*) filter (where coalesce(state, 'streaming') = 'streaming')::int as standbys,
         count(*) filter (where coalesce(state, 'streaming') = 'streaming'
                            and coalesce(sync_state, 'sync') in ('sync', 'quorum'))::int as confirming
  from pg_stat_replication`

/** Looks at once and then at an interval, and logs when it changes. */
export async function watchReplication({
  db,
  workers = () => [],
  log,
  now,
  isExpected,
}: ReplicationParts): Promise<ReplicationMonitor> {
  let current: Replication | undefined

  async function check(): Promise<void> {
    const servers = [db, ...workers()]
    const rows = (await Promise.all(servers.map((server) => server.query<Row>(statement)))).flat()
    const standbys = Math.min(...rows.map((row) => row.standbys))
    const isConfirmed = rows.every((row) => row.isRemote && row.hasNames && row.confirming > 0)
    if (!current && !isExpected && !rows.some((row) => row.hasNames)) return
    const hasChanged = current ? current.isConfirmed !== isConfirmed : !isConfirmed
    current = { isConfirmed, standbys, since: current?.isConfirmed === isConfirmed ? current.since : now() }
    if (!hasChanged) return
    if (isConfirmed) log.info({ standbys }, 'a standby confirms each commit again')
    else log.warn({ standbys }, 'no standby confirms commits: what is acknowledged is on one disk only')
  }

  // While the database is away, its state is not known, and others report that it is.
  const tryCheck = () => check().catch(() => {})
  await tryCheck()
  const timer = setInterval(tryCheck, intervalMs).unref()
  return { current: () => current, check, stop: () => clearInterval(timer) }
}
