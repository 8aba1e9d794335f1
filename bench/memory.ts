import { makeFolder } from './cleanup.ts'
import { inWords } from './figures.ts'
import { makeFleet, seedFleet } from './fleet.ts'
import { openLoadGenerator, warmUp } from './load.ts'
import { startService } from './processes.ts'
import { embeddedConnection } from './stores.ts'
import { usageOf } from './usage.ts'

const deviceCount = 100_000

/** benchMemory tells what a hundred thousand devices weigh once each has been heard. */
export async function benchMemory(): Promise<void> {
  const dataDir = makeFolder()
  const service = await startService(dataDir)
  const fleet = makeFleet(deviceCount)
  await seedFleet(embeddedConnection(dataDir), fleet)
  const before = usageOf(service.pid).residentBytes
  const generator = await openLoadGenerator(service.port, 64, fleet.requests)
  const statuses = await warmUp(generator, fleet.requests.length)
  generator.close()
  const after = usageOf(service.pid).residentBytes
  console.log(`${deviceCount} devices, each heard once or twice: ${inWords(statuses)}`)
  console.log(`service RSS: ${(before / 1e6).toFixed(0)} MB before, ${(after / 1e6).toFixed(0)} MB after`)
  console.log(`that is ${Math.round((after - before) / deviceCount)} bytes a device`)
}
