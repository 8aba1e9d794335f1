import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartError } from '../lib/errors.ts'
import { projectFolder } from '../project.ts'
import { migrationLock } from './advisory-locks.ts'
import { distribute, isDistributed } from './distributed.ts'

const minServerVersion = 140_000
const folder = fileURLToPath(new URL('migrations/', projectFolder))

interface Migration {
  version: number
  name: string
}

export interface Migrated {
  /** The names of the migrations that were applied. */
  applied: string[]
  /** Whether the tables that grow are on the workers of a Citus cluster. */
  isDistributed: boolean
}

/** Applies pending migrations in order, each in its own transaction. */
export async function migrate(connection: pg.ClientConfig, { distributes = false } = {}): Promise<Migrated> {
  const { Client = pg.Client } = connection as { Client?: typeof pg.Client }
  const client = new Client({ ...connection, application_name: 'fallwatch migrations' })
  // Between two statements an error would end the process without a word; the next statement fails, and says why.
  client.on('error', () => {})
  await client.connect()
  try {
    await assertServerVersion(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await applyPending(client, await listMigrations())
    if (distributes && (await distribute(client))) applied.push('distributed')
    return { applied, isDistributed: await isDistributed(client) }
  } finally {
    await client.end()
  }
}

async function assertServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  )
  if (rows[0].number < minServerVersion) {
    throw new StartError(`Fallwatch needs PostgreSQL 14 or later; this server is ${rows[0].name}.`)
  }
}

async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => ({ version: Number.parseInt(name, 10), name }))
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(`
    create table if not exists schema_migrations (
      version int primary key,
      name text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations')
  const applied = new Set(rows.map((row) => row.version))
  const newest = migrations.at(-1)?.version ?? 0
  if (Math.max(0, ...applied) > newest) {
    throw new StartError('The database was written by a newer Fallwatch. Start that version, or a later one.')
  }
  const pending = migrations.filter(({ version }) => !applied.has(version))
  for (const { version, name } of pending) {
    await client.query('begin')
    await client.query(await readFile(`${folder}${name}`, 'utf8'))
    await client.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name])
    await client.query('commit')
  }
  return pending.map(({ name }) => name)
}
