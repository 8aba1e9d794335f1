import type { Cleanup } from '../harness/cleanup.ts'
import { createFleet } from './fleet.ts'
import { measureTargets, printSeries, ratioOf } from './measurements.ts'
import { baselineTarget, connectedTargets } from './targets.ts'

const connections = [64, 256]

/** Compares MQTT with HTTP of the same service, and with a bare Fastify. */
export async function benchMqtt(cleanup: Cleanup, seconds: number): Promise<void> {
  const fleet = createFleet(1000)
  const baseline = await baselineTarget(cleanup)
  const { http, mqtt } = await connectedTargets(cleanup, fleet)
  const series = await measureTargets([baseline, http, mqtt], fleet, { connections, rounds: 3, seconds })
  printSeries(series)
  for (const count of connections)
    console.log(`MQTT / HTTP at ${count}: ${ratioOf(series, mqtt.title, http.title, count)}`)
}
