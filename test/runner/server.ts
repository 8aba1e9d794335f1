import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openCluster } from '../../src/db/embedded/cluster.ts'
import { migrate } from '../../src/db/migrate.ts'

/** ServerEnvironment is how test files find the server, and the database with the schema that theirs are copies of. */
export interface ServerEnvironment {
  TEST_DATABASE_URL: string
  TEST_DATABASE_TEMPLATE: string
  /** A folder for the files of a PostgreSQL that embedded ones begin with. */
  TEST_STORE_TEMPLATES: string
}

/** onServer does its work with a PostgreSQL: that at TEST_DATABASE_URL, else an embedded one of its own. */
export async function onServer<T>(work: (env: ServerEnvironment) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-test-'))
  const onUrl = (url: string) =>
    withTemplate(url, (name) =>
      work({
        TEST_DATABASE_URL: url,
        TEST_DATABASE_TEMPLATE: name,
        TEST_STORE_TEMPLATES: join(folder, 'stores'),
      }),
    )
  try {
    return await (process.env.TEST_DATABASE_URL
      ? onUrl(process.env.TEST_DATABASE_URL)
      : withEmbedded(join(folder, 'run'), onUrl))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withEmbedded<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  // Nothing of it outlives the run.
  const cluster = openCluster(folder, { fsync: 'off', full_page_writes: 'off' })
  try {
    await cluster.ensureRunning()
    const { host = '', port, user, password, database } = cluster.connection()
    return await work(`postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`)
  } finally {
    await cluster.stop()
  }
}

/** withTemplate makes the schema once: a copy of it takes a fifth of the time. */
async function withTemplate<T>(url: string, work: (name: string) => Promise<T>): Promise<T> {
  const name = `fallwatch_template_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`create database ${name}`)
    const template = new URL(url)
    template.pathname = name
    await migrate({ connectionString: template.href })
    // A database that somebody is connected to cannot be copied.
    await client.query(`alter database ${name} allow_connections false`)
  } finally {
    await client.end()
  }
  try {
    return await work(name)
  } finally {
    await dropDatabase(url, name)
  }
}

async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.end()
}
