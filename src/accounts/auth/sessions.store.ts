import { sessionsChannel } from '../../platform/db/channels.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ActorRole } from '../../platform/role.ts'

export interface Session {
  id: string
  userId: string
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db.query('insert into sessions (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    session.id,
    session.userId,
    session.createdAt,
    session.expiresAt,
  ])
}

/** Returns the role of the active account, or station, behind a valid session. */
export async function findSessionRole(
  db: Db,
  id: string,
  userId: string,
  now: Date,
): Promise<ActorRole | undefined> {
  const [row] = await db.query<{ role: ActorRole }>(
    `select users.role
     from sessions join users on users.id = sessions.user_id
     where sessions.id = $1 and users.id = $2 and sessions.expires_at > $3 and users.status = 'active'
     union all
     select 'STATION' from station_sessions where id = $1 and station_id = $2`,
    [id, userId, now],
  )
  return row?.role
}

export interface LiveSession {
  id: string
  role: ActorRole
  expiresAt: Date
}

/** Returns those of these sessions that are valid and belong to active accounts or to stations. */
export function findLiveSessions(db: Db, ids: readonly string[], now: Date): Promise<LiveSession[]> {
  return db.query(
    `select sessions.id, users.role, sessions.expires_at as "expiresAt"
     from sessions join users on users.id = sessions.user_id
     where sessions.id = any($1) and sessions.expires_at > $2 and users.status = 'active'
     union all
     select id, 'STATION', timestamptz '9999-12-31' from station_sessions where id = any($1)`,
    [ids, now],
    'find-live-sessions',
  )
}

/** Opens the only session of a station. */
export async function replaceStationSession(
  tx: Db,
  { id, stationId, createdAt }: { id: string; stationId: string; createdAt: Date },
): Promise<void> {
  await tx.query(
    `insert into station_sessions (id, station_id, created_at) values ($1, $2, $3)
     on conflict (station_id) do update set id = excluded.id, created_at = excluded.created_at`,
    [id, stationId, createdAt],
  )
}

/** Returns false when there is none. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  return (await db.query('delete from sessions where id = $1 returning id', [id])).length > 0
}

export async function deleteSessionsOfUser(db: Db, userId: string, exceptId?: string): Promise<void> {
  await db.query('delete from sessions where user_id = $1 and id is distinct from $2', [
    userId,
    exceptId ?? null,
  ])
}

/** Counts the expired sessions and invitations. */
export async function countExpired(db: Db, now: Date): Promise<{ sessions: number; invitations: number }> {
  const [row] = await db.query<{ sessions: number; invitations: number }>(
    `select (select count(*)::int from sessions where expires_at <= $1) as sessions,
            (select count(*)::int from invitations where expires_at <= $1) as invitations`,
    [now],
  )
  return row ?? { sessions: 0, invitations: 0 }
}

export async function deleteExpired(db: Db, now: Date): Promise<{ sessions: number; invitations: number }> {
  const sessions = await db.query('delete from sessions where expires_at <= $1 returning id', [now])
  const invitations = await db.query('delete from invitations where expires_at <= $1 returning user_id', [
    now,
  ])
  return { sessions: sessions.length, invitations: invitations.length }
}

/**
 * Notifies every process, including this one, once the transaction has been committed: of one
 * session, or of all sessions of the user.
 */
export async function notifySessionChange(db: Db, userId: string, sessionId?: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [sessionsChannel, sessionId ? `${userId} ${sessionId}` : userId])
}
