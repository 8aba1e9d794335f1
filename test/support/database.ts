import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { atWorkerEnd } from '../../harness/file-end.ts'

/** A database that one test file has to itself. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Makes a database with the schema of the service and no rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  // Made once by the runner. Without it, as when a file is run by itself, the service makes the schema when it starts.
  const template = process.env.TEST_DATABASE_TEMPLATE
  if (!template) return createEmptyDatabase()
  const database = await createEmptyDatabase(template)
  // The one row that the schema comes with is an id that no other installation has.
  await query(database.url, 'update installation set id = $1', [randomUUID()])
  return database
}

/** Makes one with nothing in it, unless it is to be a copy of another. */
export async function createEmptyDatabase(template = 'template1'): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test')
  const name = `fallwatch_test_${randomBytes(6).toString('hex')}`
  const strategy = process.env.TEST_DATABASE_STRATEGY
  // A copy of the template is a cluster like it: its servers know each other by their addresses.
  const workers = template === 'template1' ? [] : (process.env.TEST_DATABASE_WORKERS?.split(',') ?? [])
  await onServers(
    workers,
    `create database ${name} template ${template} ${strategy ? `strategy ${strategy}` : ''}`,
  )
  // Nobody misses what a crash of the server would take from it, and a slow disk holds up no test.
  if (!strategy) await onServer(`alter database ${name} set synchronous_commit = off`)
  const url = new URL(server)
  url.pathname = name
  return {
    url: url.href,
    drop: () => onServers(workers, `drop database if exists ${name} with (force)`),
  }
}

const serverClients = new Map<string, Promise<pg.Client>>()

/** Has a statement run by the connection that makes and drops all databases of this process. */
async function onServer(statement: string, url = process.env.TEST_DATABASE_URL ?? ''): Promise<void> {
  const client = serverClients.get(url) ?? connect(url)
  serverClients.set(url, client)
  await (await client).query(statement)
}

/** The same on the server and on the workers of its cluster. */
const onServers = async (workers: string[], statement: string): Promise<void> =>
  void (await Promise.all([undefined, ...workers].map((url) => onServer(statement, url))))

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  atWorkerEnd(async () => {
    serverClients.delete(url)
    await client.end()
  })
  return client
}

async function query(url: string, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}
