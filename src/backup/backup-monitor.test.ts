import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { msPerHour } from '../lib/duration.ts'
import { createBackupMonitor } from './backup-monitor.ts'

test('without a backup there is no age, and one is overdue after a day and a half', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-copies-'))
  try {
    let now = Date.parse('2026-07-15T10:00:00Z')
    const settings = { folder, minuteOfDay: 180, copies: 7 } as unknown as Parameters<
      typeof createBackupMonitor
    >[0]
    const monitor = createBackupMonitor(settings, () => new Date(now))
    assert.deepEqual([monitor.lastAt(), monitor.ageSeconds(), monitor.isOverdue()], [undefined, null, false])
    now += 37 * msPerHour
    assert.deepEqual([monitor.ageSeconds(), monitor.isOverdue()], [null, true])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
