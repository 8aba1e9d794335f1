import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../lib/errors.ts'

/** loadJwtSecret takes the secret from the settings, else keeps one of its own making in the data folder. */
export function loadJwtSecret(config: Config): string {
  if (config.jwtSecret) return config.jwtSecret
  const file = join(config.dataDir, 'jwt-secret')
  const kept = readKept(file)
  if (kept !== undefined && Buffer.byteLength(kept) >= 32) return kept
  if (kept !== undefined) {
    throw new StartError(`The secret in ${file} is too short. Remove the file, and everybody signs in again.`)
  }
  try {
    return keep(file, config.dataDir)
  } catch (error) {
    throw new StartError(
      `No secret can be kept in ${config.dataDir}: ${(error as Error).message}. Set JWT_SECRET or DATA_DIR.`,
    )
  }
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

/** The file appears whole or not at all; of two processes that make one, the first one's counts. */
function keep(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true } as object)
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(file, 'utf8')
}
