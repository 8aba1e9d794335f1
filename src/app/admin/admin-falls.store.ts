import { type FallItem, fallItemColumns, fallSorts } from '../../alerting/falls/fall-item.ts'
import { type FallLevel, fallLevels } from '../../detection/levels/fall-level.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'

export interface AdminFall extends FallItem {
  userId: string
  patientName: string
  flaggedAt: Date | null
  flaggedBy: string | null
  flagNote: string | null
}

async function findFalls(db: Db, ids: string[]): Promise<AdminFall[]> {
  return db.query(
    `select ${fallItemColumns}, falls.user_id as "userId",
            users.first_name || ' ' || users.last_name as "patientName",
            falls.flagged_at as "flaggedAt", falls.flagged_by as "flaggedBy", falls.flag_note as "flagNote"
     from falls join users on users.id = falls.user_id
     where falls.id = any($1)`,
    [ids],
  )
}

export interface FallFilter {
  levels: FallLevel[]
  patientId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export async function findFall(db: Db, id: string): Promise<AdminFall | undefined> {
  const [fall] = await findFalls(db, [id])
  return fall
}

/**
 * Finds the page by its index only, and then reads the rows to show. `total` is their number, where it is
 * known without counting.
 */
export async function listFalls(
  db: Db,
  filter: FallFilter,
  page: Page,
  total?: () => Promise<number>,
): Promise<PageResult<AdminFall>> {
  const { patientId } = filter
  const { rows, ...listed } = await listPage<{ id: string }>(
    db,
    {
      columns: 'falls.id',
      from: 'falls',
      where: conditionsOf(filter).join(' and ') || 'true',
      values: patientId ? [patientId] : [],
      id: 'falls.id',
      sorts: fallSorts,
      total,
    },
    page,
  )
  const falls = new Map(
    (
      await findFalls(
        db,
        rows.map(({ id }) => id),
      )
    ).map((fall) => [fall.id, fall]),
  )
  return { ...listed, rows: rows.flatMap(({ id }) => falls.get(id) ?? []) }
}

/**
 * Levels and times are values of the service, never texts of a request. As literals, the planner can estimate the
 * number of falls: as parameters, a quarter of the year sorted by confidence took 370 ms instead of one.
 */
function conditionsOf({ levels, patientId, from, to }: FallFilter): string[] {
  const conditions: string[] = []
  if (patientId) conditions.push('falls.user_id = $1')
  if (levels.length === 0) conditions.push('false')
  else if (levels.length < fallLevels.length)
    conditions.push(`falls.status in (${levels.map((level) => `'${level}'`).join(', ')})`)
  if (from) conditions.push(`falls.created_at >= '${from.toISOString()}'`)
  // To the end of the millisecond, the precision of responses.
  if (to) conditions.push(`falls.created_at < timestamptz '${to.toISOString()}' + interval '1 millisecond'`)
  return conditions
}
