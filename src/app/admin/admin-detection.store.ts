import type { FallLevel } from '../../detection/levels/fall-level.ts'
import type { Db } from '../../platform/db/database.ts'

/** The incidents to look at: opened since a time, as they are now. */
export interface Period {
  since: Date
  now: Date
}

/** What can be added up of groups of incidents. */
export interface Counts {
  incidents: number
  realFalls: number
  nearFalls: number
  falseAlarms: number
  tests: number
  other: number
  cancelled: number
  unlabelled: number
  /** How many were answered within a time, and how many were not, or were too recent to say. */
  within60: number
  notWithin60: number
  within180: number
  notWithin180: number
}

export interface Medians {
  medianAcknowledgeSeconds: number | null
  medianResolveSeconds: number | null
}

/** What the incidents of some figures have in common; null for what they do not. */
export interface Group {
  /** The Monday on which the week begins, in UTC. */
  week: string | null
  /** Whether a device detected the fall, or a person reported it. */
  isDetected: boolean | null
  level: FallLevel | null
}

/** Marks falls that somebody reported who was there: they say nothing of detection and answers. */
export interface CountedGroup extends Group {
  isByOther: boolean
}

/** date_part returns a float; the numeric values of extract take longer. */
const secondsTo = (time: string) => `date_part('epoch', ${time} - opened_at)`

const needsAnswer = `state not in ('CHECKING', 'CANCELLED') and falls.reported_by is null`

/**
 * The incidents of falls of a period, but for those of which a device decides by itself. Somebody who resolves an incident has answered it; one that was cancelled, or is
 * being checked, needs no answer; nor does a fall that somebody
 * reported who was there. Levels are sorted by their bytes, which is faster than by a language.
 */
const incidents = `
  select date_trunc('week', opened_at at time zone 'UTC') as week,
         coalesce(falls.device_id, incidents.device_id) as device_id,
         coalesce(falls.device_id, incidents.device_id) is not null as is_detected,
         falls.reported_by is not null as is_by_other,
         coalesce(falls.status, 'NO_FALL') collate "C" as level, state, outcome,
         case when falls.reported_by is null then ${secondsTo('first_acknowledged_at')} end as acknowledge_seconds,
         case when falls.reported_by is null then ${secondsTo('resolved_at')} end as resolve_seconds,
         case when ${needsAnswer}
           then ${secondsTo('least(first_acknowledged_at, resolved_at)')} end as answer_seconds,
         case when ${needsAnswer}
           then ${secondsTo('coalesce(least(first_acknowledged_at, resolved_at), $2::timestamptz)')} end as waited_seconds
  from incident_results as incidents left join falls on falls.id = incidents.fall_id
  where kind = 'FALL' and opened_at >= $1 and opened_at <= $2 and patient_id is not null
    and falls.device_verdict is not true`

const count = (condition: string, name: string) => `count(*) filter (where ${condition})::int as "${name}"`

const within = (seconds: number) =>
  `${count(`answer_seconds <= ${seconds}`, `within${seconds}`)},
   ${count(`waited_seconds > ${seconds}`, `notWithin${seconds}`)}`

const counts = `count(*)::int as incidents,
  ${count(`outcome = 'REAL_FALL'`, 'realFalls')}, ${count(`outcome = 'NEAR_FALL'`, 'nearFalls')},
  ${count(`outcome = 'FALSE_ALARM'`, 'falseAlarms')}, ${count(`outcome = 'TEST'`, 'tests')},
  ${count(`outcome in ('HELP_GIVEN', 'OTHER')`, 'other')},
  ${count(`outcome is null and state = 'CANCELLED'`, 'cancelled')},
  ${count(`outcome is null and state <> 'CANCELLED'`, 'unlabelled')}, ${within(60)}, ${within(180)}`

const median = (seconds: string, name: string) =>
  `round(percentile_cont(0.5) within group (order by ${seconds})::numeric, 1)::float8 as "${name}"`

const medians = `${median('acknowledge_seconds', 'medianAcknowledgeSeconds')},
  ${median('resolve_seconds', 'medianResolveSeconds')}`

const group = `to_char(week, 'YYYY-MM-DD') as week, is_detected as "isDetected", level`

/**
 * Returns the counts of each week, source and level. Adding them up takes two thirds of the time of
 * counting for each list.
 */
export function countIncidents(db: Db, { since, now }: Period): Promise<(CountedGroup & Counts)[]> {
  return db.query(
    `select ${group}, is_by_other as "isByOther", ${counts} from (${incidents}) as incidents
     group by incidents.week, is_detected, level, is_by_other`,
    [since, now],
  )
}

/** Returns the medians of all incidents, and by week, by source and by level. */
export function listMedians(db: Db, { since, now }: Period): Promise<(Group & Medians)[]> {
  return db.query(
    `select ${group}, ${medians} from (${incidents}) as incidents
     group by grouping sets ((), (incidents.week), (is_detected), (level))`,
    [since, now],
  )
}

export interface DeviceGroup {
  deviceId: string
  /** Null if the device was deleted. */
  deviceName: string | null
}

/** Returns the figures of the devices with the most false alarms, then those with the most incidents. */
export function countByDevice(
  db: Db,
  { since, now }: Period,
  limit: number,
): Promise<(DeviceGroup & Counts & Medians)[]> {
  return db.query(
    `with noisiest as (
       select device_id, count(*) filter (where outcome = 'FALSE_ALARM') as false_alarms, count(*) as total
       from (${incidents}) as incidents
       where is_detected
       group by device_id
       order by false_alarms desc, total desc, device_id
       limit $3
     )
     select device_id as "deviceId", devices.name as "deviceName", ${counts}, ${medians}
     from (${incidents}) as incidents join noisiest using (device_id) left join devices on devices.id = device_id
     group by device_id, devices.name
     order by "falseAlarms" desc, incidents desc, device_id`,
    [since, now, limit],
  )
}
