import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'

/** A note for those who work after its author; the name is null after the account was deleted. */
export interface Handover {
  id: string
  teamId: string
  author: { id: string; name: string | null }
  text: string
  createdAt: Date
  /** The shift of the rota during which it was written. */
  shiftStartsAt: Date | null
  shiftEndsAt: Date | null
}

const columns = `
  team_handovers.id, team_id as "teamId", text, team_handovers.created_at as "createdAt",
  shift_starts_at as "shiftStartsAt", shift_ends_at as "shiftEndsAt",
  json_build_object('id', author_id, 'name', first_name || ' ' || last_name) as author`
const author = 'left join users on users.id = author_id'

export type NewHandover = Omit<Handover, 'author'> & { authorId: string }

export async function insertHandover(tx: Db, handover: NewHandover): Promise<void> {
  await tx.query(
    `insert into team_handovers (id, team_id, author_id, text, created_at, shift_starts_at, shift_ends_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      handover.id,
      handover.teamId,
      handover.authorId,
      handover.text,
      handover.createdAt,
      handover.shiftStartsAt,
      handover.shiftEndsAt,
    ],
  )
}

export function findHandovers(db: Db, ids: readonly string[]): Promise<Handover[]> {
  return db.query(
    `select ${columns} from team_handovers ${author} where team_handovers.id = any($1::uuid[])`,
    [ids],
  )
}

export function listHandovers(db: Db, teamId: string, page: Page): Promise<PageResult<Handover>> {
  return listPage(
    db,
    {
      columns,
      from: 'team_handovers',
      joins: author,
      where: 'team_id = $1',
      values: [teamId],
      id: 'team_handovers.id',
      sorts: { created_at: 'team_handovers.created_at' },
    },
    page,
  )
}

/** Returns the notes of several teams, newest first. */
export function listHandoversSince(
  db: Db,
  teamIds: readonly string[],
  since: Date,
  limit: number,
): Promise<Handover[]> {
  return db.query(
    `select ${columns} from team_handovers ${author}
     where team_id = any($1::uuid[]) and team_handovers.created_at >= $2
     order by team_handovers.created_at desc, team_handovers.id limit ${limit}`,
    [teamIds, since],
  )
}
