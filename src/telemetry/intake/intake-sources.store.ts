import type { Db } from '../../platform/db/database.ts'
import type { JsonRule } from '../adapters/json-rule.ts'

/** The broker of MQTT_URL, with all the topics that admins have named. */
export const brokerSourceId = '00000000-0000-0000-0000-000000000000'

/** A URL to which others send. */
export interface IntakeSource {
  id: string
  name: string
  adapter: string
  rule: JsonRule | null
  createdAt: Date
  lastMessageAt: Date | null
}

const columns = `id, name, adapter, rule, created_at as "createdAt", last_message_at as "lastMessageAt"`

export function listSources(db: Db): Promise<IntakeSource[]> {
  return db.query(
    `select ${columns} from intake_sources where secret_hash is not null order by lower(name), id`,
  )
}

export async function countSources(tx: Db): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from intake_sources where secret_hash is not null',
  )
  return row?.count ?? 0
}

export async function insertSource(tx: Db, source: IntakeSource, secretHash: Buffer): Promise<void> {
  const { id, name, adapter, rule, createdAt } = source
  await tx.query(
    `insert into intake_sources (id, name, adapter, rule, secret_hash, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, name, adapter, rule && JSON.stringify(rule), secretHash, createdAt],
  )
}

/** Deletes a source with what was seen there; its devices stay, and no source speaks for them any more. */
export async function deleteSource(tx: Db, id: string): Promise<string | undefined> {
  const [deleted] = await tx.query<{ name: string }>(
    'delete from intake_sources where id = $1 and secret_hash is not null returning name',
    [id],
  )
  return deleted?.name
}

/** Finds the source of a secret. Whatever the time of a look-up says, it says it of the hash. */
export async function findSourceBySecret(
  db: Db,
  hash: Buffer,
): Promise<(IntakeSource & { secretHash: Buffer }) | undefined> {
  const [source] = await db.query<IntakeSource & { secretHash: Buffer }>(
    `select ${columns}, secret_hash as "secretHash" from intake_sources where secret_hash = $1`,
    [hash],
    'find-intake-source',
  )
  return source
}

/** The hashes of all secrets. */
export async function listSecretHashes(db: Db): Promise<Buffer[]> {
  const rows = await db.query<{ hash: Buffer }>(
    'select secret_hash as hash from intake_sources where secret_hash is not null',
    [],
    'list-intake-secrets',
  )
  return rows.map(({ hash }) => hash)
}

export async function touchSources(tx: Db, ids: string[], at: Date): Promise<void> {
  await tx.query('update intake_sources set last_message_at = $2 where id = any($1)', [ids, at])
}

export async function isSource(db: Db, id: string): Promise<boolean> {
  return (await db.query('select 1 from intake_sources where id = $1', [id])).length > 0
}
