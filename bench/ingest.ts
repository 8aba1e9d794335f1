import { makeFleet } from './fleet.ts'
import { bareTarget, embeddedTarget } from './targets.ts'
import { printSeries, ratioOf, takeTurns } from './turns.ts'

/** benchIngest compares the whole way of a reading, committed, with a bare Fastify that gives the same answer. */
export async function benchIngest(): Promise<void> {
  const fleet = makeFleet(30_000)
  const [bare, whole] = [await bareTarget(), await embeddedTarget(fleet)]
  const series = await takeTurns([bare, whole], fleet, { connections: [64], rounds: 3, seconds: 3 })
  printSeries(series)
  console.log(`\nratio of the median rates: ${ratioOf(series, whole.title, bare.title, 64)}`)
}
