// Alone: it measures how soon the service notices, answers and recovers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Cluster, openCluster } from '../src/db/embedded/cluster.ts'
import { watchStalls } from './support/machine-stalls.ts'
import {
  account,
  healthOf,
  makeFolder,
  post,
  processesOf,
  removeFolder,
  type ServiceProcess,
  serverPid,
  startProcess,
} from './support/process.ts'
import { makeStore } from './support/store.ts'
import { until } from './support/until.ts'

describe('while PostgreSQL is away', () => {
  const startWatch = watchStalls()
  const dataDir = makeFolder()
  let storeFolder: string
  let cluster: Cluster
  let service: ServiceProcess
  let loading = true
  const load: Promise<void>[] = []
  const slow: string[] = []
  const wrong: string[] = []

  before(async () => {
    storeFolder = await makeStore()
    cluster = openCluster(storeFolder)
    await cluster.ensureRunning()
    const { host = '', user, password } = cluster.connection()
    const url = `postgres://${user}:${password}@${encodeURIComponent(host)}/postgres`
    service = await startProcess({ DATABASE_URL: url, DATA_DIR: dataDir })
    await post(`${service.url}/auth/signup`, account('load'))
    for (let i = 0; i < 16; i++) load.push(keepAsking(i))
  })

  after(async () => {
    loading = false
    await Promise.all(load)
    assert.equal(await service.end('SIGTERM'), 0)
    await cluster.stop()
    removeFolder(storeFolder)
    removeFolder(dataDir)
  })

  /** Signups, logins and sessions without end; every answer must be right, or a 503 in good time. */
  async function keepAsking(worker: number): Promise<void> {
    for (let i = 0; loading; i++) {
      const elapsedMs = startWatch()
      const [path, body] =
        i % 2 === 0 ? ['/auth/login', account('load')] : ['/auth/signup', account(`${worker}-${i}`)]
      const { status, retryAfter } = await post(`${service.url}${path}`, body)
      if (elapsedMs() > 3000) slow.push(`${path} answered ${status} after ${elapsedMs()} ms`)
      if (![200, 201, 409].includes(status) && !(status === 503 && retryAfter))
        wrong.push(`${path}: ${status}`)
    }
  }

  async function goesDownAndComesBack(takeAway: () => Promise<void>, bringBack: () => Promise<void>) {
    await until(async () => (await healthOf(service.url)) === 200, 5000)
    await takeAway()
    const sinceGone = startWatch()
    await until(async () => (await healthOf(service.url)) === 503, 15_000)
    const noticedAfter = sinceGone()
    const refused = await post(`${service.url}/auth/login`, account('load'))
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.retryAfter) >= 1)
    await new Promise((resolve) => setTimeout(resolve, 4000))
    await bringBack()
    const sinceBack = startWatch()
    await until(async () => (await healthOf(service.url)) === 200, 15_000)
    await until(async () => (await post(`${service.url}/auth/login`, account('load'))).status === 200, 15_000)
    const recoveredAfter = sinceBack()
    assert.ok(noticedAfter <= 1000, `health noticed after ${noticedAfter} ms`)
    assert.ok(recoveredAfter <= 5000, `recovered after ${recoveredAfter} ms`)
    assert.deepEqual(slow, [])
    assert.deepEqual(wrong, [])
  }

  test('frozen: health says so within a second, calls get 503 within three, and it recovers by itself', async () => {
    // The server itself first: a child that it starts after the others are listed would go on answering.
    const freeze = async () => {
      process.kill(serverPid(storeFolder), 'SIGSTOP')
      for (const pid of processesOf(storeFolder)) process.kill(pid, 'SIGSTOP')
    }
    // And last: it would let go of children that ended.
    const thaw = async () => {
      for (const pid of processesOf(storeFolder).reverse()) process.kill(pid, 'SIGCONT')
    }
    await goesDownAndComesBack(freeze, thaw)
  })

  test('stopped: the same', () => goesDownAndComesBack(cluster.stop, cluster.ensureRunning))

  test('crashed: the same', async () => {
    const crash = async () => void process.kill(serverPid(storeFolder), 'SIGKILL')
    await goesDownAndComesBack(crash, cluster.ensureRunning)
  })
})

test('an embedded server that is killed is started again by the service, within five seconds', async () => {
  const dataDir = await makeStore()
  const service = await startProcess({ DATA_DIR: dataDir })
  await post(`${service.url}/auth/signup`, account(1))
  const first = serverPid(dataDir)
  process.kill(first, 'SIGKILL')
  const killedAt = Date.now()
  await until(async () => (await post(`${service.url}/auth/login`, account(1))).status === 200, 5000)
  await until(async () => (await healthOf(service.url)) === 200, 5000 - (Date.now() - killedAt))
  assert.notEqual(serverPid(dataDir), first)
  assert.equal(await service.end('SIGTERM'), 0)
  removeFolder(dataDir)
})
