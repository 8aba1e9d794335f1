import type { Db } from './database.ts'

/** Where a page ended: the sort value and the id of its last row. */
export interface PageCursor {
  value: string
  id: string
}

export interface Page {
  page: number
  limit: number
  sort: string
  order: 'asc' | 'desc'
  /** Where the previous page ended. Without it, the rows of the previous pages are skipped with an offset. */
  after?: PageCursor | undefined
}

/** One page of a list, the total number of rows, and where the page ended. */
export interface PageResult<Row> {
  rows: Row[]
  total: number
  endCursor: PageCursor | undefined
}

export interface List {
  /** The parts of the statement; `values` are the parameters of `where`. */
  columns: string
  from: string
  where: string
  values: unknown[]
  /** Joins that neither add nor drop rows; only the rows of the page are joined, not those that are skipped. */
  joins?: string
  /** The column that breaks ties, so that pages never overlap. */
  id: string
  /** The column or expression for each sort name; none of them may be null. */
  sorts: Record<string, string>
  /** The total number of rows, where it is known without counting. */
  total?: (() => Promise<number>) | undefined
}

/** Reads one page of a list. Rows that are added meanwhile do not shift pages that continue from `after`. */
export async function listPage<Row extends object>(
  db: Db,
  list: List,
  { page, limit, sort, order, after }: Page,
): Promise<PageResult<Row>> {
  const { columns, from, where, values, id, joins } = list
  const column = list.sorts[sort]
  if (!column) throw new Error(`No list is sorted by ${sort}`)
  const parameter = (n: number) => `$${values.length + n}`
  const operator = order === 'asc' ? '>' : '<'
  const offset = (page - 1) * limit
  const [condition, ...cursorValues] = after
    ? [`and (${column}, ${id}) ${operator} (${parameter(1)}, ${parameter(2)})`, after.value, after.id]
    : ['']
  const selectPage = (selected: string) =>
    `select ${selected} from ${from} where ${where} ${condition}
     order by ${column} ${order}, ${id} ${order}
     limit ${limit} ${after ? '' : `offset ${offset}`}`
  const selected = `${columns}, ${column} as "sortKey", ${id} as "sortId"`
  const pageRows = joins
    ? `select ${selected} from (${selectPage(`${id} as "chosenId"`)}) as chosen
       join ${from} on ${id} = chosen."chosenId" ${joins}`
    : selectPage(selected)
  const total = await (list.total?.() ?? countRows(db, list))
  // Limit and offset are literals, because the planner may sort all rows if it does not know how few are needed.
  const rows =
    !after && offset >= total
      ? []
      : await db.query<Row & { sortKey: unknown; sortValue: string; sortId: string }>(
          // Only the rows of the page are cast to text: casting a million skipped rows took a second.
          `select *, "sortKey"::text as "sortValue", "sortId"::text
           from (${pageRows}) as page
           order by page."sortKey" ${order}, page."sortId" ${order}`,
          [...values, ...cursorValues],
        )
  const last = rows.at(-1)
  return {
    rows: rows.map(({ sortKey: _key, sortValue: _value, sortId: _id, ...row }) => row as unknown as Row),
    total,
    endCursor: last && { value: last.sortValue, id: last.sortId },
  }
}

async function countRows(db: Db, { from, where, values }: List): Promise<number> {
  const [counted] = await db.query<{ total: number }>(
    `select count(*)::int as total from ${from} where ${where}`,
    values,
  )
  return counted?.total ?? 0
}
