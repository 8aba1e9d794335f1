import type { Cleanup } from '../harness/cleanup.ts'
import { createFleet } from './fleet.ts'
import { measureTargets, printSeries, ratioOf, summarize } from './measurements.ts'
import { writeResults } from './results.ts'
import { startPostgres, startRedis } from './stores.ts'
import { baselineTarget, connectedTargets, embeddedTarget, postgresTarget, sharedTarget } from './targets.ts'

/** Every device sends at most once a second, so there must be more of them than readings in a second. */
const deviceCount = Number(process.env.BENCH_DEVICES) || 30_000
const connections = [64, 256]
const rounds = 3

/**
 * Measures the highest rate of readings, committed before the response, on each kind of store, and of a bare
 * Fastify that sends the same response. Load generator, service and store share the machine, so the processor time of
 * each is reported.
 */
export async function benchReadings(
  cleanup: Cleanup,
  seconds: number,
  endsAt = Number.POSITIVE_INFINITY,
): Promise<void> {
  const fleet = createFleet(deviceCount)
  const postgres = await startPostgres(cleanup)
  const redis = await startRedis(cleanup)
  const baseline = await baselineTarget(cleanup)
  const embedded = await embeddedTarget(cleanup, fleet)
  const connected = await connectedTargets(cleanup, fleet)
  const single = await postgresTarget(cleanup, postgres, fleet)
  const singleWithRedis = redis && (await sharedTarget(cleanup, postgres, redis, fleet, 1))
  const workers = redis && (await sharedTarget(cleanup, postgres, redis, fleet, 2))
  const targets = [
    baseline,
    embedded,
    connected.http,
    connected.mqtt,
    single,
    singleWithRedis,
    workers,
  ].filter((target) => target !== undefined)
  const series = await measureTargets(targets, fleet, { connections, rounds, seconds, endsAt })
  printSeries(series)
  const ratios: Record<string, number | null> = {}
  for (const count of connections) {
    ratios[`embedded / bare Fastify at ${count}`] = ratioOf(series, embedded.title, baseline.title, count)
    const { http, mqtt } = connected
    ratios[`MQTT / HTTP at ${count}`] = ratioOf(series, mqtt.title, http.title, count)
    ratios[`MQTT / bare Fastify at ${count}`] = ratioOf(series, mqtt.title, baseline.title, count)
    if (!singleWithRedis || !workers) continue
    ratios[`two workers / one process at ${count}`] = ratioOf(series, workers.title, single.title, count)
    ratios[`two workers / one with Redis at ${count}`] = ratioOf(
      series,
      workers.title,
      singleWithRedis.title,
      count,
    )
  }
  console.log('')
  for (const [name, ratio] of Object.entries(ratios)) console.log(`${name}: ${ratio}`)
  const summaries = series.map((one) => [
    `${one.target.title}, ${one.connections} connections`,
    summarize(one),
  ])
  const figures = {
    devices: deviceCount,
    secondsPerMeasurement: seconds,
    ratios,
    ...Object.fromEntries(summaries),
  }
  writeResults('readings', figures, { postgres: postgres.version, redis: redis?.version ?? 'none' })
}
