import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chownSync, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../lib/errors.ts'

/** The key is beside the store, and in no backup: whoever can only write to the folder of the backups cannot sign one. */
const keyFile = 'backup-key'

type KeySettings = Pick<Config, 'dataDir' | 'backupKey'>

/** Returns the key that signs the backups of an installation: BACKUP_KEY, or the one that was made for it. */
export function findBackupKey({ dataDir, backupKey }: KeySettings): string | undefined {
  if (backupKey) return backupKey
  const path = join(dataDir, keyFile)
  if (!existsSync(path)) return undefined
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < 32)
    throw new StartError(`The key in ${path} is too short. Set BACKUP_KEY, or delete the file.`)
  return key
}

export interface BackupKey {
  key: string
  /** Whether it was made just now: it is shown once. */
  isNew: boolean
}

/** Makes a key unless there is one. If the service and the command do so at once, the first one wins. */
export function ensureBackupKey(settings: KeySettings): BackupKey {
  const known = findBackupKey(settings)
  if (known) return { key: known, isNew: false }
  const { dataDir } = settings
  const key = randomBytes(32).toString('base64url')
  const path = join(dataDir, keyFile)
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, `${key}\n`, { mode: 0o600, flush: true })
  try {
    // Root may run the command, and another account the service.
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(dataDir)
      chownSync(temporary, uid, gid)
    }
    linkSync(temporary, path)
    return { key, isNew: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { key: findBackupKey(settings) ?? key, isNew: false }
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** What is shown of a new key. */
export const newKeyLines = (key: string) => [
  'The key that signs backups, shown only once. Keep it with your settings: a restore elsewhere needs it.',
  `  BACKUP_KEY=${key}`,
]

export const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('hex')

export function isSignedWith(key: string, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(sign(text, key)), Buffer.from(signature.trim())]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
