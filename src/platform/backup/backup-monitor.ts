import type { Config } from '../config.ts'
import { msPerHour, msPerSecond } from '../lib/duration.ts'
import { type Copy, listCopies } from './copies.ts'

/** Knows the copies that were there when the folder was last read. */
export interface BackupMonitor {
  copies(): Copy[]
  /** When the last good copy was finished; undefined if there is none. */
  lastAt(): Date | undefined
  /** The age of the last good copy; null if there is none. */
  ageSeconds(): number | null
  /** Whether a day was left out, or the next copy will not come without somebody's help. */
  isOverdue(): boolean
  /** What stands in the way of the next copy, as far as is known. */
  obstacle(): Obstacle | undefined
  setObstacle(obstacle: Obstacle | undefined): void
  /** Reads the folder again. */
  refresh(): void
}

/** No copy can be written to the folder; or the last attempt failed for another reason, which may pass. */
export type Obstacle = 'FOLDER' | 'FAILED_ATTEMPT'

/** A day, and half of another for copies that take long or had to be tried again. */
const overdueAfterMs = 36 * msPerHour

export const overdueDescription =
  'Whether the last good backup is more than 36 hours old, there is none and the last attempt failed, or BACKUP_DIR cannot be written'

/**
 * Reads the folder of the daily copies. Without any copy, the time counts from the installation: from
 * the start of the process, each restart would begin it anew.
 */
export function createBackupMonitor(
  { folder }: Pick<NonNullable<Config['backup']>, 'folder'>,
  installedAt: Date,
  now: () => Date,
): BackupMonitor {
  let copies: Copy[] = []
  let obstacle: Obstacle | undefined
  const lastAt = () => copies[0] && new Date(copies[0].finishedAt)
  const monitor: BackupMonitor = {
    copies: () => copies,
    lastAt,
    ageSeconds() {
      const at = lastAt()
      return at ? Math.max(0, Math.floor((now().getTime() - at.getTime()) / msPerSecond)) : null
    },
    isOverdue() {
      if (obstacle === 'FOLDER' || (obstacle && copies.length === 0)) return true
      return now().getTime() - (lastAt() ?? installedAt).getTime() > overdueAfterMs
    },
    obstacle: () => obstacle,
    setObstacle(found) {
      obstacle = found
    },
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
