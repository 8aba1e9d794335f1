import type { BackupMonitor } from '../../../src/platform/backup/backup-monitor.ts'

const hourMs = 3_600_000

/** A folder with good backups that were finished so many hours ago, the newest first. */
export function backupsOf(...hoursAgo: number[]): BackupMonitor {
  const now = Date.now()
  const copies = hoursAgo.map((hours) => ({
    ...{ folder: '', version: '0.1.0', postgresVersion: '18', systemId: '1', wal: {}, bytes: 734_003_200 },
    startedAt: new Date(now - hours * hourMs - 42_000).toISOString(),
    finishedAt: new Date(now - hours * hourMs).toISOString(),
  }))
  const [last] = copies
  return {
    copies: () => copies,
    lastAt: () => last && new Date(last.finishedAt),
    ageSeconds: () => (hoursAgo[0] === undefined ? null : hoursAgo[0] * 3600),
    isOverdue: () => (hoursAgo[0] ?? 0) > 36,
    obstacle: () => undefined,
    setObstacle() {},
    refresh() {},
  }
}
