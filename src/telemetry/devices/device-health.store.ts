import { isRecentFall } from '../../alerting/falls/recent-falls.ts'
import { type HealthSigns, vitalSignsMaxAgeMs } from '../../detection/health-score.ts'
import type { Db } from '../../platform/db/database.ts'

export interface DeviceSigns extends HealthSigns {
  device: number
  lastSeen: Date
  storedScore: number | null
}

const vitalSignsMaxAge = `interval '${vitalSignsMaxAgeMs} milliseconds'`

/** Returns the last reported values of devices that have sent readings, by their numbers. */
export async function listHealthSigns(
  db: Db,
  after: number,
  limit: number,
  fallsSince: Date,
): Promise<DeviceSigns[]> {
  return db.query(
    `with page as (
       select device, user_id, last_seen, battery, heart_rate_at > last_seen - ${vitalSignsMaxAge} as is_heart_new,
              spo2_at > last_seen - ${vitalSignsMaxAge} as is_spo2_new, heart_rate, heart_spread, spo2, sensors_initialized, health_score
       from device_states join devices on devices.number = device_states.device
       where device > $1 and last_seen is not null order by device limit $2
     ), recent as (
       select user_id, count(*)::int as falls from falls
       where user_id in (select user_id from page) and ${isRecentFall('$3')}
       group by user_id
     )
     select device, last_seen as "lastSeen", case when is_heart_new then heart_rate end as "heartRate",
            case when is_heart_new then heart_spread end as "heartRateSpread",
            case when is_spo2_new then spo2 end as "oxygenSaturation", battery, sensors_initialized as "sensorsInitialized",
            health_score as "storedScore", coalesce(falls, 0) as "recentFalls"
     from page left join recent using (user_id) order by device`,
    [after, limit, fallsSince],
  )
}

/** Skips devices that have sent newer readings. */
export async function setHealthScores(
  db: Db,
  scores: { device: number; lastSeen: Date; score: number }[],
): Promise<void> {
  await db.query(
    `update device_states set health_score = given.score
     from unnest($1::int[], $2::timestamptz[], $3::smallint[]) as given (device, last_seen, score)
     where device_states.device = given.device and device_states.last_seen = given.last_seen`,
    [
      scores.map(({ device }) => device),
      scores.map(({ lastSeen }) => lastSeen),
      scores.map(({ score }) => score),
    ],
  )
}
