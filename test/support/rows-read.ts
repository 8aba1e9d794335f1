import type { Database, Db } from '../../src/platform/db/database.ts'

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

const rowsOf = (node: PlanNode, table: string): number =>
  (node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child, table), 0)

/**
 * Counts the rows of a table that statements read, by their plans; what they change is rolled back, and they
 * return nothing. Indexes are used as with a large table.
 */
export async function countRowsRead(
  db: Database,
  table: string,
  run: (db: Db) => Promise<unknown>,
): Promise<number> {
  let count = 0
  await db.session(async (session) => {
    const explain: Db['query'] = async (sql, values) => {
      const [row] = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, timing off, format json) ${sql}`,
        values,
      )
      if (row) count += rowsOf(row['QUERY PLAN'][0].Plan, table)
      return []
    }
    await session.query('begin')
    try {
      await session.query('set local enable_seqscan = off')
      await run({ ...session, query: explain })
    } finally {
      await session.query('rollback')
    }
  })
  return count
}
