import { makeFleet } from './fleet.ts'
import { measureTargets, printSeries, ratioOf, summarize } from './measurements.ts'
import { writeResults } from './results.ts'
import { startPostgres, startRedis } from './stores.ts'
import { baselineTarget, embeddedTarget, postgresTarget, sharedTarget } from './targets.ts'

/** Every device sends at most once a second, so there must be more of them than readings in a second. */
const deviceCount = Number(process.env.BENCH_DEVICES) || 30_000
const connections = [64, 256]
const rounds = 3

/**
 * benchReadings finds the highest rate of readings, committed before they are answered, on each kind of store, next to
 * a bare Fastify that gives the same answer. Load generator, service and store share the machine, so what each of
 * them takes of the processor is told apart.
 */
export async function benchReadings(seconds: number, endsAt = Number.POSITIVE_INFINITY): Promise<void> {
  const fleet = makeFleet(deviceCount)
  const postgres = await startPostgres()
  const redis = await startRedis()
  const ceiling = await baselineTarget()
  const embedded = await embeddedTarget(fleet)
  const single = await postgresTarget(postgres, fleet)
  const alone = redis && (await sharedTarget(postgres, redis, fleet, 1))
  const workers = redis && (await sharedTarget(postgres, redis, fleet, 2))
  const targets = [ceiling, embedded, single, alone, workers].filter((target) => target !== undefined)
  const series = await measureTargets(targets, fleet, { connections, rounds, seconds, endsAt })
  printSeries(series)
  const ratios: Record<string, number | null> = {}
  for (const count of connections) {
    ratios[`embedded / bare Fastify at ${count}`] = ratioOf(series, embedded.title, ceiling.title, count)
    if (!alone || !workers) continue
    ratios[`two workers / one process at ${count}`] = ratioOf(series, workers.title, single.title, count)
    ratios[`two workers / one with Redis at ${count}`] = ratioOf(series, workers.title, alone.title, count)
  }
  console.log('')
  for (const [name, ratio] of Object.entries(ratios)) console.log(`${name}: ${ratio}`)
  const found = series.map((one) => [`${one.target.title}, ${one.connections} connections`, summarize(one)])
  const figures = { devices: deviceCount, secondsOfATurn: seconds, ratios, ...Object.fromEntries(found) }
  writeResults('readings', figures, { postgres: postgres.version, redis: redis?.version ?? 'none' })
}
