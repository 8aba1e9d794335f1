import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CitusCluster,
  type CitusNode,
  databaseUrl,
  findCitus,
  howToInstallCitus,
  onNode,
  startCitus,
  startWithoutCitus,
} from '../harness/citus.ts'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService, unlimited } from '../harness/start-service.ts'
import { until } from '../harness/until.ts'
import { type ReadingLoad, startReadings } from './failover/readings.ts'
import { ascending, formatCounts, median, percentile, printTable, rounded } from './figures.ts'
import { createFleet, type Fleet, seedFleet } from './fleet.ts'
import { measureTargets, type Series, summarize } from './measurements.ts'
import { writeResults } from './results.ts'
import type { Target } from './targets.ts'

const deviceCount = Number(process.env.BENCH_DEVICES) || 60_000
const rate = Number(process.env.BENCH_RATE) || 500
const shardCount = Number(process.env.BENCH_SHARDS) || 8
const connections = [64, 256]
/** The speed of a machine changes within minutes, so there are many, and what is compared is measured within a round. */
const rounds = 9
/** How long devices send before and after shards are moved. */
const calmMs = 15_000
/** The readings that each of their devices has before. */
const historySeconds = 600

const settings = { ...unlimited, PACK_READINGS_AFTER: 'off' }

/**
 * Stores the same readings on one PostgreSQL and on a coordinator with two workers, in turn. All share the
 * cores of this machine, so it shows what a reading costs and not how many more a larger cluster stores. Then a worker is
 * added, and shards are moved to it while devices send. The words `cost` and `move` choose one of them.
 */
export async function benchDistributed(cleanup: Cleanup, seconds: number, parts: string[]): Promise<void> {
  if (!findCitus()) {
    console.log(
      `This benchmark is skipped: there is no PostgreSQL with Citus on this machine: ${howToInstallCitus}`,
    )
    return
  }
  const folder = cleanup.makeFolder()
  // All servers have the same memory together.
  const single = await startWithoutCitus(folder, { shared_buffers: '192MB' })
  cleanup.add(single.stop)
  const cluster = await startCitus(folder, {
    workers: 2,
    settings: { 'citus.shard_count': String(shardCount) },
  })
  cleanup.add(cluster.stop)
  const has = (part: string) => parts.length === 0 || parts.includes(part)
  const cost = has('cost') && (await measureCost(cleanup, single, cluster, seconds))
  const move = has('move') && (await moveShards(cleanup, cluster))
  const figures = {
    devices: deviceCount,
    shards: shardCount,
    secondsPerMeasurement: seconds,
    ...cost,
    ...move,
  }
  if (cost && move) writeResults('distributed', figures, { citus: cluster.version })
}

async function measureCost(cleanup: Cleanup, single: CitusNode, cluster: CitusCluster, seconds: number) {
  const fleet = createFleet(deviceCount)
  await onNode(single.url, (client) => client.query('create database cost'))
  const one = await startTarget(cleanup, databaseUrl(single.url, 'cost'), fleet, {
    title: 'one PostgreSQL',
    pids: { postgres: single.pid },
  })
  const url = await cluster.createDatabase('cost')
  const distributed = await startTarget(cleanup, url, fleet, {
    title: 'Citus, two workers',
    pids: { postgres: cluster.coordinator.pid, workers: cluster.workers.map(({ pid }) => pid) },
  })
  const series = await measureTargets([one, distributed], fleet, { connections, rounds, seconds })
  printTable(
    ['', 'conn.', 'readings/s', 'p50 ms', 'p99 ms', 'service µs', 'PostgreSQL µs', 'workers µs', 'sum µs'],
    series.map((each) => {
      const { perSecond, p50Ms, p99Ms, cpuMicrosPerReading: cpu } = summarize(each)
      return [
        ...[each.target.title, each.connections, Math.round(perSecond), p50Ms ?? '', p99Ms ?? ''],
        ...[cpu.service ?? '', cpu.postgres ?? '', cpu.workers ?? '', rounded(median(costsOf(each)))],
      ]
    }),
  )
  const ratios: Record<string, number> = {}
  const ratiosOfRounds: Record<string, number[]> = {}
  for (const count of connections) {
    const [onCitus, onOne] = [distributed, one].map(({ title }) =>
      costsOf(series.find((each) => each.target.title === title && each.connections === count) as Series),
    ) as [number[], number[]]
    const ofRounds = onCitus.map((cost, round) => rounded(cost / (onOne[round] as number), 2))
    const name = `cost of a reading on Citus / on one PostgreSQL at ${count}`
    ratios[name] = median(ofRounds)
    ratiosOfRounds[name] = ofRounds
    console.log(`${name}: ${ratios[name]}, in each round ${ofRounds.join(' ')}`)
  }
  for (const each of series) {
    const { all200, statuses } = summarize(each)
    if (all200) continue
    console.log(`NOT ALL WERE 200: ${each.target.title}: ${formatCounts(new Map(Object.entries(statuses)))}`)
  }
  const nodes = await listNodes(url)
  printNodes(nodes)
  const summaries = series.map((each) => [
    `${each.target.title}, ${each.connections} connections`,
    summarize(each),
  ])
  return { ratios, ratiosOfRounds, nodes, ...Object.fromEntries(summaries) }
}

/** The processor time of everything but the load generator for each reading, in each round. */
const costsOf = ({ measurements }: Series): number[] =>
  measurements.map(
    ({ cpuMicros: { service = 0, postgres = 0, workers = 0 } }) => service + postgres + workers,
  )

interface StartedTarget {
  title: string
  pids: Omit<Target['pids'], 'service'>
}

async function startTarget(
  cleanup: Cleanup,
  url: string,
  fleet: Fleet,
  { title, pids }: StartedTarget,
): Promise<Target> {
  const distributed: Record<string, string> = pids.workers ? { DISTRIBUTED: 'citus' } : {}
  const { port, pid } = await startService(
    cleanup.makeFolder(),
    { ...settings, DATABASE_URL: url, ...distributed },
    cleanup,
  )
  await seedFleet(url, fleet)
  return { title, port, pids: { service: pid, ...pids } }
}

interface NodeRows {
  port: number
  readings: number
  megabytes: number
}

/** What the workers have. */
const listNodes = (url: string): Promise<NodeRows[]> =>
  onNode(url, async (client) => {
    const { rows } = await client.query<NodeRows>(
      `select counted.port, counted.readings, sized.megabytes
       from (select nodeport as port, sum(result::bigint)::float8 as readings
             from run_command_on_placements('readings', 'select count(*) from %s') group by 1) as counted
       join (select nodeport as port, round(sum(shard_size) / 1e6)::float8 as megabytes
             from citus_shards where citus_table_type = 'distributed' group by 1) as sized on sized.port = counted.port
       order by (select nodeid from pg_dist_node where nodeport = counted.port)`,
    )
    return rows
  })

const printNodes = (nodes: NodeRows[]) =>
  printTable(
    ['worker', 'readings', 'MB'],
    nodes.map(({ readings, megabytes }, i) => [i + 1, readings, megabytes]),
  )

async function moveShards(cleanup: Cleanup, cluster: CitusCluster) {
  const fleet = createFleet(Math.ceil(rate * 1.05))
  const url = await cluster.createDatabase('moved')
  const { port } = await startService(
    cleanup.makeFolder(),
    { ...settings, DATABASE_URL: url, DISTRIBUTED: 'citus' },
    cleanup,
  )
  await seedFleet(url, fleet)
  const hasPartitions = () =>
    insertHistory(url).then(
      () => true,
      () => false,
    )
  await until(hasPartitions, 60_000, 'the partitions of the last days')
  const readings = await startReadings(cleanup, fleet, [port])
  await sleep(calmMs)
  readings.takeDelays()
  readings.takeLongestGap()
  await sleep(calmMs)
  const before = takePhase(readings)
  const startedAtMs = performance.now()
  await cluster.addWorker('moved')
  const addedAtMs = performance.now()
  const moves = await onNode(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from get_rebalance_table_shards_plan('device_states')`,
    )
    await client.query(
      `select rebalance_table_shards('device_states', shard_transfer_mode := 'force_logical')`,
    )
    return rows[0]?.count ?? 0
  })
  const movedAtMs = performance.now()
  const during = takePhase(readings)
  await sleep(calmMs)
  const after = takePhase(readings)
  await readings.stop()
  const verdict = readings.findLost(await listStored(url))
  const nodes = await listNodes(url)
  const figures = {
    readings: readings.accepted(),
    ...verdict,
    refused: Object.fromEntries(readings.refusals),
    tablesMoved: moves,
    addSeconds: rounded((addedAtMs - startedAtMs) / 1000),
    moveSeconds: rounded((movedAtMs - addedAtMs) / 1000),
  }
  console.log(`\nA third worker is added, and shards are moved to it, under ${rate} readings a second:`)
  printTable(
    ['', 'readings', 'p50 ms', 'p99 ms', 'longest ms', 'longest time without one, ms'],
    Object.entries({ before, during, after }).map(([name, phase]) => [
      ...[name, phase.readings, phase.p50Ms, phase.p99Ms, phase.maxMs, phase.gapMs],
    ]),
  )
  printTable(
    ['what', 'count'],
    Object.entries({ ...figures, refused: formatCounts(readings.refusals) }).map(([name, value]) => [
      name,
      value,
    ]),
  )
  printNodes(nodes)
  return { move: { rate, before, during, after, ...figures, nodes } }
}

/** From when a reading was first sent until it was accepted, with all repetitions. */
function takePhase(readings: ReadingLoad) {
  const delays = ascending(readings.takeDelays())
  return {
    readings: delays.length,
    p50Ms: rounded(percentile(delays, 0.5)),
    p99Ms: rounded(percentile(delays, 0.99)),
    maxMs: rounded(delays.at(-1) ?? 0),
    gapMs: rounded(readings.takeLongestGap().ms),
  }
}

/** Earlier readings of all devices, so that there is something to move. */
const insertHistory = (url: string) =>
  onNode(url, (client) =>
    client.query(
      `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                             health_score, heart_rate)
       select device, now() - interval '1 hour' + second * interval '1 second', second * 1000,
              0.1, -0.3, 9.8, 0.5, 1.2, -0.7, 0, 100, 70
       from device_states cross join generate_series(1, $1::int) as second`,
      [historySeconds],
    ),
  )

/** The stored readings of the devices, by the pressure that each of them has. */
const listStored = (url: string) =>
  onNode(url, async (client) => {
    const devices = await client.query<{ number: number; mac: string }>('select number, mac from devices')
    const macs = new Map(devices.rows.map(({ number, mac }) => [number, mac]))
    const { rows } = await client.query<{ device: number; pressure: number; count: number }>(
      'select device, pressure, count(*)::int as count from readings where pressure is not null group by 1, 2',
    )
    return rows.map(({ device, pressure, count }) => ({ mac: macs.get(device) ?? '', pressure, count }))
  })
