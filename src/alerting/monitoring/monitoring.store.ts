import type { Db } from '../../platform/db/database.ts'
import type { AlarmSettings, WatchSettings } from './monitoring-settings.ts'

export interface StoredSettings {
  okWindowSeconds: number
  /** Only what was set; the defaults apply to the rest. */
  alarms: Partial<AlarmSettings>
  watches: Partial<WatchSettings>
}

export async function findSettings(db: Db, patientId: string): Promise<StoredSettings | undefined> {
  const [row] = await db.query<StoredSettings>(
    `select ok_window_seconds as "okWindowSeconds", alarms, watches from monitoring_settings where patient_id = $1`,
    [patientId],
  )
  return row
}

export async function saveSettings(
  tx: Db,
  patientId: string,
  { okWindowSeconds, alarms, watches }: StoredSettings,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into monitoring_settings (patient_id, ok_window_seconds, alarms, watches, updated_at)
     values ($1, $2, $3, $5, $4)
     on conflict (patient_id) do update set
       ok_window_seconds = excluded.ok_window_seconds, alarms = excluded.alarms, watches = excluded.watches,
       updated_at = excluded.updated_at`,
    [patientId, okWindowSeconds, JSON.stringify(alarms), at, JSON.stringify(watches)],
  )
}
