import { makeFleet } from './fleet.ts'
import { measureTargets, printSeries, ratioOf } from './measurements.ts'
import { baselineTarget, embeddedTarget } from './targets.ts'

/** benchIngest compares the whole way of a reading, committed, with a bare Fastify that gives the same answer. */
export async function benchIngest(): Promise<void> {
  const fleet = makeFleet(30_000)
  const [bare, whole] = [await baselineTarget(), await embeddedTarget(fleet)]
  const series = await measureTargets([bare, whole], fleet, { connections: [64], rounds: 3, seconds: 3 })
  printSeries(series)
  console.log(`\nratio of the median rates: ${ratioOf(series, whole.title, bare.title, 64)}`)
}
