import type { Db } from '../../platform/db/database.ts'
import type { AlarmedDevice } from '../model/alarmed-device.ts'
import type { WatchSettings } from './monitoring-settings.ts'

/** A device that says what happens somewhere, with the hours in which it is watched if it is a shared one. */
export interface WatchedDevice extends AlarmedDevice {
  watchedFrom: string | null
  watchedTo: string | null
}

/** What is stored of the watches of a patient, and when it was changed. */
export async function findWatches(db: Db, patientId: string): Promise<Partial<WatchSettings> | null> {
  const [row] = await db.query<{ watches: Partial<WatchSettings> }>(
    'select watches from monitoring_settings where patient_id = $1',
    [patientId],
    'find-watches',
  )
  return row?.watches ?? null
}

/**
 * Stores that somebody has left a bed; false if they were out already, or it says so of an earlier time. Whoever leaves it
 * again, after the bed has not said so for a while, was back in between.
 */
export async function setOutOfBed(
  tx: Db,
  device: number,
  since: Date,
  againAfterMs: number,
): Promise<boolean> {
  const isNew = `(not bed_states.is_out or excluded.since - coalesce(bed_states.said_at, bed_states.since)
    >= $3 * interval '1 millisecond')`
  const [row] = await tx.query<{ isNew: boolean }>(
    `insert into bed_states (device, is_out, since, said_at) values ($1, true, $2, $2)
     on conflict (device) do update set
       since = case when ${isNew} then excluded.since else bed_states.since end,
       raised = bed_states.raised and not ${isNew},
       is_out = true,
       said_at = excluded.said_at
     where excluded.since > greatest(bed_states.since, bed_states.said_at)
     returning since = $2 as "isNew"`,
    [device, since, againAfterMs],
  )
  return row?.isNew ?? false
}

/** Stores that somebody is back, and returns whether people were told of the exit. */
export async function setInBed(tx: Db, device: number, at: Date): Promise<boolean> {
  const [row] = await tx.query<{ wasRaised: boolean }>(
    `with before as (select raised and is_out as raised from bed_states where device = $1)
     insert into bed_states (device, is_out, since) values ($1, false, $2)
     on conflict (device) do update set is_out = false, since = excluded.since, raised = false
       where bed_states.since <= excluded.since
     returning coalesce((select raised from before), false) as "wasRaised"`,
    [device, at],
  )
  return row?.wasRaised ?? false
}

export interface BedExit extends WatchedDevice {
  since: Date
  watches: Partial<WatchSettings> | null
}

/** Returns the exits after a time of which nobody was told, the earliest first. */
export function listBedExits(db: Db, after: Date, until: Date): Promise<BedExit[]> {
  return db.query(
    `select devices.id, devices.number, devices.user_id as "userId", devices.site, devices.ward, devices.room,
            devices.watched_from as "watchedFrom", devices.watched_to as "watchedTo", bed_states.since, watches
     from bed_states join devices on devices.number = bed_states.device
     left join monitoring_settings on patient_id = devices.user_id
     where is_out and not raised and since > $1 and since <= $2 and not devices.disabled
     order by since, number`,
    [after, until],
  )
}

/** Marks an exit as told; false if somebody is back, or another process was faster. */
export async function markBedExit(tx: Db, device: number, since: Date): Promise<boolean> {
  const rows = await tx.query(
    `update bed_states set raised = true where device = $1 and since = $2 and is_out and not raised
     returning device`,
    [device, since],
  )
  return rows.length > 0
}

/** Whether people were told of an exit from another bed of the same person, who is still out. */
export async function isOutOfAnotherBed(tx: Db, { number, userId }: AlarmedDevice): Promise<boolean> {
  const rows = await tx.query(
    `select from bed_states join devices on devices.number = bed_states.device
     where devices.user_id = $1 and devices.number <> $2 and is_out and raised limit 1`,
    [userId, number],
  )
  return rows.length > 0
}

/** Stores a sign of life, and returns whether people had been told that there was none. */
export async function saveSign(tx: Db, patientId: string, at: Date): Promise<boolean> {
  const [row] = await tx.query<{ wasRaised: boolean }>(
    `with before as (select raised_at is not null and at < $2 as raised from signs_of_life where patient_id = $1)
     insert into signs_of_life (patient_id, at) values ($1, $2)
     on conflict (patient_id) do update set at = excluded.at, raised_at = null
       where signs_of_life.at < excluded.at
     returning coalesce((select raised from before), false) as "wasRaised"`,
    [patientId, at],
    'save-sign-of-life',
  )
  return row?.wasRaised ?? false
}

export interface LastSign {
  patientId: string
  /** When somebody asked for it, if there has never been a sign. */
  at: Date
  /** When people were last told that there was none since. */
  raisedAt: Date | null
  watches: Partial<WatchSettings>
  settingsChangedAt: Date
}

/**
 * Returns the last sign of everybody who is watched for one. A device that has never said anything may be broken; only
 * whoever has none that could give a sign is not listed before the first one.
 */
export function listLastSigns(db: Db): Promise<LastSign[]> {
  return db.query(
    `select patient_id as "patientId", coalesce(at, updated_at) as at, raised_at as "raisedAt", watches,
            updated_at as "settingsChangedAt"
     from monitoring_settings left join signs_of_life using (patient_id)
     where (watches ->> 'inactivityEnabled')::boolean and (at is not null or exists (
       select from devices where user_id = patient_id and kind not in ('WEARABLE', 'PHONE') and not disabled))
     order by patient_id`,
  )
}

/** Marks the absence of a sign as told; false if there was one, or another process was faster. */
export async function markInactivity(
  tx: Db,
  { patientId, at, raisedAt }: Pick<LastSign, 'patientId' | 'at' | 'raisedAt'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into signs_of_life as known (patient_id, at, raised_at) values ($1, $2, $4)
     on conflict (patient_id) do update set raised_at = excluded.raised_at
       where known.at = $2 and known.raised_at is not distinct from $3
     returning patient_id`,
    [patientId, at, raisedAt, now],
  )
  return rows.length > 0
}
