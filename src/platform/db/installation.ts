import { statSync } from 'node:fs'
import pg from 'pg'
import { installationChannel } from './channels.ts'
import type { Database, Db } from './database.ts'
import { isMarkedRestored, removeRestoreMark } from './restore-mark.ts'

export const holdReasons = ['RESTORED', 'COPIED', 'SETTING'] as const
/** A restore wrote a mark; the database ran elsewhere before; or NOTIFICATIONS=held. */
export type HoldReason = (typeof holdReasons)[number]

/** Why nothing leaves the service, and since when. */
export interface Hold {
  since: Date
  reason: HoldReason
}

export interface Installation {
  /** A unique id of this database. */
  id: string
  /** When this database got its first tables. */
  installedAt: Date
  hold: Hold | undefined
}

export interface InstallationOptions {
  /** The folder of the embedded server. */
  serverFolder?: string | undefined
  /** Whether NOTIFICATIONS=held. */
  isHeld: boolean
}

/** Where a database runs, as far as it can be known. Names of machines are no part of it: containers change them. */
interface Place {
  /** The server, by what initdb gave it; also a copy of its files has it. */
  system: string | null
  /** The database on that server: one that was made for a dump has another number. */
  database: string
  /** The folder of an embedded server: a copy of it has another number, and a folder that was renamed has not. */
  folder: string | null
}

/**
 * Compares where the database runs with where it ran. A copy gets an id of its own, so that it shares nothing
 * in Redis with the original, and is held until an admin releases it.
 */
export async function openInstallation(
  db: Database,
  { serverFolder, isHeld }: InstallationOptions,
): Promise<Installation> {
  const place = await findPlace(db, serverFolder)
  const isRestored = serverFolder !== undefined && isMarkedRestored(serverFolder)
  await db.transaction(async (tx) => {
    // Of processes that start together, one finds the copy.
    const [last] = await tx.query<{ place: Place | null }>('select place from installation for update')
    const isCopy = isRestored || (last?.place ? isElsewhere(last.place, place) : false)
    const reason: HoldReason | undefined = isRestored
      ? 'RESTORED'
      : isCopy
        ? 'COPIED'
        : isHeld
          ? 'SETTING'
          : undefined
    await tx.query(
      `update installation
       set place = $1, id = case when $2 then gen_random_uuid() else id end,
           held_since = case when $3::text is null then held_since else coalesce(held_since, now()) end,
           held_reason = case when $2 then $3 else coalesce(held_reason, $3) end`,
      [JSON.stringify(place), isCopy, reason ?? null],
    )
    if (reason) await tx.query(`select pg_notify($1, '')`, [installationChannel])
  })
  if (isRestored) removeRestoreMark(serverFolder)
  const [row] = await db.query<{ id: string; installedAt: Date }>(
    'select id, (select min(applied_at) from schema_migrations) as "installedAt" from installation',
  )
  return {
    id: row?.id ?? '',
    installedAt: row?.installedAt ?? new Date(0),
    hold: await findHold(db),
  }
}

/** Returns why nothing may leave the service; undefined if everything may. */
export async function findHold(db: Db): Promise<Hold | undefined> {
  const [hold] = await db.query<Hold>(
    `select held_since as since, held_reason as reason from installation where held_since is not null`,
  )
  return hold
}

/** Returns what an admin has set; null while the settings apply. */
export async function findTimeZone(db: Db): Promise<string | null> {
  const [row] = await db.query<{ timeZone: string | null }>(
    'select time_zone as "timeZone" from installation',
  )
  return row?.timeZone ?? null
}

/** Also notifies the other processes, once it is committed. */
export async function updateTimeZone(tx: Db, timeZone: string | null): Promise<void> {
  await tx.query('update installation set time_zone = $1', [timeZone])
  await tx.query(`select pg_notify($1, '')`, [installationChannel])
}

async function findPlace(db: Db, serverFolder: string | undefined): Promise<Place> {
  const [row] = await db.query<{ database: string }>(
    'select oid::text as database from pg_database where datname = current_database()',
  )
  return {
    system: await findSystem(db),
    database: row?.database ?? '',
    folder: serverFolder === undefined ? null : statSync(serverFolder, { bigint: true }).ino.toString(),
  }
}

/** Returns null where an operator of databases does not let its users ask. */
async function findSystem(db: Db): Promise<string | null> {
  try {
    const [row] = await db.query<{ system: string }>(
      'select system_identifier::text as system from pg_control_system()',
    )
    return row?.system ?? null
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return null
    throw error
  }
}

/** Compares only what is known of both: an embedded server has a folder, and another one has not. */
function isElsewhere(last: Place, place: Place): boolean {
  const differs = (a: string | null, b: string | null) => a !== null && b !== null && a !== b
  return (
    differs(last.system, place.system) ||
    differs(last.database, place.database) ||
    differs(last.folder, place.folder)
  )
}

/** Needed as well: the server groups falls by local time, with a list of its own. */
export async function isTimeZoneOfDatabase(db: Db, name: string): Promise<boolean> {
  return (await db.query('select 1 from pg_timezone_names where name = $1', [name])).length > 0
}
