import type { Db } from './database.ts'

/** Position is where a page ended: the value it is sorted by and the id of its last row. */
export interface Position {
  value: string
  id: string
}

export interface Page {
  page: number
  limit: number
  sort: string
  order: 'asc' | 'desc'
  /** Where the page before ended. Without it, as many rows are passed over as the pages before hold. */
  after?: Position | undefined
}

/** Listed is one page of a list, how many rows all pages have, and where this one ended. */
export interface Listed<Row> {
  rows: Row[]
  total: number
  end: Position | undefined
}

export interface List {
  /** What is selected, and from where; `where` is a condition, and `values` what its parameters stand for. */
  columns: string
  from: string
  where: string
  values: unknown[]
  /** Joins that neither add nor drop rows; only the rows of the page are joined, not those that are passed over. */
  joins?: string
  /** The column that breaks ties, so that pages never overlap. */
  id: string
  /** The column or expression behind each name that the list can be sorted by; none of them may be null. */
  sorts: Record<string, string>
  /** How many rows there are in all, where that is known without counting them. */
  total?: (() => Promise<number>) | undefined
}

/** listPage reads one page of a list. What comes in meanwhile does not move the pages of who goes on from `after`. */
export async function listPage<Row extends object>(
  db: Db,
  list: List,
  { page, limit, sort, order, after }: Page,
): Promise<Listed<Row>> {
  const { columns, from, where, values, id, joins } = list
  const column = list.sorts[sort]
  if (!column) throw new Error(`No list is sorted by ${sort}`)
  const place = (n: number) => `$${values.length + n}`
  const beyond = order === 'asc' ? '>' : '<'
  const offset = (page - 1) * limit
  const [begin, ...beginning] = after
    ? [`and (${column}, ${id}) ${beyond} (${place(1)}, ${place(2)})`, after.value, after.id]
    : ['']
  const choose = (selected: string) =>
    `select ${selected} from ${from} where ${where} ${begin}
     order by ${column} ${order}, ${id} ${order}
     limit ${limit} ${after ? '' : `offset ${offset}`}`
  const shown = `${columns}, ${column} as "sortKey", ${id} as "sortId"`
  const chosen = joins
    ? `select ${shown} from (${choose(`${id} as "chosenId"`)}) as chosen
       join ${from} on ${id} = chosen."chosenId" ${joins}`
    : choose(shown)
  const total = await (list.total?.() ?? countRows(db, list))
  // The numbers are written out: of ten rows the planner takes the first ten, of some it may sort all there are.
  const rows =
    !after && offset >= total
      ? []
      : await db.query<Row & { sortKey: unknown; sortValue: string; sortId: string }>(
          // The text is made of the page's rows alone: to make it of a million that are passed over took a second.
          `select *, "sortKey"::text as "sortValue", "sortId"::text
           from (${chosen}) as page
           order by page."sortKey" ${order}, page."sortId" ${order}`,
          [...values, ...beginning],
        )
  const last = rows.at(-1)
  return {
    rows: rows.map(({ sortKey: _key, sortValue: _value, sortId: _id, ...row }) => row as unknown as Row),
    total,
    end: last && { value: last.sortValue, id: last.sortId },
  }
}

async function countRows(db: Db, { from, where, values }: List): Promise<number> {
  const [counted] = await db.query<{ total: number }>(
    `select count(*)::int as total from ${from} where ${where}`,
    values,
  )
  return counted?.total ?? 0
}
