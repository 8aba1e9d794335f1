import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { openCluster } from '../db/embedded/cluster.ts'
import { readPostmaster } from '../db/embedded/postmaster.ts'
import { StartError } from '../lib/errors.ts'
import { prepareFolder } from './backup-folder.ts'
import { sign } from './backup-key.ts'
import { identifySystem, lockBackups, openReplication, storeBytes, streamBaseBackup } from './base-backup.ts'
import {
  archiveFile,
  type Copy,
  type CopyDescription,
  copyNameAt,
  descriptionFile,
  manifestFile,
  removeOldCopies,
  removeUnfinished,
  secretFile,
  signatureFile,
  unfinishedName,
} from './copies.ts'
import {
  type ArchiveContents,
  assertMatchesManifest,
  createChecksumReader,
  type SignedContents,
  walChecksums,
} from './manifest.ts'
import { syncFolder } from './sync.ts'
import { sha256 } from './verify-copy.ts'

export interface BackupOptions {
  dataDir: string
  /** The folder in which the copies are. */
  parent: string
  /** How many copies of this store are kept; all of them if undefined. */
  copies?: number | undefined
  version: string
  /** The key of the installation, which signs the copy. */
  key: string
  now: () => Date
}

/** Slow enough to leave the disk to the readings, and a gigabyte in less than a minute. */
const maxKilobytesPerSecond = 20 * 1024

/** What the server writes meanwhile is in the copy, too. */
const spareBytes = 64 * 1024 * 1024

/**
 * Copies the running embedded store. The copy is read back, compared with the server's checksums and written
 * through to the disk before it gets its name: a copy with a name is a good one, whenever this process is killed.
 */
export async function takeBackup(options: BackupOptions): Promise<Copy> {
  const { dataDir, parent } = options
  const cluster = openCluster(dataDir)
  assertStore(dataDir)
  if (!readPostmaster(join(dataDir, 'postgres'))?.ready) {
    throw new StartError(
      `The store in ${dataDir} is not running. Start the service; or copy the folder while it is stopped, with cp -a.`,
    )
  }
  cluster.ownFiles()
  const client = await openReplication(cluster.connection())
  try {
    if (!(await lockBackups(client))) throw new StartError('Another backup of this store is running.')
    const systemId = await identifySystem(client)
    await prepareFolder(parent)
    await removeUnfinished(parent, systemId)
    await assertSpace(client, parent)
    const copy = await writeCopy(client, options, { systemId, postgresVersion: cluster.version })
    if (options.copies !== undefined) await removeOldCopies(parent, systemId, options.copies)
    return copy
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws if there is nothing to back up. */
export function assertStore(dataDir: string): void {
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartError(`There is no store in ${dataDir}.`)
}

async function assertSpace(client: pg.Client, parent: string): Promise<void> {
  const [needed, { bavail, bsize }] = await Promise.all([storeBytes(client), statfs(parent)])
  const free = bavail * bsize
  if (free < needed + spareBytes) {
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
    throw new StartError(
      `A backup takes about ${megabytes(needed + spareBytes)}, and ${parent} has ${megabytes(free)} left.`,
    )
  }
}

async function writeCopy(
  client: pg.Client,
  { dataDir, parent, version, key, now }: BackupOptions,
  store: { systemId: string; postgresVersion: string },
): Promise<Copy> {
  const startedAt = now()
  const name = copyNameAt(startedAt)
  const folder = resolve(parent, name)
  const unfinished = join(parent, unfinishedName(store.systemId, name))
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const received = await receiveFiles(client, unfinished)
    const wal = walChecksums(received.contents.checksums)
    const folders = [...received.contents.folders]
    const manifest = await verifyFiles(unfinished, { wal, folders })
    const secret = await copySecret(dataDir, unfinished)
    const description: CopyDescription = {
      version,
      ...store,
      startedAt: startedAt.toISOString(),
      finishedAt: now().toISOString(),
      bytes: received.bytes,
      wal,
      folders,
      files: { [manifestFile]: sha256(manifest), ...(secret && { [secretFile]: sha256(secret) }) },
    }
    const text = `${JSON.stringify(description, null, 2)}\n`
    await writeSynced(join(unfinished, signatureFile), `${sign(text, key)}\n`)
    await writeSynced(join(unfinished, descriptionFile), text)
    await syncFolder(unfinished)
    await rename(unfinished, folder)
    await syncFolder(parent)
    return { folder, ...description }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

/** Writes what the server sends, and calculates its checksums on the way. */
async function receiveFiles(
  client: pg.Client,
  folder: string,
): Promise<{ contents: ArchiveContents; bytes: number }> {
  const archive = await open(join(folder, archiveFile), 'wx', 0o600)
  const writer = createWriter(archive)
  const reader = createChecksumReader()
  const manifest: Buffer[] = []
  try {
    await streamBaseBackup(
      client,
      {
        archive(chunk) {
          reader.write(chunk)
          return writer.write(chunk)
        },
        manifest: (chunk) => void manifest.push(chunk),
      },
      { maxKilobytesPerSecond },
    )
    await writer.flush()
    await archive.sync()
  } finally {
    await archive.close()
  }
  await writeSynced(join(folder, manifestFile), Buffer.concat(manifest))
  return { contents: reader.finish(), bytes: writer.bytes() }
}

/** Writes chunks in their order. `write` returns a promise when many are waiting. */
function createWriter(file: FileHandle) {
  const maxWaitingBytes = 4 * 1024 * 1024
  let [bytes, waitingBytes] = [0, 0]
  let tail = Promise.resolve()
  return {
    bytes: () => bytes,
    write(chunk: Buffer): Promise<void> | undefined {
      bytes += chunk.length
      waitingBytes += chunk.length
      tail = tail.then(async () => {
        await file.writeFile(chunk)
        waitingBytes -= chunk.length
      })
      // The last write, or flush, reports it.
      tail.catch(() => {})
      return waitingBytes > maxWaitingBytes ? tail : undefined
    },
    flush: () => tail,
  }
}

/** Reads a copy from the disk, compares it with its manifest, and returns that. */
async function verifyFiles(folder: string, signed: SignedContents): Promise<string> {
  const reader = createChecksumReader()
  for await (const chunk of createReadStream(join(folder, archiveFile), { highWaterMark: 1024 * 1024 }))
    reader.write(chunk)
  const manifest = await readFile(join(folder, manifestFile), 'utf8')
  assertMatchesManifest(manifest, reader.finish(), signed)
  return manifest
}

/** Copies the secret that signs tokens, unless JWT_SECRET is set and there is none. */
async function copySecret(dataDir: string, folder: string): Promise<Buffer | undefined> {
  const from = join(dataDir, secretFile)
  if (!existsSync(from)) return undefined
  const secret = await readFile(from)
  await writeSynced(join(folder, secretFile), secret)
  return secret
}

async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
