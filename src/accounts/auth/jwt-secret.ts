import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { StartError } from '../../platform/lib/errors.ts'
import { makeFolder } from '../../platform/lib/make-folder.ts'

/** Returns the secret of the settings, or else one that it creates in the data directory. */
export function loadJwtSecret(config: Config): string {
  if (config.jwtSecret) return config.jwtSecret
  const file = join(config.dataDir, 'jwt-secret')
  const stored = readSecret(file)
  if (stored !== undefined && Buffer.byteLength(stored) >= 32) return stored
  if (stored !== undefined) {
    throw new StartError(
      `The secret in ${file} is too short. Delete the file; everybody must then sign in again.`,
    )
  }
  try {
    return createSecret(file, config.dataDir)
  } catch (error) {
    throw new StartError(
      `No secret can be kept in ${config.dataDir}: ${(error as Error).message}. Set JWT_SECRET or DATA_DIR.`,
    )
  }
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

/** Writes the file atomically; if two processes create it at once, the first one wins. */
function createSecret(file: string, folder: string): string {
  makeFolder(folder)
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true } as object)
  try {
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return readFileSync(file, 'utf8')
}
