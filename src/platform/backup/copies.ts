import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The files of a copy. The description is written last, and the folder is renamed after that. */
export const archiveFile = 'base.tar'
export const manifestFile = 'backup_manifest'
export const secretFile = 'jwt-secret'
export const descriptionFile = 'backup.json'
/** The signature of the description. */
export const signatureFile = 'backup.signature'

const description = z.object({
  /** The version of the service. */
  version: z.string(),
  postgresVersion: z.string(),
  /** Distinguishes the copies of one store from those of another in the same folder. */
  systemId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  bytes: z.int(),
  /** The SHA-256 of the write-ahead log, which the manifest does not list. */
  wal: z.record(z.string(), z.string()),
  /** The folders of the archive, which the manifest does not list; copies of earlier versions have no list. */
  folders: z.array(z.string()).optional(),
  /** The SHA-256 of the other files of the copy, the manifest among them; copies of earlier versions have none. */
  files: z.record(z.string(), z.string()).optional(),
})

export const parseDescription = (text: string): CopyDescription => description.parse(JSON.parse(text))

export type CopyDescription = z.infer<typeof description>

export interface Copy extends CopyDescription {
  folder: string
}

const copyName = /^fallwatch-\d{8}T\d{6}Z$/
const unfinishedPrefix = '.unfinished-'

/** Sorted by time. */
export const copyNameAt = (at: Date) => `fallwatch-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`

export const unfinishedName = (systemId: string, name: string) => `${unfinishedPrefix}${systemId}-${name}`

/** Returns a finished copy; undefined if the folder holds none. */
export function readCopy(folder: string): Copy | undefined {
  try {
    const text = readFileSync(join(folder, descriptionFile), 'utf8')
    const parsed = parseDescription(text)
    return existsSync(join(folder, archiveFile)) ? { folder, ...parsed } : undefined
  } catch {
    return undefined
  }
}

/** Returns the finished copies in a folder, the newest first. */
export function listCopies(parent: string): Copy[] {
  return entriesOf(parent)
    .filter((entry) => entry.isDirectory() && copyName.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .reverse()
    .flatMap((name) => readCopy(join(parent, name)) ?? [])
}

/** Keeps the newest copies of a store, and returns how many it removed. */
export async function removeOldCopies(parent: string, systemId: string, kept: number): Promise<number> {
  const old = listCopies(parent)
    .filter((copy) => copy.systemId === systemId)
    .slice(kept)
  for (const { folder } of old) await rm(folder, { recursive: true, force: true })
  return old.length
}

/** Deletes what killed backups of a store have left; its owner holds the lock of the backups. */
export async function removeUnfinished(parent: string, systemId: string): Promise<void> {
  for (const { name } of entriesOf(parent)) {
    if (name.startsWith(unfinishedName(systemId, '')))
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
