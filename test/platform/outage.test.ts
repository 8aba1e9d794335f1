import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  account,
  answerTimeoutMs,
  healthOf,
  isStopped,
  makeFolder,
  post,
  processesOf,
  removeFolder,
  type ServiceProcess,
  serverPid,
  startProcess,
} from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { type Cluster, openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { parseExposition } from '../support/exposition.ts'
import { isFull } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

describe('while PostgreSQL is away', () => {
  const dataDir = makeFolder()
  let storeFolder: string
  let cluster: Cluster
  let service: ServiceProcess
  let loading = true
  const load: Promise<void>[] = []
  const wrong: string[] = []

  before(async () => {
    storeFolder = await makeStore()
    cluster = openCluster(storeFolder)
    await cluster.ensureRunning()
    const { host = '', user, password } = cluster.connection()
    const url = `postgres://${user}:${password}@${encodeURIComponent(host)}/postgres`
    service = await startProcess({ DATABASE_URL: url, DATA_DIR: dataDir, METRICS_PORT: '0' })
    await post(`${service.url}/auth/signup`, account('load'))
    for (let i = 0; i < 2; i++) load.push(keepAsking(i))
  })

  after(async () => {
    loading = false
    await Promise.all(load)
    assert.equal(await service.end('SIGTERM'), 0)
    await cluster.stop()
    removeFolder(storeFolder)
    removeFolder(dataDir)
  })

  /** Signups, logins and sessions without end; every answer must be right, or a 503. */
  async function keepAsking(worker: number): Promise<void> {
    for (let i = 0; loading; i++) {
      const [path, body] =
        i % 2 === 0 ? ['/auth/login', account('load')] : ['/auth/signup', account(`${worker}-${i}`)]
      const { status, retryAfter } = await post(`${service.url}${path}`, body)
      if (![200, 201, 409].includes(status) && !(status === 503 && retryAfter))
        wrong.push(`${path}: ${status}`)
      // A pause, because hashing passwords is not what is tested.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async function goesDownAndComesBack(
    takeAway: () => Promise<void>,
    bringBack: () => Promise<void>,
    whileAway: () => Promise<void> = async () => {},
  ) {
    const says = (status: number) =>
      until(async () => (await healthOf(service.url)) === status, undefined, `health ${status}`)
    const logIn = () => post(`${service.url}/auth/login`, account('load'))
    await says(200)
    await takeAway()
    await says(503)
    // Answered while it is away, however long that lasts.
    const refused = await logIn()
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.retryAfter) >= 1)
    await whileAway()
    await bringBack()
    await says(200)
    await until(async () => (await logIn()).status === 200, undefined, 'a login')
    assert.deepEqual(wrong, [])
  }

  async function readMetrics() {
    const url = /"metrics":"(http[^"]+)"/.exec(service.log())?.[1] ?? ''
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) })
    assert.equal(answer.status, 200)
    return parseExposition(await answer.text())
  }

  test('frozen: health says so, calls get 503, and it recovers by itself', async () => {
    // The server itself first: a child that it starts after the others are listed would go on answering.
    const freeze = async () => {
      const server = serverPid(storeFolder)
      process.kill(server, 'SIGSTOP')
      await until(() => isStopped(server), undefined, 'the end of what the server was doing')
      for (const pid of processesOf(storeFolder)) process.kill(pid, 'SIGSTOP')
    }
    // And last: it would let go of children that ended.
    const thaw = async () => {
      for (const pid of processesOf(storeFolder).reverse()) process.kill(pid, 'SIGCONT')
    }
    try {
      await goesDownAndComesBack(freeze, thaw)
    } finally {
      // A server that is left frozen cannot be stopped.
      await thaw()
    }
  })

  test('stopped: the same, and metrics are served without what comes from the database', async () => {
    const hasMetrics = (alerts: number | undefined, isUp: number) => async () => {
      const seen = await readMetrics()
      assert.equal(seen.value('fallwatch_build_info'), 1)
      return (
        seen.value('fallwatch_unanswered_alerts') === alerts && seen.value('fallwatch_database_up') === isUp
      )
    }
    await until(hasMetrics(0, 1), undefined, 'metrics from the database')
    await goesDownAndComesBack(cluster.stop, cluster.ensureRunning, async () => {
      await until(hasMetrics(undefined, 0), undefined, 'metrics without those from the database')
    })
    await until(hasMetrics(0, 1), undefined, 'metrics from the database again')
  })

  // durability.test.ts kills the embedded server of a service, which starts it again.
  if (isFull) {
    test('crashed: the same', async () => {
      const crash = async () => void process.kill(serverPid(storeFolder), 'SIGKILL')
      await goesDownAndComesBack(crash, cluster.ensureRunning)
    })
  }
})
