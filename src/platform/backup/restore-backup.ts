import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { chown, mkdir, mkdtemp, open, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findServerAccount, type OsAccount } from '../db/embedded/os-account.ts'
import { readPostmaster } from '../db/embedded/postmaster.ts'
import { restoreMarkFile } from '../db/restore-mark.ts'
import { StartError } from '../lib/errors.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { archiveFile, type Copy, copyNameAt, listCopies, readCopy, secretFile } from './copies.ts'
import { assertMatchesManifest, createChecksumReader } from './manifest.ts'
import { syncFolder } from './sync.ts'
import type { TarEntry } from './tar.ts'
import { type VerifiedCopy, verifyCopy } from './verify-copy.ts'

export interface RestoreOptions {
  dataDir: string
  /** A copy, or a folder of copies, of which the newest is taken. */
  from: string
  /** Whether a store that is there is set aside. */
  replaces: boolean
  /** The key with which the backup must be signed, if it is known. */
  key: string | undefined
  /** Whether a backup is accepted that was not signed with it. */
  isUnverified?: boolean
  now: () => Date
}

export interface Restored {
  copy: Copy
  /** Where the previous store is now. */
  setAside: string | undefined
}

/** The folders of a server that a backup leaves empty are in the archive, too; these names are not. */
const lockFiles = ['postmaster.pid', '.s.PGSQL.5432.lock']

/**
 * Puts a copy in the place of a stopped store. The files are unpacked beside it, compared with the manifest
 * and written through to the disk first: until the last step, the previous store is as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, from, replaces, key, isUnverified = false, now } = options
  const copy = readCopy(from) ?? listCopies(from)[0]
  if (!copy) throw new StartError(`There is no finished backup in ${from}.`)
  const store = join(dataDir, 'postgres')
  assertStopped(store)
  const isEmpty = !existsSync(store) && !existsSync(join(dataDir, secretFile))
  if (!isEmpty && !replaces) {
    throw new StartError(
      `${dataDir} holds a store already. With --replace it is set aside, and the backup takes its place.`,
    )
  }
  const verified = verifyCopy(copy.folder, key, isUnverified)
  makeFolder(dataDir)
  const found = findServerAccount(store)
  if ('missing' in found) throw new StartError(`The store cannot be restored: ${found.missing}.`)
  const unfinished = await mkdtemp(join(dataDir, 'postgres.restored-'))
  try {
    await unpack(copy.folder, verified, unfinished, found.account)
    await markRestored(unfinished, found.account)
    assertStopped(store)
    const setAside = isEmpty ? undefined : setStoreAside(dataDir, now())
    if (verified.secret)
      await writeFile(join(dataDir, secretFile), verified.secret, { mode: 0o600, flush: true })
    await rename(unfinished, store)
    await syncFolder(dataDir)
    return { copy, setAside }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Makes the service that starts on the store send nothing: the original may still run. */
async function markRestored(folder: string, account: OsAccount): Promise<void> {
  const mark = join(folder, restoreMarkFile)
  // A backup of a store that was restored itself, and not started since, has one.
  await writeFile(mark, '', { mode: 0o600, flush: true })
  if (account) await chown(mark, account.uid, account.gid)
  await syncFolder(folder)
}

function assertStopped(store: string): void {
  const running = existsSync(store) ? readPostmaster(store) : undefined
  if (running) {
    throw new StartError(
      `The store in ${dirname(store)} is in use (PostgreSQL, process ${running.pid}). Stop the service first.`,
    )
  }
}

/** Renames what is there, so that a wrong restore loses nothing. */
function setStoreAside(dataDir: string, at: Date): string {
  const place = join(dataDir, copyNameAt(at).replace('fallwatch', 'replaced'))
  mkdirSync(place, { mode: 0o755 })
  for (const name of readdirSync(dataDir)) {
    if (name === 'postgres' || name === secretFile) renameSync(join(dataDir, name), join(place, name))
  }
  return place
}

async function unpack(
  copyFolder: string,
  { manifest, signed }: VerifiedCopy,
  folder: string,
  account: OsAccount,
): Promise<void> {
  const own = async (path: string) => {
    if (account) await chown(path, account.uid, account.gid)
  }
  await own(folder)
  const writer = createUnpacker(folder, own)
  const reader = createChecksumReader(writer)
  try {
    const archive = createReadStream(join(copyFolder, archiveFile), { highWaterMark: 1024 * 1024 })
    for await (const chunk of archive) {
      reader.write(chunk)
      await writer.flush()
    }
    assertMatchesManifest(manifest, reader.finish(), signed)
  } catch (error) {
    await writer.abandon()
    throw new StartError(`The backup in ${copyFolder} cannot be used: ${(error as Error).message}.`)
  }
  await writer.finish()
}

/** Writes the entries of an archive; the steps wait for each other until they are flushed. */
function createUnpacker(folder: string, own: (path: string) => Promise<void>) {
  let steps: (() => Promise<unknown>)[] = []
  let file: Awaited<ReturnType<typeof open>> | undefined
  const folders = [folder]
  return {
    begin(entry: TarEntry) {
      const path = join(folder, entry.path)
      if (entry.isFolder) {
        steps.push(async () => {
          await mkdir(path, { mode: 0o700, recursive: true })
          await own(path)
          folders.push(path)
        })
      } else {
        steps.push(async () => {
          file = lockFiles.includes(entry.path) ? undefined : await open(path, 'wx', 0o600)
          if (file) await own(path)
        })
      }
    },
    data: (chunk: Buffer) => void steps.push(async () => file?.writeFile(chunk)),
    end() {
      steps.push(async () => {
        await file?.sync()
        await file?.close()
        file = undefined
      })
    },
    async flush() {
      const due = steps
      steps = []
      for (const step of due) await step()
    },
    async finish() {
      await this.flush()
      for (const path of folders) await syncFolder(path)
    },
    async abandon() {
      await file?.close()
    },
  }
}
