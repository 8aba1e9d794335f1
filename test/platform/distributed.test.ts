// Full: it starts a coordinator and workers of Citus. TEST_DISTRIBUTED=citus runs the other tests on such servers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CitusCluster, findCitus, howToInstallCitus, onNode, startCitus } from '../../harness/citus.ts'
import { makeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { distributedTables } from '../../src/platform/db/distributed.ts'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import {
  addDevice,
  addUnregisteredDevice,
  countRows,
  deviceNumber,
  randomMac,
  sendReading,
} from '../support/readings.ts'
import { TestService } from '../support/service.ts'

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
    const again = new TestService(
      { RATE_LIMIT_SENSOR: 'off' },
      { databaseUrl: service.databaseUrl, clock: 'steady' },
    )
    // One service at a time may use a database.
    await service.stop()
    await again.start()
    service = again
    assert.equal(service.ctx.db.isDistributed, true)
    assert.equal(service.store.shards?.nodes().length, 2)
  })

  test('get readings on both workers, which the coordinator sees', async () => {
    const { devices } = await fleet(10)
    const nodes = new Set<number>()
    for (const { id } of devices) {
      const number = await deviceNumber(service, id)
      const node = service.store.shards?.find(number).node
      assert.ok(node)
      nodes.add(node.port)
      const [shard] = await query<{ port: number }>(
        `select nodeport as port from citus_shards
         where shardid = get_shard_id_for_distribution_column('readings', $1::int)`,
        [number],
      )
      assert.equal(node.port, shard?.port)
      assert.equal(await countRows(service, 'readings where device = $1', [number]), 1)
    }
    assert.equal(nodes.size, 2)
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
})
