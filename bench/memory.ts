import type { Cleanup } from '../harness/cleanup.ts'
import { startService } from '../harness/start-service.ts'
import { formatCounts } from './figures.ts'
import { createFleet, seedFleet } from './fleet.ts'
import { openLoadGenerator, warmUp } from './load.ts'
import { embeddedConnection } from './stores.ts'
import { usageOf } from './usage.ts'

const deviceCount = 100_000

/** Measures the memory that a hundred thousand devices take once each has sent a reading. */
export async function benchMemory(cleanup: Cleanup): Promise<void> {
  const dataDir = cleanup.makeFolder()
  const service = await startService(dataDir, {}, cleanup)
  const fleet = createFleet(deviceCount)
  await seedFleet(embeddedConnection(dataDir), fleet)
  const before = usageOf(service.pid).residentBytes
  const generator = await openLoadGenerator(service.port, 64, fleet.requests)
  const statuses = await warmUp(generator, fleet.requests.length)
  generator.close()
  const after = usageOf(service.pid).residentBytes
  console.log(`${deviceCount} devices, one or two readings each: ${formatCounts(statuses)}`)
  console.log(`service RSS: ${(before / 1e6).toFixed(0)} MB before, ${(after / 1e6).toFixed(0)} MB after`)
  console.log(`that is ${Math.round((after - before) / deviceCount)} bytes a device`)
}
