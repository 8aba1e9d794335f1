// Does what docs/backups.md says of backups, and looks whether all of it is back.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import pg from 'pg'
import { account, makeFolder, type ServiceProcess, startProcess } from '../../harness/service-process.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { makeCircle, reportFall, writeTo } from '../support/people.ts'
import { addDevice, goodReading } from '../support/readings.ts'
import { TestService, useService } from '../support/service.ts'
import { makeStore } from '../support/store.ts'

const service = useService()

/** Counts the rows of every table, the partitions of the readings each for itself. */
async function rowCounts(connection: pg.ClientConfig): Promise<Record<string, number>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows) {
      const counted = await client.query(`select count(*)::int as count from "${name}"`)
      counts[name] = counted.rows[0].count
    }
    return counts
  } finally {
    await client.end()
  }
}

/** Says why the pg_dump of this machine cannot read a server, or false. */
async function whyNoDump(connection: pg.ClientConfig): Promise<string | false> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`)
  await client.end()
  const server: number = rows[0].major
  try {
    const versionText = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })
    const own = Number(/\(PostgreSQL\) (\d+)/.exec(versionText)?.[1])
    const install = `apt install postgresql-client-${server}`
    return own >= server ? false : `pg_dump ${own} cannot read PostgreSQL ${server}: ${install}`
  } catch {
    return `there is no pg_dump on this machine: apt install postgresql-client-${server}`
  }
}

/** Ends the test with the reason, if there is one. */
function skips(t: TestContext, reason: string | false): boolean {
  if (reason) t.skip(reason)
  return reason !== false
}

test('what pg_dump took from a PostgreSQL of your own is all back after pg_restore', async (t) => {
  const { databaseUrl } = service
  if (skips(t, await whyNoDump({ connectionString: databaseUrl }))) return
  const { patient, caregiver } = await makeCircle(service)
  await addDevice(service, patient.token, {
    heart_rate: 72,
    samples: [[0, 0, 9.81, 0, 0, 0]],
    sample_rate_hz: 50,
  })
  await reportFall(service, patient)
  await writeTo(service, caregiver, patient)
  const restored = await createEmptyDatabase()
  t.after(() => restored.drop())

  const file = join(makeFolder(), 'fallwatch.dump')
  execFileSync('pg_dump', ['--format=custom', `--file=${file}`, databaseUrl])
  execFileSync('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${restored.url}`, file])

  const before = await rowCounts({ connectionString: databaseUrl })
  assert.deepEqual(await rowCounts({ connectionString: restored.url }), before)
  for (const table of [
    'users',
    'sessions',
    'devices',
    'readings',
    'falls',
    'alerts',
    'messages',
    'audit_log',
  ]) {
    assert.ok(before[table], `there was something in ${table}`)
  }

  const copy = new TestService({ DATABASE_URL: restored.url })
  t.after(() => copy.stop())
  await copy.start()
  const login = await copy.logIn(patient.email, patient.password)
  assert.equal(login.status, 200, login.text)
  const alerts = await copy.call('GET', '/caregivers/alerts', { token: caregiver.token })
  assert.equal(alerts.body.data.length, 1, 'sessions come along, with the same JWT_SECRET')
})

function post(url: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function signUp(url: string, person: object): Promise<string> {
  const answer = await post(`${url}/auth/signup`, person)
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { token: string }).token
}

/** Opens the store in a folder that no service uses. */
async function withEmbedded<T>(
  dataDir: string,
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const cluster = openCluster(dataDir)
  await cluster.ensureRunning()
  try {
    return await work(cluster.connection())
  } finally {
    await cluster.stop()
  }
}

describe('the embedded store', () => {
  const place = makeFolder()
  const copy = join(place, 'copy')
  const [rosa, luis] = [account('rosa'), account('luis')]
  let original: string
  let service: ServiceProcess
  let token: string

  before(async () => {
    original = await makeStore()
    service = await startProcess({ DATA_DIR: original })
    token = await signUp(service.url, rosa)
    const reading = goodReading('02:00:00:00:00:01')
    assert.equal((await post(`${service.url}/device/sensor-stream`, reading, token)).status, 200)
  })

  test('can be dumped through its socket while the service runs', async (t) => {
    await signUp(service.url, luis)
    const connection = openCluster(original).connection()
    if (skips(t, await whyNoDump(connection))) return
    const { host = '', port, user, password } = connection
    const server = [`--host=${host}`, `--port=${port}`, `--username=${user}`]
    const env = { ...process.env, PGPASSWORD: String(password) }
    const file = join(makeFolder(), 'fallwatch.dump')
    execFileSync('pg_dump', [...server, '--format=custom', `--file=${file}`, 'postgres'], { env })
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('create database restored')
    await client.end()
    const into = ['--exit-on-error', '--no-owner', '--dbname=restored']
    execFileSync('pg_restore', [...server, ...into, file], { env })
    const [there, back] = [
      await rowCounts(connection),
      await rowCounts({ ...connection, database: 'restored' }),
    ]
    for (const table of ['users', 'sessions', 'schema_migrations']) assert.equal(back[table], there[table])
  })

  test('and its folder are a whole service when they are copied while it is stopped', async () => {
    assert.equal(await service.end(), 0)
    const before = await withEmbedded(original, rowCounts)

    execFileSync('cp', ['-a', original, copy])

    assert.deepEqual(await withEmbedded(copy, rowCounts), before)
    assert.equal(before.readings, 1)
    const second = await startProcess({ DATA_DIR: copy })
    try {
      const { email, password } = rosa
      assert.equal((await post(`${second.url}/auth/login`, { email, password })).status, 200)
      const me = await fetch(`${second.url}/me`, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(me.status, 200, 'the secret that signs tokens is in the folder, too')
    } finally {
      await second.end()
    }
  })
})
