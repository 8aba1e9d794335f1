import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyDevice } from '../../platform/events/device-notifications.ts'
import type { EntryData } from '../incidents/entry-data.ts'
import { clearIncident, raiseIncident } from '../incidents/raise-incident.ts'
import { type AlarmedDevice, lockOwner, subjectIdOf, subjectOf } from '../model/alarmed-device.ts'
import type { IncidentKind } from '../model/incident.ts'
import { type Alarm, alarmsOf, kindOf } from './alarm.ts'
import * as store from './alarms.store.ts'

export interface RaisedByReading {
  alarm: Alarm
  urgent: boolean
  since: Date
  evidence: Record<string, unknown>
  data: EntryData
}

/** Raises an alarm that readings call for, or makes it urgent, and opens or joins the patient's incident. */
export async function raiseAlarm(
  ctx: Context,
  device: AlarmedDevice,
  raised: RaisedByReading,
): Promise<void> {
  await ctx.db.reserved.transaction(async (tx) => {
    if (await lockOwner(tx, device)) await raiseAlarmIn(ctx, tx, device, raised)
  })
}

/** Does the same in a transaction that has locked the owner of the device; false if the alarm is raised already. */
export async function raiseAlarmIn(
  ctx: Context,
  tx: Db,
  device: AlarmedDevice,
  { alarm, urgent, since, evidence, data }: RaisedByReading,
): Promise<boolean> {
  const { id, number } = device
  if (!(await store.insertAlarm(tx, number, alarm, since, urgent))) return false
  await notifyDevice(tx, number)
  const kind = kindOf[alarm]
  const severity = kind === 'VITALS' || urgent ? 'MEDIUM' : 'LOW'
  await raiseIncident(ctx, tx, { kind, severity, ...subjectOf(device), deviceId: id, evidence, data })
  return true
}

/** Clears an alarm that readings have ended, and the incident after the last alarm of it. */
export async function clearAlarm(
  ctx: Context,
  device: AlarmedDevice,
  alarm: Alarm,
  data: EntryData,
): Promise<void> {
  await ctx.db.reserved.transaction(async (tx) => {
    if (await lockOwner(tx, device)) await clearAlarmIn(ctx, tx, device, alarm, data)
  })
}

/** Does the same in a transaction that has locked the owner of the device. */
export async function clearAlarmIn(
  ctx: Context,
  tx: Db,
  device: AlarmedDevice,
  alarm: Alarm,
  data: EntryData,
): Promise<void> {
  if (!(await store.deleteAlarm(tx, device.number, alarm))) return
  await notifyDevice(tx, device.number)
  await clearIfOver(ctx, tx, subjectIdOf(device), kindOf[alarm], data)
}

/** Clears alarms of all devices of a patient, who must be locked. */
export async function clearAlarmsOfPatient(
  ctx: Context,
  tx: Db,
  patientId: string,
  alarms: readonly Alarm[],
  data: EntryData,
): Promise<void> {
  if (alarms.length === 0) return
  const cleared = await store.deleteAlarmsOfPatient(tx, patientId, alarms)
  for (const kind of new Set(cleared.map((alarm) => kindOf[alarm])))
    await clearIfOver(ctx, tx, patientId, kind, data)
}

/** Clears the unresolved incident of a patient or shared device, which must be locked, unless another alarm still needs it. */
export async function clearIfOver(
  ctx: Context,
  tx: Db,
  subjectId: string,
  kind: IncidentKind,
  data: EntryData,
): Promise<void> {
  if (await store.hasAlarms(tx, subjectId, alarmsOf(kind))) return
  const incident = await store.findUnresolved(tx, subjectId, kind)
  if (incident) await clearIncident(ctx, tx, incident.id, data)
}
