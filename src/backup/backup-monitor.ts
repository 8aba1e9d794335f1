import type { Config } from '../config.ts'
import { msPerHour, msPerSecond } from '../lib/duration.ts'
import { type Copy, listCopies } from './copies.ts'

/** BackupMonitor knows the copies that were there when the folder was last read. */
export interface BackupMonitor {
  copies(): Copy[]
  /** When the last good copy was finished; undefined if there is none. */
  lastAt(): Date | undefined
  /** The age of the last good copy; null if there is none. */
  ageSeconds(): number | null
  /** Whether the last good copy is so old that at least one day was left out. */
  isOverdue(): boolean
  /** Reads the folder again. */
  refresh(): void
}

/** A day, and half of another for copies that take long or had to be tried again. */
const overdueAfterMs = 36 * msPerHour

/** createBackupMonitor reads the folder of the daily copies. Without any copy, their age counts from the start. */
export function createBackupMonitor(
  { folder }: NonNullable<Config['backup']>,
  now: () => Date,
): BackupMonitor {
  const startedAt = now()
  let copies: Copy[] = []
  const lastAt = () => copies[0] && new Date(copies[0].finishedAt)
  const monitor: BackupMonitor = {
    copies: () => copies,
    lastAt,
    ageSeconds() {
      const at = lastAt()
      return at ? Math.max(0, Math.floor((now().getTime() - at.getTime()) / msPerSecond)) : null
    },
    isOverdue: () => now().getTime() - (lastAt() ?? startedAt).getTime() > overdueAfterMs,
    refresh() {
      // A folder that cannot be read holds no copy that could be restored.
      try {
        copies = listCopies(folder)
      } catch {
        copies = []
      }
    },
  }
  monitor.refresh()
  return monitor
}
