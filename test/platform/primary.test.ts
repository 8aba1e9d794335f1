import assert from 'node:assert/strict'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { removeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { type Cluster, openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { type Heartbeat, startHeartbeat } from '../../src/platform/db/heartbeat.ts'
import { createPrimary, type Primary } from '../../src/platform/db/primary.ts'
import { makeStore } from '../support/store.ts'

/** A server with the same files as the other one: the second begins as its standby, and nothing is copied to it. */
interface Server {
  folder: string
  cluster: Cluster
  host: string
}

async function makeServer(name: string, isStandby: boolean): Promise<Server> {
  const folder = await makeStore()
  const files = join(folder, 'postgres')
  if (isStandby) {
    const { uid, gid } = statSync(files)
    writeFileSync(join(files, 'standby.signal'), '')
    chownSync(join(files, 'standby.signal'), uid, gid)
  }
  const cluster = openCluster(folder, { cluster_name: name })
  await cluster.ensureRunning()
  const { host = '', port } = cluster.connection()
  return { folder, cluster, host: `${encodeURIComponent(host)}:${port}` }
}

const urlOf = ({ cluster }: Server, hosts: string[]) => {
  const { user, password } = cluster.connection()
  return `postgres://${user}:${password}@${hosts.join(',')}/postgres?target_session_attrs=read-write`
}

/** Generous, because what is tested does not depend on a fast machine. */
const generous = { connectionTimeoutMillis: 20_000 }

describe('of two hosts', () => {
  let one: Server
  let two: Server
  let primary: Primary
  let db: Database
  let heartbeat: Heartbeat
  let losses = 0
  const failures: string[] = []

  before(async () => {
    // The store of both is made once, or they would be two installations.
    one = await makeServer('one', false)
    two = await makeServer('two', true)
    primary = createPrimary(urlOf(one, [two.host, one.host]))
    heartbeat = await startHeartbeat(generous, {
      channels: ['greetings'],
      connect: primary.find,
      hasSuccessor: primary.hasSuccessor,
      onConnectFailure: (error) => failures.push((error as Error).message),
    })
    heartbeat.onConnectionLost(() => losses++)
    db = openDatabase({ ...primary.connection, ...generous }, () => {})
  })
  after(async () => {
    await db?.close()
    await heartbeat?.stop()
    for (const server of [one, two]) {
      await server?.cluster.stop()
      if (server) removeFolder(server.folder)
    }
  })

  const serverOf = async () =>
    (await db.query<{ cluster_name: string }>('show cluster_name')).map((row) => row.cluster_name)

  test('the one that takes writes is found, and a standby alone is refused', async () => {
    assert.deepEqual(await serverOf(), ['one'])
    const standbyOnly = createPrimary(urlOf(two, [two.host]))
    await assert.rejects(standbyOnly.find(generous), /it is a standby/)
  })

  test('one that is promoted gets all connections, although the other one still answers', async () => {
    let endSession = () => {}
    const held = db.session(async (session) => {
      await session.query('select 1')
      await new Promise<void>((resolve) => {
        endSession = resolve
      })
      return session.query('select 1')
    })
    const lost = assert.rejects(held, { code: 'UNAVAILABLE' })
    const admin = new pg.Client(two.cluster.connection())
    await admin.connect()
    await admin.query('select pg_promote()')
    await admin.end()
    await until(() => losses > 0, undefined, 'the loss of the old primary')
    await until(async () => heartbeat.alive && (await serverOf())[0] === 'two', undefined, 'the new primary')
    endSession()
    await lost
    const told = new Promise((resolve) => heartbeat.onNotification((_channel, payload) => resolve(payload)))
    await db.query(`select pg_notify('greetings', 'hello')`)
    assert.equal(await told, 'hello')
  })

  test('an old primary is not used while the new one is away', async () => {
    await two.cluster.stop()
    await until(() => failures.some((text) => text.includes('its data are older')), undefined, 'the refusal')
    assert.equal(heartbeat.alive, false)
    await assert.rejects(serverOf(), { code: 'UNAVAILABLE' })
    await two.cluster.ensureRunning()
    await until(() => heartbeat.alive, undefined, 'the new primary again')
    assert.deepEqual(await serverOf(), ['two'])
  })
})
