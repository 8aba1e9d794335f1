// npm run bench: runs the main benchmarks within ten minutes, prints tables and writes bench/results/*.json.
// npm run bench -- <name>: runs one benchmark; words after `abuse` choose attacks, and after `alerts` parts, by name.
// BENCH_SECONDS sets how long a measurement, a step of load or an attack lasts, BENCH_DEVICES how many devices send,
// BENCH_HOURS how many hours of them are stored, BENCH_READINGS how many million readings are packed, BENCH_STREAMS how many streams are open, BENCH_CONNECTIONS the maximum number of connections for overload, BENCH_KILLS
// the number of kills for alerts and backup, BENCH_FAULTS, BENCH_RATE and BENCH_PROCESSES those of failover, BENCH_RATE and BENCH_SHARDS those of distributed, BENCH_FALLS the number of falls for console; BENCH_DATABASE_URL and BENCH_REDIS_URL name servers to use instead of those that are
// started for the run.

import { createCleanup } from '../harness/cleanup.ts'
import { msPerMinute } from '../src/platform/lib/duration.ts'

const cleanup = createCleanup()
const seconds = (defaultSeconds: number) => Number(process.env.BENCH_SECONDS) || defaultSeconds

const benches: Record<string, () => Promise<void>> = {
  all: runAll,
  detector: async () => (await import('./detector.ts')).benchDetector(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(cleanup),
  mqtt: async () => (await import('./mqtt.ts')).benchMqtt(cleanup, seconds(4)),
  backup: async () => (await import('./backup.ts')).benchBackup(cleanup, seconds(20)),
  'mqtt-hostile': async () => (await import('./mqtt-hostile.ts')).benchMqttHostile(cleanup, seconds(2)),
  'mqtt-kills': async () => (await import('./mqtt-kills.ts')).benchMqttKills(cleanup),
  memory: async () => (await import('./memory.ts')).benchMemory(cleanup),
  history: async () => (await import('./history.ts')).benchHistory(cleanup),
  limits: async () => (await import('./limits.ts')).benchLimits(cleanup, seconds(4)),
  lists: async () => (await import('./lists.ts')).benchLists(cleanup),
  queries: async () => (await import('./queries.ts')).benchQueries(cleanup),
  readings: async () => (await import('./readings.ts')).benchReadings(cleanup, seconds(4)),
  starts: async () => (await import('./starts.ts')).benchStarts(cleanup),
  alerts: async () => (await import('./alerts.ts')).benchAlerts(cleanup, seconds(30), process.argv.slice(3)),
  abuse: async () => (await import('./abuse.ts')).benchAbuse(cleanup, seconds(8), process.argv.slice(3)),
  overload: async () => (await import('./overload.ts')).benchOverload(cleanup, seconds(15)),
  storage: async () => (await import('./storage.ts')).benchStorage(cleanup),
  streams: async () => (await import('./streams.ts')).benchStreams(cleanup, seconds(5)),
  console: async () => (await import('./console.ts')).benchConsole(cleanup),
  failover: async () => {
    const { benchFailover, readOptions } = await import('./failover.ts')
    await benchFailover(cleanup, readOptions(process.argv.slice(3)))
  },
  distributed: async () =>
    (await import('./distributed.ts')).benchDistributed(cleanup, seconds(4), process.argv.slice(3)),
  rolling: async () =>
    (await import('./rolling.ts')).benchRolling(cleanup, {
      from: process.env.BENCH_FROM,
      onPatroni: process.argv.includes('patroni'),
    }),
}

/** Gives each benchmark a time by which it must be done, so that all of them together are bounded. */
async function runAll(): Promise<void> {
  const startedAt = Date.now()
  const timeout = setTimeout(
    () => {
      console.error('Ten minutes are over: this machine is too slow or too busy for all benchmarks.')
      abort()
    },
    10 * msPerMinute - 10_000,
  )
  await benches.starts?.()
  // Processes of one benchmark must not slow down the next.
  await cleanup.run()
  const { benchReadings } = await import('./readings.ts')
  await benchReadings(cleanup, seconds(4), startedAt + 5 * msPerMinute)
  await cleanup.run()
  const { benchLists } = await import('./lists.ts')
  await benchLists(cleanup, startedAt + 9.5 * msPerMinute)
  clearTimeout(timeout)
  console.log(`all of it took ${((Date.now() - startedAt) / msPerMinute).toFixed(1)} minutes`)
}

function abort(): void {
  cleanup.run().finally(() => process.exit(1))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, abort)

const bench = benches[process.argv[2] ?? 'all']
if (!bench) {
  console.error(`Usage: npm run bench, or npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exit(1)
}
try {
  await bench()
} finally {
  await cleanup.run()
}
