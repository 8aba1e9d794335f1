// npm run bench: measures the main things within ten minutes, prints tables and writes bench/results/*.json.
// npm run bench -- <name>: measures one thing; words behind `abuse` choose attacks by their names. BENCH_SECONDS sets how
// long a turn, a step of load or an attack lasts, BENCH_DEVICES how many devices send, BENCH_CONNECTIONS over how many
// connections at most they overload the service; BENCH_DATABASE_URL and BENCH_REDIS_URL name servers to use instead of
// those that are started for the run.
import { cleanUp } from './cleanup.ts'

const seconds = (usual: number) => Number(process.env.BENCH_SECONDS) || usual

const benches: Record<string, () => Promise<void>> = {
  all: measureAll,
  detector: async () => (await import('./detector.ts')).benchDetector(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  lists: async () => (await import('./lists.ts')).benchLists(),
  queries: async () => (await import('./queries.ts')).benchQueries(),
  readings: async () => (await import('./readings.ts')).benchReadings(seconds(4)),
  starts: async () => (await import('./starts.ts')).benchStarts(),
  abuse: async () => (await import('./abuse.ts')).benchAbuse(seconds(8), process.argv.slice(3)),
  overload: async () => (await import('./overload.ts')).benchOverload(seconds(15)),
  rolling: async () => (await import('./rolling.ts')).benchRolling(),
}

const minute = 60_000

/** Each part has a time by which it must be done, so that all of them together are bounded. */
async function measureAll(): Promise<void> {
  const startedAt = Date.now()
  const cutOff = setTimeout(
    () => {
      console.error('The ten minutes are over: this machine is too slow, or too busy, for all of it.')
      end()
    },
    10 * minute - 10_000,
  )
  await benches.starts?.()
  await cleanUp()
  const { benchReadings } = await import('./readings.ts')
  await benchReadings(seconds(4), startedAt + 5 * minute)
  // Nothing of what was measured may stand in the way of what comes next.
  await cleanUp()
  const { benchLists } = await import('./lists.ts')
  await benchLists(startedAt + 9.5 * minute)
  clearTimeout(cutOff)
  console.log(`all of it took ${((Date.now() - startedAt) / minute).toFixed(1)} minutes`)
}

function end(): void {
  cleanUp().finally(() => process.exit(1))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)

const bench = benches[process.argv[2] ?? 'all']
if (!bench) {
  console.error(`Usage: npm run bench, or npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exit(1)
}
try {
  await bench()
} finally {
  await cleanUp()
}
