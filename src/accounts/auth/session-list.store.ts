import type { Db } from '../../platform/db/database.ts'

/** What lets somebody in: a session, or the page of a patient that can only call for help. */
export const sessionKinds = ['SESSION', 'HELP_PAGE'] as const
export type SessionKind = (typeof sessionKinds)[number]

export interface ListedSession {
  id: string
  kind: SessionKind
  createdAt: Date
  /** To the day; null for a session, of which it is not recorded. */
  lastUsedAt: Date | null
  expiresAt: Date
  userAgent: string | null
}

/** A person signs in for a day at a time; beyond these are programs. */
const maxListed = 200

export function listSessions(db: Db, userId: string, now: Date): Promise<ListedSession[]> {
  return db.query(
    `select id, 'HELP_PAGE' as kind, created_at as "createdAt", last_used_at as "lastUsedAt",
            expires_at as "expiresAt", user_agent as "userAgent"
     from help_credentials where user_id = $1 and expires_at > $2
     union all
     select id, 'SESSION', created_at, null, expires_at, null
     from sessions where user_id = $1 and expires_at > $2
     order by kind, "createdAt" desc, id
     limit ${maxListed}`,
    [userId, now],
  )
}

/** Ends one of a user's sessions or help pages, and returns which kind it was; undefined if there is none. */
export async function deleteListed(tx: Db, userId: string, id: string): Promise<SessionKind | undefined> {
  const [row] = await tx.query<{ kind: SessionKind }>(
    `with ended_session as (delete from sessions where user_id = $1 and id = $2 returning id),
          ended_page as (delete from help_credentials where user_id = $1 and id = $2 returning id)
     select 'SESSION' as kind from ended_session union all select 'HELP_PAGE' from ended_page`,
    [userId, id],
  )
  return row?.kind
}
