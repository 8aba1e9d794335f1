import type { Db } from '../../platform/db/database.ts'

/** After so many wrong codes, a link opens nothing any more. */
export const maxWrongCodes = 5

export interface Share {
  id: string
  label: string
  createdAt: Date
  createdBy: { id: string; name: string | null }
  expiresAt: Date
  revokedAt: Date | null
  wrongCodes: number
  openedCount: number
  lastUsedAt: Date | null
}

const columns = `shares.id, label, shares.created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
  wrong_codes as "wrongCodes", opened_count as "openedCount", last_used_at as "lastUsedAt",
  json_build_object('id', created_by, 'name', first_name || ' ' || last_name) as "createdBy"`
const from = 'shares left join users on users.id = created_by'

export interface NewShare {
  id: string
  patientId: string
  label: string
  tokenHash: Buffer
  codeHash: Buffer
  createdAt: Date
  createdBy: string
  expiresAt: Date
}

export async function insertShare(tx: Db, share: NewShare): Promise<void> {
  await tx.query(
    `insert into shares (id, patient_id, label, token_hash, code_hash, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      share.id,
      share.patientId,
      share.label,
      share.tokenHash,
      share.codeHash,
      share.createdAt,
      share.createdBy,
      share.expiresAt,
    ],
  )
}

/** Returns the newest links of a patient first. */
export function listShares(db: Db, patientId: string, limit: number): Promise<Share[]> {
  return db.query(
    `select ${columns} from ${from} where patient_id = $1 order by shares.created_at desc, shares.id limit $2`,
    [patientId, limit],
  )
}

export async function countOpenShares(tx: Db, patientId: string, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from shares where patient_id = $1 and revoked_at is null and expires_at > $2`,
    [patientId, now],
  )
  return row?.count ?? 0
}

/** Keeps the first time, and returns false if the patient has no such link. Its sessions end with it. */
export async function revokeShare(tx: Db, patientId: string, id: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update shares set revoked_at = coalesce(revoked_at, $3) where id = $2 and patient_id = $1 returning id`,
    [patientId, id, at],
  )
  return rows.length > 0
}

export interface LockedShare {
  id: string
  patientId: string
  codeHash: Buffer
  /** Neither expired, nor revoked, nor locked, and of an active account. */
  isOpen: boolean
}

/** Serializes the attempts to open a link, so that no more are made at once than are allowed. */
export async function lockShare(tx: Db, tokenHash: Buffer, now: Date): Promise<LockedShare | undefined> {
  const [row] = await tx.query<LockedShare>(
    `select shares.id, patient_id as "patientId", code_hash as "codeHash",
            revoked_at is null and expires_at > $2 and wrong_codes < ${maxWrongCodes}
              and status = 'active' and role = 'PATIENT' as "isOpen"
     from shares join users on users.id = patient_id where token_hash = $1
     for no key update of shares`,
    [tokenHash, now],
  )
  return row
}

export async function countWrongCode(tx: Db, id: string): Promise<void> {
  await tx.query('update shares set wrong_codes = wrong_codes + 1 where id = $1', [id])
}

export async function insertShareSession(
  tx: Db,
  session: { shareId: string; tokenHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  const { shareId, tokenHash, at, expiresAt } = session
  await tx.query('delete from share_sessions where expires_at <= $1', [at])
  await tx.query('insert into share_sessions (token_hash, share_id, expires_at) values ($1, $2, $3)', [
    tokenHash,
    shareId,
    expiresAt,
  ])
  await tx.query('update shares set opened_count = opened_count + 1, last_used_at = $2 where id = $1', [
    shareId,
    at,
  ])
}

/** Returns whose record a session may read: not after its link was revoked or has expired. */
export async function findReader(db: Db, tokenHash: Buffer, now: Date) {
  const [row] = await db.query<{ shareId: string; patientId: string }>(
    `select shares.id as "shareId", patient_id as "patientId"
     from share_sessions join shares on shares.id = share_id join users on users.id = patient_id
     where share_sessions.token_hash = $1 and share_sessions.expires_at > $2 and shares.expires_at > $2
       and revoked_at is null and status = 'active' and role = 'PATIENT'`,
    [tokenHash, now],
  )
  return row
}

export async function setLastUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.query('update shares set last_used_at = greatest(last_used_at, $2) where id = $1', [id, at])
}

export async function findSharedRecord(db: Db, shareId: string) {
  const [row] = await db.query<{ name: string; label: string; expiresAt: Date }>(
    `select first_name || ' ' || last_name as name, label, expires_at as "expiresAt"
     from shares join users on users.id = patient_id where shares.id = $1`,
    [shareId],
  )
  return row
}
