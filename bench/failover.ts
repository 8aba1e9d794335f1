import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService, unlimited, waitUntilHealthy } from '../harness/start-service.ts'
import { until } from '../harness/until.ts'
import { msPerMinute } from '../src/platform/lib/duration.ts'
import { type PatroniCluster, startCluster } from './failover/cluster.ts'
import type { ClusterVariant } from './failover/configuration.ts'
import { startAlarms } from './failover/messages.ts'
import type { ClusterNode } from './failover/node.ts'
import { findClusterPrograms } from './failover/programs.ts'
import { type ReadingLoad, startReadings } from './failover/readings.ts'
import { failCounts, judge, settle } from './failover/verdict.ts'
import { ascending, formatCounts, percentile, printTable, rounded } from './figures.ts'
import { createFleet, seedFleet } from './fleet.ts'
import { secret } from './processes.ts'
import { writeResults } from './results.ts'
import { startRedis } from './stores.ts'

/** What happens to the machine of the primary, and last to that of the standby that confirms. */
const faultKinds = ['kill', 'stop', 'renewal', 'cut', 'switchover', 'standby'] as const
/** Or what an operator does: every PostgreSQL is restarted, the standbys first, with a switchover before the last one. */
const chosenKinds = [...faultKinds, 'upgrade'] as const
type FaultKind = (typeof chosenKinds)[number]

export interface FailoverOptions {
  faults: number
  /** No fault begins after so many minutes. */
  minutes: number
  /** Readings a second. */
  rate: number
  /** Seconds between two alarms. */
  alarmSeconds: number
  /** Processes of the service; more than one need Redis. */
  processes: number
  kinds: readonly FaultKind[]
  variant: ClusterVariant
}

/** Words choose kinds of faults; `etcd3` is the other API of etcd, and `strict` refuses writes without a standby. */
export function readOptions(words: string[]): FailoverOptions {
  const number = (name: string, fallback: number) => Number(process.env[name]) || fallback
  const chosen = chosenKinds.filter((kind) => words.includes(kind))
  const known: string[] = [...chosenKinds, 'etcd3', 'strict']
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Choose from ${known.join(', ')}`)
  return {
    faults: number('BENCH_FAULTS', 8),
    minutes: number('BENCH_MINUTES', 24 * 60),
    rate: number('BENCH_RATE', 500),
    alarmSeconds: number('BENCH_ALARM_SECONDS', 2),
    processes: number('BENCH_PROCESSES', 2),
    kinds: chosen.length > 0 ? chosen : faultKinds,
    variant: {
      etcd: words.includes('etcd3') ? 'etcd3' : 'etcd',
      isStrict: words.includes('strict'),
    },
  }
}

interface Fault {
  kind: FaultKind
  startedAtMs: number
  endedAtMs: number
  /** The longest time without an accepted reading. */
  gapMs: number
  /** From the election of another primary until every process of the service says that its database answers. */
  foundMs: number | undefined
  /** From the election to the first reading that was accepted; commits also wait for a standby to follow. */
  afterElectionMs: number | undefined
}

/** Patroni needs its time-to-live, the time of its loop and an election; beyond this something hangs. */
const recoveryTimeoutMs = 120_000
/** How long what was broken stays broken after the service writes again. */
const staysBrokenMs = 3000
const betweenMs = 5000
/** How long devices may wait to be heard, at the 99th percentile: with a dead primary, and while another one takes over. */
const goalSeconds: Partial<Record<FaultKind, number>> = { kill: 30, stop: 30, cut: 30, switchover: 5 }
/** Longer than Patroni needs to replace a standby. */
const standbyLostMs = 30_000

/** Breaks the primary again and again under load, and compares everything that was acknowledged with what is there. */
export async function benchFailover(cleanup: Cleanup, options: FailoverOptions): Promise<void> {
  const programs = findClusterPrograms()
  if (!programs) return
  const redis = options.processes > 1 ? await startRedis(cleanup) : undefined
  const cluster = await startCluster(cleanup, programs, options.variant)
  console.log(
    `Patroni ${programs.versions.patroni}, etcd ${programs.versions.etcd} by its ${options.variant.etcd === 'etcd' ? 'v2' : 'v3'} API, PostgreSQL ${programs.versions.postgres}`,
  )
  const settings = {
    ...unlimited,
    DATABASE_URL: cluster.url,
    JWT_SECRET: secret,
    PUBLIC_URL: 'https://care.bench.example',
    ALLOW_PRIVATE_TARGETS: 'on',
    PACK_READINGS_AFTER: 'off',
    LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'fatal',
    ...(redis && { REDIS_URL: redis.url }),
  }
  const ports: number[] = []
  for (let i = 0; i < (redis ? options.processes : 1); i++) {
    const { port } = await startService(cleanup.makeFolder(), settings, cleanup)
    await waitUntilHealthy(port)
    ports.push(port)
  }
  // A device sends every 1.05 s.
  const fleet = createFleet(Math.ceil(options.rate * 1.05))
  await onLeader(cluster, (url) => seedFleet(url, fleet))
  const url = await cluster.primaryUrl()
  const everyMs = options.alarmSeconds * 1000
  const maxAlarms = Math.ceil((options.faults * 180 + 120) / options.alarmSeconds)
  const alarms = await startAlarms(cleanup, url, ports, { everyMs, maxAlarms })
  const readings = await startReadings(cleanup, fleet, ports)
  await sleep(betweenMs)

  const faults: Fault[] = []
  const endsAtMs = performance.now() + options.minutes * msPerMinute
  const failures: string[] = []
  for (let i = 0; i < options.faults && performance.now() < endsAtMs; i++) {
    try {
      await cluster.waitUntilWhole()
      await sleep(betweenMs)
      const kind = options.kinds[i % options.kinds.length] as FaultKind
      const fault = await (kind === 'standby' ? loseStandby : breakPrimary)(cluster, readings, kind, ports)
      faults.push(fault)
      const { foundMs = 0, afterElectionMs = 0 } = fault
      const service =
        kind === 'standby'
          ? ''
          : `; after the election found in ${rounded(foundMs, 0)} ms, a reading after ${rounded(afterElectionMs, 0)} ms`
      console.log(
        `${i + 1}/${options.faults} ${kind}: ${rounded(fault.gapMs / 1000)} s without writes${service}`,
      )
    } catch (error) {
      // What was acknowledged is compared all the same.
      failures.push(`the cluster did not recover: ${(error as Error).message}`)
      break
    }
  }
  if (failures.length === 0) await cluster.waitUntilWhole()
  await sleep(betweenMs)
  await readings.stop()
  await alarms.stop()
  await settle(cluster)
  // Answers to what was told last.
  await alarms.stop()
  await settle(cluster)
  const verdict = await judge(cluster, readings, alarms)
  verdict.failures.push(...failures)
  failCounts(verdict)
  report(options, faults, verdict, readings, alarms.alarms, programs.versions)
}

/** Runs a preparation with the address of the leader, because it knows nothing of several hosts. */
const onLeader = async (cluster: PatroniCluster, work: (url: string) => Promise<void>) =>
  work(await cluster.primaryUrl())

async function breakPrimary(
  cluster: PatroniCluster,
  readings: ReadingLoad,
  kind: FaultKind,
  ports: number[],
): Promise<Fault> {
  const old = await cluster.leader()
  readings.takeLongestGap()
  const startedAtMs = performance.now()
  if (kind === 'upgrade') await restartStandbys(cluster, old)
  const election = cluster.watchElection(old)
  if (kind !== 'standby') await breaks[kind](cluster, old)
  await until(() => election.electedAtMs() !== undefined, recoveryTimeoutMs, `another primary after ${kind}`)
  const electedAtMs = election.electedAtMs() ?? 0
  const finding = Promise.all(ports.map(waitUntilHealthy)).then(() => performance.now() - electedAtMs)
  await until(() => readings.lastAtMs() > electedAtMs, recoveryTimeoutMs, `readings after ${kind}`)
  const firstAtMs = readings.lastAtMs()
  await sleep(staysBrokenMs)
  election.stop()
  await repairs[kind]?.(old, cluster)
  await cluster.waitUntilWhole()
  const gap = readings.takeLongestGap()
  return {
    kind,
    foundMs: await finding,
    startedAtMs,
    endedAtMs: performance.now(),
    gapMs: gap.ms,
    afterElectionMs: Math.max(0, Math.min(firstAtMs, gap.endedAtMs) - electedAtMs),
  }
}

/** Lets the standby that confirms commits hang: they wait until Patroni has replaced it. */
async function loseStandby(cluster: PatroniCluster, readings: ReadingLoad): Promise<Fault> {
  const standby = await cluster.syncStandby()
  readings.takeLongestGap()
  const startedAtMs = performance.now()
  standby.freeze()
  await sleep(standbyLostMs)
  await until(
    () => performance.now() - readings.lastAtMs() < 1000,
    recoveryTimeoutMs,
    'readings without a standby',
  )
  const gap = readings.takeLongestGap()
  standby.thaw()
  await cluster.waitUntilWhole()
  const endedAtMs = performance.now()
  const none = { foundMs: undefined, afterElectionMs: undefined }
  return { kind: 'standby', startedAtMs, endedAtMs, gapMs: gap.ms, ...none }
}

async function restartStandbys(cluster: PatroniCluster, leader: ClusterNode): Promise<void> {
  for (const standby of cluster.nodes.filter((node) => node !== leader)) {
    await cluster.restart(standby)
    await cluster.waitUntilWhole()
  }
}

const breaks: Record<
  Exclude<FaultKind, 'standby'>,
  (cluster: PatroniCluster, node: ClusterNode) => void | Promise<void>
> = {
  kill: (_cluster, node) => node.kill(),
  stop: (_cluster, node) => node.freeze(),
  renewal: (_cluster, node) => node.freezeAtRenewal(),
  cut: (_cluster, node) => node.cutOff(),
  switchover: (cluster, node) => cluster.switchover(node),
  upgrade: (cluster, node) => cluster.switchover(node),
}

const repairs: Partial<
  Record<FaultKind, (node: ClusterNode, cluster: PatroniCluster) => void | Promise<void>>
> = {
  kill(node) {
    node.startEtcd()
    node.startPatroni()
  },
  stop: (node) => node.thaw(),
  renewal: (node) => node.thaw(),
  cut: (node) => node.rejoin(),
  upgrade: (node, cluster) => cluster.restart(node),
}

function report(
  options: FailoverOptions,
  faults: Fault[],
  verdict: Awaited<ReturnType<typeof judge>>,
  { refusals }: ReadingLoad,
  alarms: Awaited<ReturnType<typeof startAlarms>>['alarms'],
  versions: Record<string, string>,
): void {
  const seconds = (values: number[], share: number) => rounded(percentile(ascending(values), share) / 1000, 2)
  type Told = (typeof alarms)[number] & { toldAtMs: number }
  const told = alarms.filter((alarm): alarm is Told => alarm.toldAtMs !== undefined)
  /** Raised before the end of a fault, and told after it began. */
  const hits = (fault: Fault, { raisedAtMs, toldAtMs }: Told) =>
    raisedAtMs < fault.endedAtMs && toldAtMs > fault.startedAtMs
  const latenessOf = ({ raisedAtMs, toldAtMs }: Told) => toldAtMs - raisedAtMs
  const kinds = options.kinds.map((kind) => {
    const own = faults.filter((fault) => fault.kind === kind)
    const gaps = own.map(({ gapMs }) => gapMs)
    const afterElection = own.flatMap(({ afterElectionMs }) => afterElectionMs ?? [])
    const found = own.flatMap(({ foundMs }) => foundMs ?? [])
    const late = told.filter((alarm) => own.some((fault) => hits(fault, alarm))).map(latenessOf)
    return {
      kind,
      faults: own.length,
      withoutWrites: { p50: seconds(gaps, 0.5), p99: seconds(gaps, 0.99) },
      found: { p50: seconds(found, 0.5), p99: seconds(found, 0.99) },
      afterElection: { p50: seconds(afterElection, 0.5), p99: seconds(afterElection, 0.99) },
      told: { alarms: late.length, p50: seconds(late, 0.5), p99: seconds(late, 0.99) },
    }
  })
  const calm = told.filter((alarm) => !faults.some((fault) => hits(fault, alarm))).map(latenessOf)
  printTable(
    [
      'fault',
      'times',
      'no writes p50 s',
      'p99',
      'found p50 s',
      'p99',
      'after election p50 s',
      'p99',
      'told after p50 s',
      'p99',
    ],
    kinds.map((row) => [
      ...[row.kind, row.faults, row.withoutWrites.p50, row.withoutWrites.p99],
      ...[row.found.p50, row.found.p99],
      ...[row.afterElection.p50, row.afterElection.p99, row.told.p50, row.told.p99],
    ]),
  )
  for (const { kind, withoutWrites } of kinds) {
    const goal = goalSeconds[kind]
    if (goal !== undefined && withoutWrites.p99 > goal)
      verdict.failures.push(`${kind}: ${withoutWrites.p99} s without writes, goal ${goal} s`)
  }
  const { failures, ...counts } = verdict
  console.log(`told without a fault: p50 ${seconds(calm, 0.5)} s, p99 ${seconds(calm, 0.99)} s`)
  console.log(`refused readings, which devices repeat: ${formatCounts(refusals)}`)
  printTable(['what', 'count'], Object.entries(counts))
  for (const failure of new Set(failures)) console.log(`FAILED: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
  writeResults(
    'failover',
    { ...options, kinds, verdict, toldWithoutFault: { p50: seconds(calm, 0.5), p99: seconds(calm, 0.99) } },
    versions,
  )
}
