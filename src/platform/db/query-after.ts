import pg from 'pg'

export interface PreparedStatement {
  text: string
  values: unknown[]
  name: string
}

/**
 * Runs a statement and then a prepared one in one transaction, which sees what was committed while the first one waited
 * for a lock. All is sent at once: the server takes a snapshot for each, and commits when it reads the end.
 */
export async function queryAfter(
  client: pg.ClientBase,
  first: string,
  statement: PreparedStatement,
): Promise<pg.QueryResult> {
  if (isPrepared(client, statement.name)) {
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result)
      client.query(new QueryAfter(first, statement, callback) as unknown as pg.Submittable)
    })
  }
  // The client could not tell the answers to two statements that are prepared from each other.
  await client.query(`begin; ${first}`)
  try {
    const result = await client.query(statement)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
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

/** Sends the first statement in front of the prepared one, and ignores its result. */
class QueryAfter extends Base {
  private isFirstDone = false
  private readonly first: string

  constructor(first: string, statement: PreparedStatement, callback: unknown) {
    super(statement, undefined, callback)
    this.first = first
  }

  override prepare(connection: Connection): void {
    connection.parse({ text: this.first, name: '' })
    connection.bind({ statement: '', values: [] })
    connection.execute({ portal: '', rows: 0 })
    super.prepare(connection)
  }

  override handleDataRow(message: object): void {
    if (this.isFirstDone) super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.isFirstDone) super.handleCommandComplete(message, connection)
    this.isFirstDone = true
  }
}
