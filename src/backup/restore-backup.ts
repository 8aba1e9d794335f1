import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { chown, copyFile, mkdir, mkdtemp, open, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findServerAccount, type OsAccount } from '../db/embedded/os-account.ts'
import { readPostmaster } from '../db/embedded/postmaster.ts'
import { restoreMarkFile } from '../db/restore-mark.ts'
import { StartError } from '../lib/errors.ts'
import { makeFolder } from '../lib/make-folder.ts'
import {
  archiveFile,
  type Copy,
  copyNameAt,
  listCopies,
  manifestFile,
  readCopy,
  secretFile,
} from './copies.ts'
import { assertMatchesManifest, createChecksumReader } from './manifest.ts'
import { syncFile, syncFolder } from './sync.ts'
import type { TarEntry } from './tar.ts'

export interface RestoreOptions {
  dataDir: string
  /** A copy, or a folder of copies, of which the newest is taken. */
  from: string
  /** Whether a store that is there is set aside. */
  replaces: boolean
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
 * restoreBackup puts a copy in the place of a stopped store. The files are unpacked beside it, compared with the manifest
 * and written through to the disk first: until the last step, the previous store is as it was.
 */
export async function restoreBackup({ dataDir, from, replaces, now }: RestoreOptions): Promise<Restored> {
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
  makeFolder(dataDir)
  const found = findServerAccount(store)
  if ('missing' in found) throw new StartError(`The store cannot be restored: ${found.missing}.`)
  const unfinished = await mkdtemp(join(dataDir, 'postgres.restored-'))
  try {
    await unpack(copy, unfinished, found.account)
    await markRestored(unfinished, found.account)
    assertStopped(store)
    const setAside = isEmpty ? undefined : setStoreAside(dataDir, now())
    await copySecret(copy.folder, dataDir)
    await rename(unfinished, store)
    await syncFolder(dataDir)
    return { copy, setAside }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** markRestored makes the service that starts on the store send nothing: the original may still run. */
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

/** setStoreAside renames what is there, so that a wrong restore loses nothing. */
function setStoreAside(dataDir: string, at: Date): string {
  const place = join(dataDir, copyNameAt(at).replace('fallwatch', 'replaced'))
  mkdirSync(place, { mode: 0o755 })
  for (const name of readdirSync(dataDir)) {
    if (name === 'postgres' || name === secretFile) renameSync(join(dataDir, name), join(place, name))
  }
  return place
}

async function copySecret(folder: string, dataDir: string): Promise<void> {
  const [from, to] = [join(folder, secretFile), join(dataDir, secretFile)]
  if (!existsSync(from)) return
  await copyFile(from, to)
  await syncFile(to)
}

async function unpack(copy: Copy, folder: string, account: OsAccount): Promise<void> {
  const own = async (path: string) => {
    if (account) await chown(path, account.uid, account.gid)
  }
  await own(folder)
  const writer = createUnpacker(folder, own)
  const reader = createChecksumReader(writer)
  try {
    const archive = createReadStream(join(copy.folder, archiveFile), { highWaterMark: 1024 * 1024 })
    for await (const chunk of archive) {
      reader.write(chunk)
      await writer.flush()
    }
    const checksums = reader.finish()
    assertMatchesManifest(readFileSync(join(copy.folder, manifestFile), 'utf8'), checksums)
    for (const [path, checksum] of Object.entries(copy.wal)) {
      if (checksums.get(path) !== checksum) throw new Error(`${path} is damaged`)
    }
  } catch (error) {
    await writer.abandon()
    throw new StartError(`The backup in ${copy.folder} cannot be used: ${(error as Error).message}.`)
  }
  await writer.finish()
}

/** createUnpacker writes the entries of an archive; the steps wait for each other until they are flushed. */
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
