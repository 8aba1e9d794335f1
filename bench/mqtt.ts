import type { Cleanup } from '../harness/cleanup.ts'
import { createFleet } from './fleet.ts'
import { measureTargets, printSeries, ratioOf, type Summary, summarize } from './measurements.ts'
import { writeResults } from './results.ts'
import { baselineTarget, connectedTargets } from './targets.ts'

const connections = [64, 256]

/** Compares MQTT with HTTP of the same service, and with a bare Fastify: without samples, and with 50 a second. */
export async function benchMqtt(cleanup: Cleanup, seconds: number): Promise<void> {
  const figures: Record<string, Summary> = {}
  for (const sampleCount of [0, 50]) {
    const fleet = createFleet(1000, sampleCount)
    const baseline = await baselineTarget(cleanup)
    const { http, mqtt } = await connectedTargets(cleanup, fleet)
    const series = await measureTargets([baseline, http, mqtt], fleet, { connections, rounds: 3, seconds })
    await cleanup.run()
    console.log(`\n${sampleCount || 'No'} samples:`)
    printSeries(series)
    for (const count of connections)
      console.log(`MQTT / HTTP at ${count}: ${ratioOf(series, mqtt.title, http.title, count)}`)
    for (const one of series)
      figures[`${one.target.title}, ${one.connections} connections, ${sampleCount} samples`] = summarize(one)
  }
  writeResults('mqtt', figures, {})
}
