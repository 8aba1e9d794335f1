import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { jobLockClass } from '../db/advisory-locks.ts'

/** Receives what the server sends; `write` resolves when more may come. */
export interface BackupTarget {
  archive(chunk: Buffer): Promise<void> | undefined
  manifest(chunk: Buffer): void
}

export interface BaseBackupOptions {
  /** The most that the server sends in a second, so that the disk stays free for readings. */
  maxKilobytesPerSecond: number
}

/** Messages of the stream begin with a letter: a new archive, data, the manifest, or progress. */
const [newArchive, data, manifestStart] = ['n', 'd', 'm'].map((letter) => letter.charCodeAt(0))

/** Connects as a replica does; such a connection runs SQL as well. */
export async function openReplication(connection: pg.ClientConfig): Promise<pg.Client> {
  const settings = { ...connection, replication: 'database', application_name: 'fallwatch backup' }
  const client = new pg.Client(settings as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Lets one process at a time back up a store; false while another does. The connection holds the lock. */
export async function lockBackups(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(${jobLockClass}, hashtext('backup')) as locked`,
  )
  return rows[0].locked
}

export async function identifySystem(client: pg.Client): Promise<string> {
  const { rows } = await client.query('IDENTIFY_SYSTEM')
  return String(rows[0].systemid)
}

/** About the size that a backup will have. */
export async function storeBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select (select sum(pg_database_size(oid)) from pg_database)::float8 + coalesce(sum(size), 0)::float8 as bytes
     from pg_ls_waldir()`,
  )
  return rows[0].bytes
}

/**
 * Copies the files of a running server, with the write-ahead log from the beginning of the copy to its
 * end. A temporary slot keeps that log on the server until it has been sent.
 */
export async function streamBaseBackup(
  client: pg.Client,
  target: BackupTarget,
  { maxKilobytesPerSecond }: BaseBackupOptions,
): Promise<void> {
  await client.query(`CREATE_REPLICATION_SLOT fallwatch_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
  const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } }
  let isManifest = false
  let archives = 0
  let failure: unknown
  let waiting = Promise.resolve()
  const fail = (error: unknown) => {
    failure ??= error
    // The server would go on sending for as long as somebody reads.
    connection.stream.destroy()
  }
  connection.on('copyData', ({ chunk }: { chunk: Buffer }) => {
    if (failure) return
    const kind = chunk[0]
    if (kind === newArchive && ++archives > 1) fail(new Error('The store has tablespaces'))
    if (kind === manifestStart) isManifest = true
    if (kind !== data) return
    // The client reuses its buffer.
    const content = Buffer.from(chunk.subarray(1))
    if (isManifest) return target.manifest(content)
    const full = target.archive(content)
    if (!full) return
    connection.stream.pause()
    waiting = full.then(() => void connection.stream.resume(), fail)
  })
  try {
    await client.query(
      `BASE_BACKUP (LABEL 'fallwatch', CHECKPOINT 'fast', WAL true, MANIFEST 'yes',
        MANIFEST_CHECKSUMS 'SHA256', MAX_RATE ${maxKilobytesPerSecond})`,
    )
    await waiting
  } catch (error) {
    throw failure ?? error
  }
  if (failure) throw failure
}
