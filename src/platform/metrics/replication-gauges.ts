import { Gauge, type Registry } from 'prom-client'
import type { Replication, ReplicationMonitor } from '../db/replication.ts'

/** Adds whether commits are on more than one disk; where no standby is expected, the gauges have no value. */
export function registerReplicationGauges(
  registry: Registry,
  replication: ReplicationMonitor | undefined,
): void {
  const gauge = (name: string, help: string, read: (current: Replication) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const current = replication?.current()
        if (current) this.set(read(current))
        else this.remove()
      },
    })
  gauge(
    'fallwatch_database_commits_confirmed',
    'Whether a standby confirms each commit: 1 or 0, when it is on one disk; omitted where no standby is expected.',
    ({ isConfirmed }) => (isConfirmed ? 1 : 0),
  )
  gauge(
    'fallwatch_database_standbys',
    'Standbys that receive the log of the database; omitted where none is expected.',
    ({ standbys }) => standbys,
  )
}
