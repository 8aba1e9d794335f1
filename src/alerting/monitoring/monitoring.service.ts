import { getManageablePatient, getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { lockUser } from '../../accounts/users/users.service.ts'
import type { Sensitivity } from '../../detection/confidence.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyDevicesOfUser } from '../../platform/events/device-notifications.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { alarms } from './alarm.ts'
import { clearAlarmsOfPatient } from './alarms.service.ts'
import type { MonitoringChange } from './monitoring.schemas.ts'
import { findSettings, saveSettings } from './monitoring.store.ts'
import {
  type AlarmSettings,
  alarmSettings,
  isMonitored,
  isWatchSetting,
  type MonitoringSettings,
  settingsProblems,
  switchesOff,
  watchSettings,
} from './monitoring-settings.ts'
import { clearWatchesOfPatient, switchedOffWatches } from './watches.service.ts'

/** What is monitored of a patient, and how easily motion raises an alarm. */
export type Monitoring = MonitoringSettings & { sensitivity: Sensitivity }

/** Returns what is monitored of a patient whose record the caller may read. */
export async function readMonitoring(ctx: Context, caller: Caller, id: string): Promise<Monitoring> {
  const { sensitivity } = await getReadablePatient(ctx, caller, id)
  return { ...(await readSettings(ctx.db, id)), sensitivity }
}

/**
 * Changes the given fields. They take effect with the next reading of each of the patient's devices,
 * and an alarm that is switched off is cleared. Of a patient who has no e-mail address, and does not see what caregivers
 * change, only an admin switches alarms off.
 */
export async function updateMonitoring(
  ctx: Context,
  caller: Caller,
  id: string,
  change: MonitoringChange,
): Promise<Monitoring> {
  const { sensitivity, email } = await getManageablePatient(ctx, caller, id)
  const settings = await ctx.db.transaction(async (tx) => {
    if (!(await lockUser(tx, id))) throw refusal('PATIENT_NOT_FOUND')
    const before = await readSettings(tx, id)
    const changes = Object.entries(change).filter(
      ([name, value]) => value !== undefined && value !== before[name as keyof MonitoringSettings],
    )
    if (changes.length === 0) return before
    const changed = Object.fromEntries(changes)
    const after: MonitoringSettings = { ...before, ...changed }
    const problems = settingsProblems(after)
    if (Object.keys(problems).length > 0) throw invalidFields(problems)
    if (email === null && caller.actor.role === 'CAREGIVER' && switchesOff(before, after))
      throw refusal('ALARMS_NEED_ADMIN')
    await saveChange(tx, id, changed, ctx.now())
    await notifyDevicesOfUser(tx, id)
    const message = `Monitoring changed: ${changes.map(([name]) => name).join(', ')}`
    await recordAuditEntry(ctx, tx, caller, { action: 'patient.monitoring_changed', message, subjectId: id })
    const switchedOff = alarms.filter((alarm) => isMonitored(alarm, before) && !isMonitored(alarm, after))
    await clearAlarmsOfPatient(ctx, tx, id, switchedOff, { code: 'ALARM_SWITCHED_OFF' })
    await clearWatchesOfPatient(ctx, tx, id, switchedOffWatches(before, after))
    return after
  })
  return { ...settings, sensitivity }
}

async function readSettings(db: Db, id: string): Promise<MonitoringSettings> {
  const stored = await findSettings(db, id)
  return {
    okWindowSeconds: stored?.okWindowSeconds ?? 0,
    ...alarmSettings(stored?.alarms ?? null),
    ...watchSettings(stored?.watches ?? null),
  }
}

/** Returns which alarms the devices of a patient raise; those of a shared device are the defaults. */
export async function findAlarmSettings(db: Db, patientId: string | null): Promise<Readonly<AlarmSettings>> {
  return alarmSettings((patientId && (await findSettings(db, patientId))?.alarms) || null)
}

/** Stores only what was ever set, so that other settings follow the defaults. */
async function saveChange(
  tx: Db,
  id: string,
  { okWindowSeconds, ...changed }: Partial<MonitoringSettings>,
  at: Date,
): Promise<void> {
  const stored = (await findSettings(tx, id)) ?? { okWindowSeconds: 0, alarms: {}, watches: {} }
  const entries = Object.entries(changed)
  const changedWatches = Object.fromEntries(entries.filter(([name]) => isWatchSetting(name)))
  const changedAlarms = Object.fromEntries(entries.filter(([name]) => !isWatchSetting(name)))
  const settings = {
    okWindowSeconds: okWindowSeconds ?? stored.okWindowSeconds,
    alarms: { ...stored.alarms, ...changedAlarms },
    watches: { ...stored.watches, ...changedWatches },
  }
  await saveSettings(tx, id, settings, at)
}
