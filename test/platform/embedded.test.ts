import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeFolder, removeFolder, serverPid } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { type Cluster, openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts'
import { builtFile } from '../runner/built-file.ts'
import { often } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

const root = makeFolder()
after(() => removeFolder(root))

async function ask(cluster: Cluster, sql: string) {
  const client = new pg.Client(cluster.connection())
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** Kills the server and answers as soon as it is dead; its children may still be there. */
async function crash(dataDir: string) {
  process.kill(serverPid(dataDir), 'SIGKILL')
  await until(() => !readPostmaster(join(dataDir, 'postgres')), undefined, 'the end of the server')
}

async function usedTwice(dataDir: string) {
  const cluster = openCluster(dataDir)
  await cluster.ensureRunning()
  await ask(cluster, 'create table kept as select 42 as answer')
  await cluster.stop()
  assert.equal(readPostmaster(join(dataDir, 'postgres')), undefined)
  const again = openCluster(dataDir)
  await again.ensureRunning()
  assert.deepEqual(await ask(again, 'select answer from kept'), [{ answer: 42 }])
  return again
}

test('a store is made, stopped and found again, and what an interrupted first start left behind is no store', async () => {
  const dataDir = join(root, 'plain')
  mkdirSync(join(dataDir, 'postgres.new-4194999-abc123'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new-4194999-abc123', 'PG_VERSION'), '18\n')
  const cluster = await usedTwice(dataDir)
  const settings = await ask(
    cluster,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
            current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding`,
  )
  assert.deepEqual(settings, [{ fsync: 'on', addresses: '', major: 18, encoding: 'UTF8' }])
  assert.deepEqual(readdirSync(dataDir), ['postgres'])
  await cluster.stop()
})

test('a server that outlived its service is adopted, not started again', async () => {
  const dataDir = await makeStore()
  await openCluster(dataDir).ensureRunning()
  const pid = serverPid(dataDir)
  const heir = openCluster(dataDir)
  await heir.ensureRunning()
  assert.equal(serverPid(dataDir), pid)
  assert.deepEqual(await ask(heir, 'select 1 as one'), [{ one: 1 }])
  await heir.stop()
})

test('after a crash the server starts again although its children linger', async () => {
  const dataDir = await makeStore()
  const cluster = openCluster(dataDir)
  await cluster.ensureRunning()
  await ask(cluster, 'create table kept as select 42 as answer')
  for (let i = 0; i < often(2, 5); i++) {
    await crash(dataDir)
    await cluster.ensureRunning()
    assert.deepEqual(await ask(cluster, 'select answer from kept'), [{ answer: 42 }])
  }
  await cluster.stop()
})

test('a process number that was given away again does not keep the server from starting', async () => {
  const dataDir = await makeStore()
  const cluster = openCluster(dataDir)
  await cluster.ensureRunning()
  await cluster.stop()
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n.\n1\n5432\n.\n\n1 1\nready\n`)
  await cluster.ensureRunning()
  assert.deepEqual(await ask(cluster, 'select 1 as one'), [{ one: 1 }])
  await cluster.stop()
})

test('two services that start on an empty folder at once end up with one store, whatever is in its name', async () => {
  const dataDir = join(root, `rosa's "own" $HOME; data`)
  const clusters = [openCluster(dataDir), openCluster(dataDir)]
  await Promise.all(clusters.map((cluster) => cluster.ensureRunning()))
  const answers = await Promise.all(
    clusters.map((cluster) => ask(cluster, 'select pg_postmaster_start_time() as at')),
  )
  assert.deepEqual(answers[0], answers[1])
  await clusters[0]?.stop()
  const cluster = await usedTwice(dataDir)
  await cluster.stop()
})

test('in a folder too deep for a socket the server listens on the loopback address, with a password', async () => {
  const dataDir = join(root, 'x'.repeat(60), 'y'.repeat(60))
  const cluster = await usedTwice(dataDir)
  const { host, port } = cluster.connection()
  assert.equal(host, '127.0.0.1')
  const stranger = new pg.Client({ ...cluster.connection(), password: 'guess' })
  await assert.rejects(stranger.connect(), /password authentication failed/)
  await crash(dataDir)
  await cluster.ensureRunning()
  assert.equal(cluster.connection().port, port)
  await cluster.stop()
})

if (process.getuid?.() === 0) {
  test('root may keep the store in a folder that is closed to everybody else', async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    chmodSync(closed, 0o700)
    const cluster = await usedTwice(join(closed, 'data'))
    const store = statSync(join(closed, 'data', 'postgres'))
    assert.notEqual(store.uid, 0)
    assert.ok(existsSync(join(closed, 'data', 'postgres', '.s.PGSQL.5432')))
    await crash(join(closed, 'data'))
    await cluster.ensureRunning()
    assert.deepEqual(await ask(cluster, 'select answer from kept'), [{ answer: 42 }])
    await cluster.stop()
    assert.equal(statSync(closed).mode & 0o777, 0o700)
  })
}

if (process.getuid?.() === 0 && existsSync('/usr/bin/setpriv')) {
  test('root without the power to look into other processes still knows its own server', async () => {
    const dataDir = await makeStore()
    const without = ['--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
    const program = builtFile('test/support/open-twice.ts')
    const result = spawnSync('setpriv', [...without, process.execPath, program], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, FOLDER: dataDir },
    })
    assert.equal(result.status, 0, result.stderr)
    assert.equal(readPostmaster(join(dataDir, 'postgres')), undefined)
    assert.ok(existsSync(join(dataDir, 'postgres', 'server.log')))
  })
}
