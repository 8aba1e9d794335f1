import type { Db } from '../../platform/db/database.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import type { AlarmedDevice } from '../model/alarmed-device.ts'
import {
  batteryHistoryMinutes,
  expectedIntervals,
  intervalCount,
  lastHeard,
  learnedIntervals,
  maxSilenceDays,
  minLearnedSilenceSeconds,
  shortestSilenceSeconds,
} from './silence-evidence.ts'

/** A device that has become silent, or came back. */
export interface SilentDevice extends AlarmedDevice {
  lastSeen: Date
  /** Since when it is silent while the service was there to receive readings. */
  since: Date
  /** After how long it counts as silent. */
  silentAfterSeconds: number
}

const usualIntervals = 3
const minSilenceSeconds = 300
/** A device that lost its connection, as its last will says, is silent sooner; a connection that flaps is back by then. */
const disconnectedSilenceSeconds = shortestSilenceSeconds

/** A device was charging if its battery had risen by so many points within half an hour. */
const chargedPoints = 2
const maxChargingHours = 12

const usualIntervalSeconds = `(
  select percentile_cont(0.5) within group (order by extract(epoch from gap)) from (
    select at - lag(at) over (order by at) as gap from (
      select at from readings where readings.device = state.device and at <= quiet.last_seen
      order by at desc limit ${intervalCount + 1}
    ) as newest
  ) as gaps where gap is not null
)`

/** The battery level that a device last reported at least so many minutes before its last reading. */
const batteryBefore = (minutes: number) => `(
  select battery from readings
  where readings.device = state.device and battery is not null
    and at <= quiet.last_seen - interval '${minutes} minutes'
    and at > quiet.last_seen - interval '${minutes + 10} minutes'
  order by at desc limit 1
)`
const lowestBefore = `least(${[5, 10, 20, batteryHistoryMinutes - 10].map(batteryBefore).join(', ')})`

const wasCharging = `coalesce(state.battery - ${lowestBefore} >= ${chargedPoints}, false)`

interface QuietDevice extends Omit<SilentDevice, 'silentAfterSeconds'> {
  /** The limit of the patient; null for the automatic one. */
  setSeconds: number | null
  /** Its last will says that it lost its connection after its last reading. */
  disconnected: boolean
  /** The setting of the patient. */
  ignoresCharging: boolean
}

/** The shortest silence that the settings of a patient can name. */
const leastSetSeconds = 60

/** Which silences are looked for: those that have raised no alarm yet, unless it is switched off, or are not in the device's log. */
const wantedSilences = {
  alarm: `coalesce((alarms ->> 'silentEnabled')::boolean, true) and not exists (
    select from device_alarms as raised
    where raised.device = state.device and raised.alarm = 'DEVICE_SILENT' and not raised.sending
  )`,
  log: 'not state.silent',
}
export type WantedSilences = keyof typeof wantedSilences

/**
 * The one definition of a silent device, for alarms and logs: it has sent nothing for as long as its patient's
 * settings say or, without one, for three of its usual intervals, and was not charging. It returns those that are not marked yet. Readings are looked at only for
 * devices that have been quiet for a while: planning a statement on all partitions takes longer than the rest. Those that
 * it looks at are never packed.
 */
export async function listSilentDevices(
  db: Db,
  now: Date,
  watchedFrom: Date,
  wanted: WantedSilences,
): Promise<SilentDevice[]> {
  const expected = await listOverdueDevices(db, now, watchedFrom, wanted)
  const quiet = await listQuietDevices(db, now, watchedFrom, wanted)
  if (quiet.length === 0) return expected
  const limits = await db.query<{ number: number; seconds: number }>(
    `select state.device as number, coalesce(set_seconds,
       case when disconnected then ${disconnectedSilenceSeconds} end,
       greatest(${minSilenceSeconds}, ceil(${usualIntervals} * ${usualIntervalSeconds})::int)) as seconds
     from unnest($1::int[], $2::timestamptz[], $3::int[], $5::boolean[], $6::boolean[])
       as quiet (number, last_seen, set_seconds, disconnected, ignores_charging)
     join device_states as state on state.device = quiet.number
     where not (ignores_charging and quiet.last_seen > $4::timestamptz - interval '${maxChargingHours} hours' and ${wasCharging})`,
    [
      quiet.map(({ number }) => number),
      quiet.map(({ lastSeen }) => lastSeen),
      quiet.map(({ setSeconds }) => setSeconds),
      now,
      quiet.map(({ disconnected }) => disconnected),
      quiet.map(({ ignoresCharging }) => ignoresCharging),
    ],
  )
  const secondsOf = new Map(limits.map(({ number, seconds }) => [number, seconds]))
  const silent = quiet.flatMap(({ setSeconds: _, disconnected: __, ignoresCharging: ___, ...device }) => {
    const silentAfterSeconds = secondsOf.get(device.number)
    if (silentAfterSeconds === undefined) return []
    const silenceMs = now.getTime() - device.since.getTime()
    return silenceMs >= silentAfterSeconds * msPerSecond ? [{ ...device, silentAfterSeconds }] : []
  })
  return [...expected, ...silent]
}

/** An interval that somebody has set counts for every device, a learned one only for one that sends no readings. */
const hasOwnInterval = `(expected_every_seconds is not null
  or (learned_every_seconds is not null and state.last_seen is null))`

/**
 * Returns the devices that were not heard of in their own interval: those of which nobody expects a reading every few
 * seconds, such as a button that says once a day that it is alive. One without an interval is never silent.
 */
function listOverdueDevices(
  db: Db,
  now: Date,
  watchedFrom: Date,
  wanted: WantedSilences,
): Promise<SilentDevice[]> {
  return db.query(
    `with state as (
       select device, last_seen, last_event_at, silent from device_states as state
       where ${lastHeard} > $1::timestamptz - interval '${maxSilenceDays} days'
     )
     select devices.id, devices.number, devices.user_id as "userId", devices.site, devices.ward, devices.room,
            ${lastHeard} as "lastSeen", greatest(${lastHeard}, $2) as since, seconds as "silentAfterSeconds"
     from state join devices on devices.number = state.device
     left join monitoring_settings on patient_id = devices.user_id
     cross join lateral (select coalesce(
       expected_every_seconds * ${expectedIntervals},
       greatest(learned_every_seconds * ${learnedIntervals}, ${minLearnedSilenceSeconds})) as seconds) as own
     where ${hasOwnInterval} and not devices.disabled
       and greatest(${lastHeard}, $2) <= $1::timestamptz - interval '1 second' * seconds
       and ${wantedSilences[wanted]}
     order by devices.number`,
    [now, watchedFrom],
  )
}

/** Returns the devices that have sent nothing for the shortest time that can be a silence. */
function listQuietDevices(
  db: Db,
  now: Date,
  watchedFrom: Date,
  wanted: WantedSilences,
): Promise<QuietDevice[]> {
  return db.query(
    `with state as (
       select device, last_seen, last_event_at, silent from device_states
       where last_seen > $1::timestamptz - interval '${maxSilenceDays} days'
         and last_seen <= $1::timestamptz - interval '${leastSetSeconds} seconds'
     )
     select devices.id, devices.number, devices.user_id as "userId", state.last_seen as "lastSeen",
            greatest(state.last_seen, $2) as since, (alarms ->> 'silentAfterMinutes')::int * 60 as "setSeconds",
            coalesce((alarms ->> 'ignoreSilenceWhileCharging')::boolean, true) as "ignoresCharging",
            coalesce(lost.at >= state.last_seen, false) as disconnected
     from state join devices on devices.number = state.device
     left join monitoring_settings on patient_id = devices.user_id
     left join device_disconnections as lost on lost.device = devices.number
     where not devices.disabled and not ${hasOwnInterval}
       and greatest(state.last_seen, $2) <= $1::timestamptz - interval '1 second' *
         coalesce((alarms ->> 'silentAfterMinutes')::int * 60,
           case when lost.at >= state.last_seen then ${disconnectedSilenceSeconds} else ${minSilenceSeconds} end)
       and ${wantedSilences[wanted]}
     order by devices.number`,
    [now, watchedFrom],
  )
}
