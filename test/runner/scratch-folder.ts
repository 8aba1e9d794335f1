import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../src/platform/db/embedded/postmaster.ts'

const memoryFolder = '/dev/shm'
const prefix = 'fallwatch-tests-'

/** A run holds less than one at a time; the rest is left to others. */
const minFreeBytes = 4 * 1024 ** 3

/**
 * Makes the folder for all temporary files of a run, with the databases. Where there is plenty of
 * memory they lie in it: making and removing the files of a hundred databases on a disk takes three times as long.
 */
export function makeScratchFolder(): string {
  const parent = process.env.TMPDIR === undefined && hasRoom() ? memoryFolder : tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // Like the folder that it stands for, it may be entered by every account; those in it may not.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    const limitBytes = process.constrainedMemory() || Number.POSITIVE_INFINITY
    return Math.min(bavail * bsize, freemem(), limitBytes) >= minFreeBytes
  } catch {
    // Other systems have no such folder.
    return false
  }
}

/** Removes what runs that were killed have left. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10)
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}
