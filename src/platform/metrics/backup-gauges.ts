import { Gauge, type Registry } from 'prom-client'
import type { BackupMonitor } from '../backup/backup-monitor.ts'

/** Adds the state of the daily backups; without BACKUP_DIR the gauges have no value. */
export function registerBackupGauges(registry: Registry, backups: BackupMonitor | undefined): void {
  const gauge = (name: string, help: string, read: (backups: BackupMonitor) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        if (backups) this.set(read(backups))
        else this.remove()
      },
    })
  gauge(
    'fallwatch_backup_last_success_timestamp_seconds',
    'When the last good backup was finished; 0 if there is none; omitted without BACKUP_DIR.',
    ({ lastAt }) => (lastAt()?.getTime() ?? 0) / 1000,
  )
  gauge(
    'fallwatch_backup_bytes',
    'Size of the last good backup; 0 if there is none; omitted without BACKUP_DIR.',
    ({ copies }) => copies()[0]?.bytes ?? 0,
  )
  gauge(
    'fallwatch_backups',
    'Good backups in the folder; omitted without BACKUP_DIR.',
    ({ copies }) => copies().length,
  )
}
