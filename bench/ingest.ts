import type { Cleanup } from '../harness/cleanup.ts'
import { createFleet } from './fleet.ts'
import { measureTargets, printSeries, ratioOf } from './measurements.ts'
import { baselineTarget, embeddedTarget } from './targets.ts'

/** Compares the service, which commits each reading, with a bare Fastify that sends the same response. */
export async function benchIngest(cleanup: Cleanup): Promise<void> {
  const fleet = createFleet(30_000)
  const [baseline, embedded] = [await baselineTarget(cleanup), await embeddedTarget(cleanup, fleet)]
  const series = await measureTargets([baseline, embedded], fleet, {
    connections: [64],
    rounds: 3,
    seconds: 3,
  })
  printSeries(series)
  console.log(`\nratio of the median rates: ${ratioOf(series, embedded.title, baseline.title, 64)}`)
}
