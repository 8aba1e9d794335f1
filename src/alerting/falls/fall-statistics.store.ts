import type { FallLevel } from '../../detection/levels/fall-level.ts'
import type { Db } from '../../platform/db/database.ts'

/** A number of falls, without whose they were. */
export interface FallStatistic {
  /** The first day of the month. */
  month: string
  hour: number
  level: FallLevel
  /** The outcome of the incident; UNKNOWN if there was none. */
  outcome: string
  falls: number
}

/** Counts the falls of a user, by the clock of the installation. */
export function countFallsOfUser(db: Db, userId: string, timeZone: string): Promise<FallStatistic[]> {
  return db.query(
    `select to_char(date_trunc('month', local_time), 'YYYY-MM-DD') as month,
            extract(hour from local_time)::int as hour, level, outcome, count(*)::int as falls
     from (
       select falls.created_at at time zone $2 as local_time, falls.status as level,
              coalesce(result.outcome, 'UNKNOWN') as outcome
       from falls left join incident_results as result on result.id = falls.incident_id
       where falls.user_id = $1
     ) as counted
     group by 1, 2, 3, 4`,
    [userId, timeZone],
  )
}

export async function addFallStatistics(tx: Db, statistics: FallStatistic[]): Promise<void> {
  await tx.query(
    `insert into fall_statistics (month, hour, level, outcome, falls)
     select * from unnest($1::date[], $2::smallint[], $3::text[], $4::text[], $5::int[])
     on conflict (month, hour, level, outcome) do update set falls = fall_statistics.falls + excluded.falls`,
    [
      statistics.map(({ month }) => month),
      statistics.map(({ hour }) => hour),
      statistics.map(({ level }) => level),
      statistics.map(({ outcome }) => outcome),
      statistics.map(({ falls }) => falls),
    ],
  )
}

export function listFallStatistics(db: Db, from: string): Promise<FallStatistic[]> {
  return db.query(
    `select to_char(month, 'YYYY-MM-DD') as month, hour::int, level, outcome, falls
     from fall_statistics where month >= $1::date order by month desc, hour, level, outcome`,
    [from],
  )
}
