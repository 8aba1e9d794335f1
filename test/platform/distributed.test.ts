// Full: it starts a coordinator and workers of Citus. TEST_DISTRIBUTED=citus runs the other tests on such servers.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type CitusCluster, findCitus, howToInstallCitus, onNode, startCitus } from '../../harness/citus.ts'
import { makeFolder, withChildren } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { distributedTables } from '../../src/platform/db/distributed.ts'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import { createDeviceCache } from '../../src/telemetry/ingest/device-cache.ts'
import {
  addDevice,
  addUnregisteredDevice,
  countRows,
  deviceNumber,
  randomMac,
  sendReading,
} from '../support/readings.ts'
import { type ServiceOptions, TestService } from '../support/service.ts'

const needsCitus = findCitus() ? {} : { skip: `there is no PostgreSQL with Citus: ${howToInstallCitus}` }

describe('the tables that grow, on the workers of a Citus cluster', needsCitus, () => {
  let cluster: CitusCluster
  let service: TestService

  before(async () => {
    cluster = await startCitus(makeFolder(), { workers: 2, settings: { 'citus.shard_count': '4' } })
    const databaseUrl = await cluster.createDatabase('care')
    service = new TestService(
      { DISTRIBUTED: 'citus', RATE_LIMIT_SENSOR: 'off' },
      { databaseUrl, clock: 'steady' },
    )
    await service.start()
  })
  after(async () => {
    await service?.stop()
    await cluster?.stop()
  })

  /** Starts another service on the same database; one at a time may use it. */
  async function startAgain(options: ServiceOptions = {}): Promise<void> {
    const { databaseUrl } = service
    await service.stop()
    service = new TestService({ RATE_LIMIT_SENSOR: 'off' }, { databaseUrl, clock: 'steady', ...options })
    await service.start()
  }

  const query = <Row extends object>(sql: string, values: unknown[] = []) =>
    service.ctx.db.query<Row>(sql, values)

  async function fleet(size: number) {
    const person = await service.signUp()
    const devices = []
    for (let i = 0; i < size; i++) devices.push(await addDevice(service, person.token))
    return { person, devices }
  }

  test('are distributed by device, all in the same shards, and found so at the next start', async () => {
    const rows = await query<{ name: string; colocation: number }>(
      `select logicalrelid::text as name, colocationid as colocation from pg_dist_partition
       where logicalrelid::text = any ($1)`,
      [[...distributedTables]],
    )
    assert.deepEqual(rows.map(({ name }) => name).sort(), [...distributedTables].sort())
    assert.equal(new Set(rows.map(({ colocation }) => colocation)).size, 1)
    await startAgain()
    assert.equal(service.ctx.db.isDistributed, true)
    assert.equal(service.store.shards?.nodes().length, 2)
  })

  test('get readings on both workers, which the coordinator sees', async () => {
    const { devices } = await fleet(10)
    const nodes = new Set<string>()
    for (const { id } of devices) {
      const number = await deviceNumber(service, id)
      const node = service.store.shards?.find(number).node
      assert.ok(node)
      nodes.add(node.address)
      const [shard] = await query<{ address: string }>(
        `select nodename || ':' || nodeport as address from citus_shards
         where shardid = get_shard_id_for_distribution_column('readings', $1::int)`,
        [number],
      )
      assert.equal(node.address, shard?.address)
      assert.equal(await countRows(service, 'readings where device = $1', [number]), 1)
    }
    assert.equal(nodes.size, 2)
  })

  test('of a worker that hangs do not hold up those of another one', async () => {
    await startAgain({ timeouts: 'real' })
    const { person, devices } = await fleet(10)
    const [worker] = cluster.workers
    assert.ok(worker)
    const isHanging = await Promise.all(
      devices.map(async ({ id }) => {
        const { address } = service.store.shards?.find(await deviceNumber(service, id)).node ?? {}
        return address === `127.0.0.1:${worker.port}`
      }),
    )
    const hanging = devices.filter((_, i) => isHanging[i])
    const others = devices.filter((_, i) => !isHanging[i])
    assert.ok(hanging.length > 0 && others.length > 0)
    const send = ({ mac }: { mac: string }) => sendReading(service, person.token, mac)
    const load = () => {
      const { ctx, store } = service
      const cache = createDeviceCache(ctx, store.heartbeat, store.shards)
      const now = ctx.now()
      const loads = devices.map(({ mac }) => cache.findOrRegister(person.id, mac, now))
      return Promise.allSettled(loads).finally(cache.stop)
    }
    const frozen = withChildren(worker.pid)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      // The first one finds out.
      assert.equal((await send(hanging[0] as { mac: string })).status, 503)
      const loaded = await load()
      assert.deepEqual(
        loaded.map(({ status }) => status),
        isHanging.map((hangs) => (hangs ? 'rejected' : 'fulfilled')),
      )
      for (let round = 0; round < 3; round++) {
        // More than are admitted at once.
        const flood = Array.from({ length: 300 }, (_, i) =>
          send(hanging[i % hanging.length] as { mac: string }),
        )
        for (const device of others) assert.equal((await send(device)).status, 200)
        for (const { status } of await Promise.all(flood)) assert.equal(status, 503)
      }
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    await until(async () => (await Promise.all(hanging.map(send))).every(({ status }) => status === 200))
    await startAgain()
  })

  test('lose no acknowledged reading while shards are moved to another worker', async () => {
    const { person, devices } = await fleet(10)
    let isMoving = true
    const acknowledged = new Map<string, number>()
    const sending = devices.map(async ({ mac }) => {
      let uptime_ms = 10_000
      while (isMoving) {
        uptime_ms += 1000
        const answer = await sendReading(service, person.token, mac, { uptime_ms })
        assert.ok([200, 503].includes(answer.status), answer.text)
        if (answer.status === 200) acknowledged.set(mac, (acknowledged.get(mac) ?? 0) + 1)
      }
    })
    await cluster.addWorker('care')
    await onNode(service.databaseUrl, (client) =>
      client.query(`select rebalance_table_shards('device_states', shard_transfer_mode := 'force_logical')`),
    )
    const counts = () => [...acknowledged.values()].reduce((sum, count) => sum + count, 0)
    const before = counts()
    await until(() => counts() > before + 100, 30_000, 'readings after the move')
    isMoving = false
    await Promise.all(sending)
    for (const { mac, id } of devices) {
      const stored = await countRows(service, 'readings where device = $1', [await deviceNumber(service, id)])
      assert.ok(stored >= (acknowledged.get(mac) ?? 0) + 1, `${mac}: ${stored} of ${acknowledged.get(mac)}`)
    }
    assert.equal(service.store.shards?.nodes().length, 3)
  })

  test('keep nothing of a deleted device once its readings are removed', async () => {
    const { person, devices } = await fleet(1)
    const [device] = devices
    assert.ok(device)
    const number = await deviceNumber(service, device.id)
    const answer = await service.call('DELETE', `/device/${device.id}`, { token: person.token })
    assert.equal(answer.status, 204, answer.text)
    await purgeReadings(service.ctx)
    for (const table of distributedTables) {
      assert.equal(await countRows(service, `${table} where device = $1`, [number]), 0, table)
    }
  })

  test('have a state for each device, also for one that has not sent yet', async () => {
    const person = await service.signUp()
    const { id } = await addUnregisteredDevice(service, person.id)
    const answer = await service.call('GET', `/device/${id}`, { token: person.token })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.status, 'UNREGISTERED')
    assert.equal((await sendReading(service, person.token, randomMac())).status, 200)
  })

  test('come back from a dump, in another cluster', async () => {
    const { person, devices } = await fleet(4)
    const original = service.databaseUrl
    const numbers = await Promise.all(devices.map(({ id }) => deviceNumber(service, id)))
    await service.stop()
    const restored = await cluster.createDatabase('restored')
    const programs = findCitus() ?? ''
    const sql = execFileSync(join(programs, 'pg_dump'), [original], { maxBuffer: 1e9 })
    // The extension is there already.
    execFileSync(join(programs, 'psql'), ['--quiet', restored], {
      input: sql,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    service = new TestService(
      { DISTRIBUTED: 'citus', RATE_LIMIT_SENSOR: 'off' },
      { databaseUrl: restored, clock: 'steady' },
    )
    await service.start()
    assert.equal(service.store.shards?.nodes().length, 2)
    for (const [i, { mac, id }] of devices.entries()) {
      assert.equal(await deviceNumber(service, id), numbers[i])
      assert.equal((await sendReading(service, person.token, mac, { uptime_ms: 9000 })).status, 200)
      assert.equal(await countRows(service, 'readings where device = $1', [numbers[i]]), 2)
    }
  })
})
