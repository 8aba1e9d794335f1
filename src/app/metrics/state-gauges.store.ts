import { type IncidentKind, type IncidentState, isUnresolved } from '../../alerting/model/incident.ts'
import type { Db } from '../../platform/db/database.ts'

export interface UnresolvedIncidents {
  kind: IncidentKind
  state: IncidentState
  count: number
  /** Since when the oldest of them has been in this state, if it is open. */
  oldest: Date | null
}

/** Counts by kind and state. One that was opened again is as old as its current round. */
export function countUnresolvedIncidents(db: Db): Promise<UnresolvedIncidents[]> {
  return db.query(
    `select kind, state, count(*)::int as count,
            min(coalesce(round_started_at, opened_at)) filter (where state = 'OPEN') as oldest
     from incidents where ${isUnresolved}
     group by kind, state`,
  )
}
