import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { msPerHour } from '../lib/duration.ts'
import { createBackupMonitor } from './backup-monitor.ts'
import { archiveFile, type CopyDescription, copyNameAt, descriptionFile } from './copies.ts'

const installedAt = new Date('2026-07-15T10:00:00Z')
let folder: string
let now: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fallwatch-copies-'))
  now = installedAt.getTime()
})
afterEach(() => rmSync(folder, { recursive: true }))

const openMonitor = () => createBackupMonitor({ folder }, installedAt, () => new Date(now))

/** Writes what is read of a finished copy. */
function addCopy(at: Date): void {
  const description: CopyDescription = {
    version: '0.1.0',
    postgresVersion: '18.0',
    systemId: '1',
    startedAt: at.toISOString(),
    finishedAt: at.toISOString(),
    bytes: 1,
    wal: {},
  }
  const copy = join(folder, copyNameAt(at))
  mkdirSync(copy)
  writeFileSync(join(copy, descriptionFile), JSON.stringify(description))
  writeFileSync(join(copy, archiveFile), '')
}

describe('without a backup', () => {
  test('there is no age, and one is overdue a day and a half after the installation', () => {
    const monitor = openMonitor()
    assert.deepEqual([monitor.lastAt(), monitor.ageSeconds(), monitor.isOverdue()], [undefined, null, false])
    now += 37 * msPerHour
    assert.deepEqual([monitor.ageSeconds(), monitor.isOverdue()], [null, true])
  })

  test('a restart does not begin the time anew', () => {
    now += 37 * msPerHour
    assert.equal(openMonitor().isOverdue(), true)
  })

  test('one is overdue as soon as an attempt has failed, until one succeeds', () => {
    const monitor = openMonitor()
    monitor.setObstacle('FAILED_ATTEMPT')
    assert.equal(monitor.isOverdue(), true)
    addCopy(new Date(now))
    monitor.refresh()
    monitor.setObstacle(undefined)
    assert.deepEqual([monitor.ageSeconds(), monitor.isOverdue()], [0, false])
  })
})

describe('after a good backup', () => {
  test('the next one is overdue when it is a day and a half old', () => {
    addCopy(installedAt)
    const monitor = openMonitor()
    now += 36 * msPerHour
    assert.equal(monitor.isOverdue(), false)
    now += 1
    assert.equal(monitor.isOverdue(), true)
  })

  test('a failed attempt has time to be repeated, and a folder that cannot be written has not', () => {
    addCopy(installedAt)
    const monitor = openMonitor()
    monitor.setObstacle('FAILED_ATTEMPT')
    assert.equal(monitor.isOverdue(), false)
    monitor.setObstacle('FOLDER')
    assert.equal(monitor.isOverdue(), true)
  })
})
