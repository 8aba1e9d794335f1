import pg from 'pg'

interface Statement {
  text: string
  values: unknown[]
  /** Prepared, if it has one. */
  name?: string | undefined
}

/** One in front of another, whose rows nobody needs. */
export interface FirstStatement {
  text: string
  values?: string[]
  name?: string
}

/** Runs a statement after those that begin a transaction. If the transaction cannot begin, the statement is not run. */
export function beginWith(
  client: pg.ClientBase,
  begin: readonly FirstStatement[],
  statement: Statement,
): Promise<pg.QueryResult> {
  return (
    sendTogether(client, begin, statement) ??
    oneAfterOther(client, [{ text: begin.map(({ text }) => text).join('; ') }], statement)
  )
}

/**
 * Runs a statement and then a prepared one in one transaction, which sees what was committed while the first one waited
 * for a lock. All is sent at once: the server takes a snapshot for each, and commits when it reads the end.
 */
export async function queryAfter(
  client: pg.ClientBase,
  first: FirstStatement,
  statement: Statement & { name: string },
): Promise<pg.QueryResult> {
  const sent = sendTogether(client, [first], statement)
  if (sent) return sent
  try {
    const result = await oneAfterOther(client, [{ text: 'begin' }, first], statement)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Undefined if a statement must be prepared before: the client could not tell the answers from each other. */
function sendTogether(
  client: pg.ClientBase,
  first: readonly FirstStatement[],
  statement: Statement,
): Promise<pg.QueryResult> | undefined {
  if ([...first, statement].some(({ name }) => name && !isPrepared(client, name))) return undefined
  return new Promise((resolve, reject) => {
    const callback = (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result)
    client.query(new QueryAfter(first, statement, callback) as unknown as pg.Submittable)
  })
}

async function oneAfterOther(client: pg.ClientBase, first: readonly FirstStatement[], statement: Statement) {
  for (const each of first) await client.query(each)
  return client.query(statement)
}

/** The protocol of PostgreSQL, as the client speaks it. */
interface Connection {
  parsedStatements: Record<string, string | undefined>
  parse(message: { text: string; name: string }): void
  bind(message: { statement: string; values: unknown[] }): void
  execute(message: { portal: string; rows: number }): void
}

const isPrepared = (client: pg.ClientBase, name: string) =>
  (client as unknown as { connection: Connection }).connection.parsedStatements[name] !== undefined

/** What the client's class has beside its types. */
interface BaseQuery {
  prepare(connection: Connection): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Connection): void
}

const Base = pg.Query as unknown as new (config: object, values: undefined, callback: unknown) => BaseQuery

/** Sends the first statements in front of the other one, and ignores their results. */
class QueryAfter extends Base {
  /** How many of the first statements have not ended. */
  private left: number
  private readonly first: readonly FirstStatement[]

  constructor(first: readonly FirstStatement[], statement: Statement, callback: unknown) {
    // Only the extended protocol ends with an error what is sent together.
    super({ ...statement, queryMode: 'extended' }, undefined, callback)
    this.first = first
    this.left = first.length
  }

  override prepare(connection: Connection): void {
    for (const { text, values = [], name = '' } of this.first) {
      if (!name) connection.parse({ text, name })
      connection.bind({ statement: name, values })
      connection.execute({ portal: '', rows: 0 })
    }
    super.prepare(connection)
  }

  override handleDataRow(message: object): void {
    if (this.left === 0) super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.left === 0) super.handleCommandComplete(message, connection)
    else this.left--
  }
}
