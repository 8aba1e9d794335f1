import { lockUser } from '../../accounts/users/users.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyDevice } from '../../platform/events/device-notifications.ts'
import type { EntryData } from '../incidents/entry-data.ts'
import { clearIncident, raiseIncident } from '../incidents/raise-incident.ts'
import type { IncidentKind } from '../model/incident.ts'
import { type Alarm, alarmsOf, kindOf } from './alarm.ts'
import * as store from './alarms.store.ts'

/** Identifies a device and its wearer. */
export interface AlarmedDevice {
  id: string
  number: number
  userId: string
}

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
  { id, number, userId }: AlarmedDevice,
  { alarm, urgent, since, evidence, data }: RaisedByReading,
): Promise<void> {
  await ctx.db.reserved.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) return
    if (!(await store.insertAlarm(tx, number, alarm, since, urgent))) return
    await notifyDevice(tx, number)
    const kind = kindOf[alarm]
    const severity = kind === 'VITALS' || urgent ? 'MEDIUM' : 'LOW'
    await raiseIncident(ctx, tx, { kind, severity, patientId: userId, deviceId: id, evidence, data })
  })
}

/** Clears an alarm that readings have ended, and the incident after the last alarm of it. */
export async function clearAlarm(
  ctx: Context,
  { number, userId }: Omit<AlarmedDevice, 'id'>,
  alarm: Alarm,
  data: EntryData,
): Promise<void> {
  await ctx.db.reserved.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) return
    if (!(await store.deleteAlarm(tx, number, alarm))) return
    await notifyDevice(tx, number)
    await clearIfOver(ctx, tx, userId, kindOf[alarm], data)
  })
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

/** Clears the unresolved incident of a patient, who must be locked, unless another alarm still needs it. */
export async function clearIfOver(
  ctx: Context,
  tx: Db,
  patientId: string,
  kind: IncidentKind,
  data: EntryData,
): Promise<void> {
  if (await store.hasAlarms(tx, patientId, alarmsOf(kind))) return
  const incident = await store.findUnresolved(tx, patientId, kind)
  if (incident) await clearIncident(ctx, tx, incident.id, data)
}
