import type { Db } from '../../platform/db/database.ts'
import { type AlarmedDevice, subjectIdSql } from '../model/alarmed-device.ts'
import { type Incident, isUnresolved } from '../model/incident.ts'
import type { Alarm } from './alarm.ts'

/**
 * Raises an alarm of a device, or makes it urgent. It returns false, and changes nothing, if the alarm is
 * raised already, or the device does not exist any more.
 */
export async function insertAlarm(
  tx: Db,
  device: number,
  alarm: Alarm,
  since: Date,
  urgent: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into device_alarms (device, alarm, since, urgent)
     select number, $2, $3, $4 from devices where number = $1 for key share
     on conflict (device, alarm) do update set urgent = true where excluded.urgent and not device_alarms.urgent
     returning device`,
    [device, alarm, since, urgent],
  )
  return rows.length > 0
}

/** Returns false if the alarm is not raised. */
export async function deleteAlarm(tx: Db, device: number, alarm: Alarm): Promise<boolean> {
  const rows = await tx.query('delete from device_alarms where device = $1 and alarm = $2 returning device', [
    device,
    alarm,
  ])
  return rows.length > 0
}

/** Returns those that were raised. */
export async function deleteAlarmsOfPatient(
  tx: Db,
  patientId: string,
  alarms: readonly Alarm[],
): Promise<Alarm[]> {
  const rows = await tx.query<{ alarm: Alarm }>(
    `delete from device_alarms using devices
     where devices.number = device and user_id = $1 and alarm = any ($2::text[])
     returning alarm`,
    [patientId, alarms],
  )
  return rows.map(({ alarm }) => alarm)
}

/** True while a device of the patient, or the shared device itself, has one of the alarms; those of an outage have no part in it. */
export async function hasAlarms(tx: Db, subjectId: string, alarms: readonly Alarm[]): Promise<boolean> {
  const rows = await tx.query(
    `select from device_alarms join devices on number = device
     where ${subjectIdSql} = $1 and alarm = any ($2::text[]) and not outage limit 1`,
    [subjectId, alarms],
  )
  return rows.length > 0
}

const noSubject = '00000000-0000-0000-0000-000000000000'

/** Returns the unresolved incident of a patient or a shared device and kind; without either, of the installation. */
export async function findUnresolved(
  db: Db,
  subjectId: string | null,
  kind: Incident['kind'],
): Promise<Pick<Incident, 'id' | 'severity' | 'state'> | undefined> {
  const [incident] = await db.query<Pick<Incident, 'id' | 'severity' | 'state'>>(
    `select id, severity, state from incidents
     where kind = $1 and coalesce(patient_id, shared_device_id, '${noSubject}') = $2 and ${isUnresolved}`,
    [kind, subjectId ?? noSubject],
  )
  return incident
}

/** Returns the id of an incident that has cleared by itself after a time. */
export async function findCleared(
  db: Db,
  subjectId: string,
  kind: Incident['kind'],
  since: Date,
): Promise<string | undefined> {
  const [incident] = await db.query<{ id: string }>(
    `select id from incidents
     where (patient_id = $1 or shared_device_id = $1) and kind = $2 and state = 'RESOLVED' and resolved_at > $3
       and resolved_by is null and outcome is null
     order by resolved_at desc limit 1`,
    [subjectId, kind, since],
  )
  return incident?.id
}

export interface AlarmOfDevice extends AlarmedDevice {
  alarm: Alarm
}

export async function listAlarmsOfDisabledDevices(db: Db): Promise<AlarmOfDevice[]> {
  return db.query(
    `select id, number, alarm, user_id as "userId" from device_alarms join devices on number = device where disabled`,
  )
}

/** Returns the incidents of alarms whose devices were deleted. */
export async function listUncausedIncidents(
  db: Db,
  alarmsByKind: Record<string, readonly Alarm[]>,
): Promise<{ patientId: string | null; subjectId: string; kind: Incident['kind'] }[]> {
  return db.query(
    `select patient_id as "patientId", coalesce(patient_id, shared_device_id) as "subjectId", kind from incidents
     join jsonb_each($1::jsonb) as given (name, alarms) on given.name = kind
     where ${isUnresolved} and coalesce(patient_id, shared_device_id) is not null and not exists (
       select from device_alarms join devices on number = device
       where ${subjectIdSql} = coalesce(patient_id, shared_device_id) and given.alarms ? alarm and not outage
     )`,
    [JSON.stringify(alarmsByKind)],
  )
}
