import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import pino from 'pino'
import { removeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { type Cluster, openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { type ReplicationMonitor, watchReplication } from '../../src/platform/db/replication.ts'
import { makeStore } from '../support/store.ts'

const folders: string[] = []
const logLines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) })
let primary: Cluster
let standby: Cluster
let db: Database
const monitors: ReplicationMonitor[] = []

before(async () => {
  // Two copies of the same files: the second follows the first from there on.
  const [one, two] = [await makeStore(), await makeStore()]
  folders.push(one, two)
  // As root, PostgreSQL has an account of its own, which has to reach the socket of the other server.
  for (const folder of [one, dirname(one)]) {
    if ((statSync(folder).mode & 0o777) === 0o700) chmodSync(folder, 0o711)
  }
  primary = openCluster(one)
  await primary.ensureRunning()
  const { host, port, user, password } = primary.connection()
  const files = join(two, 'postgres')
  const { uid, gid } = statSync(files)
  writeFileSync(join(files, 'standby.signal'), '')
  chownSync(join(files, 'standby.signal'), uid, gid)
  appendFileSync(
    join(files, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`,
  )
  standby = openCluster(two)
  await standby.ensureRunning()
  db = openDatabase({ ...primary.connection(), connectionTimeoutMillis: 20_000 }, () => {})
})
after(async () => {
  for (const monitor of monitors) monitor.stop()
  await db?.close()
  await standby?.stop()
  await primary?.stop()
  for (const folder of folders) removeFolder(folder)
})

async function watch(isExpected: boolean): Promise<ReplicationMonitor> {
  const monitor = await watchReplication({ db, log, now: () => new Date(), isExpected })
  monitors.push(monitor)
  return monitor
}

async function nameStandbys(names: string): Promise<void> {
  const client = new pg.Client(primary.connection())
  await client.connect()
  await client.query(`alter system set synchronous_standby_names = '${names}'`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

const reaches = (monitor: ReplicationMonitor, expected: { isConfirmed: boolean; standbys: number }) =>
  until(
    async () => {
      await monitor.check()
      const current = monitor.current()
      return current?.isConfirmed === expected.isConfirmed && current.standbys === expected.standbys
    },
    undefined,
    JSON.stringify(expected),
  )

test('nothing is said of a PostgreSQL for which no standby is expected', async () => {
  const monitor = await watch(false)
  assert.equal(monitor.current(), undefined)
  assert.deepEqual(logLines, [])
})

test('a standby that confirms, is lost and comes back', async () => {
  const expected = await watch(true)
  const found = await watch(false)
  await nameStandbys('*')
  for (const monitor of [expected, found]) await reaches(monitor, { isConfirmed: true, standbys: 1 })

  logLines.length = 0
  await standby.stop()
  // Patroni does the same, so that the primary goes on alone.
  await nameStandbys('')
  for (const monitor of [expected, found]) await reaches(monitor, { isConfirmed: false, standbys: 0 })
  assert.equal(logLines.filter((line) => line.includes('on one disk only')).length, 2)

  await standby.ensureRunning()
  await nameStandbys('*')
  for (const monitor of [expected, found]) await reaches(monitor, { isConfirmed: true, standbys: 1 })
  assert.equal(logLines.filter((line) => line.includes('confirms each commit again')).length, 2)
})

test('a worker of a cluster without a standby of its own', async () => {
  // The standby has none.
  const worker = openDatabase({ ...standby.connection(), connectionTimeoutMillis: 20_000 }, () => {})
  const monitor = await watchReplication({
    ...{ db, log, now: () => new Date(), isExpected: true },
    workers: () => [worker],
  })
  monitors.push(monitor)
  await reaches(monitor, { isConfirmed: false, standbys: 0 })
  await worker.close()
})

test('a commit that does not wait for the disk of a standby counts as on one disk', async () => {
  const monitor = await watch(true)
  const client = new pg.Client(primary.connection())
  await client.connect()
  await client.query('alter system set synchronous_commit = local')
  await client.query('select pg_reload_conf()')
  await client.end()
  await reaches(monitor, { isConfirmed: false, standbys: 1 })
})
