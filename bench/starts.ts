import type { Cleanup } from '../harness/cleanup.ts'
import { startService, waitUntilHealthy } from '../harness/start-service.ts'
import { median, printTable, rounded } from './figures.ts'
import { writeResults } from './results.ts'
import { startPostgres } from './stores.ts'

const rounds = 3

/** Measures the time from the start of the service's process to the first healthy response. */
export async function benchStarts(cleanup: Cleanup): Promise<void> {
  const postgres = await startPostgres(cleanup)
  const durationsMs: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    const embedded = cleanup.makeFolder()
    await measureStart('embedded, on an empty folder', embedded)
    await measureStart('embedded, once more', embedded)
    const settings = { DATABASE_URL: await postgres.createDatabase(`start_${round}`) }
    const folder = cleanup.makeFolder()
    await measureStart('PostgreSQL, on an empty database', folder, settings)
    await measureStart('PostgreSQL, once more', folder, settings)
  }
  const medians = Object.entries(durationsMs).map(
    ([name, values]) => [name, Math.round(median(values))] as const,
  )
  console.log('\nFrom the start of the process to the first healthy response, median of three:')
  printTable(
    ['', 'seconds'],
    medians.map(([name, ms]) => [name, rounded(ms / 1000, 2)]),
  )
  writeResults(
    'starts',
    { rounds, milliseconds: Object.fromEntries(medians) },
    { postgres: postgres.version },
  )

  async function measureStart(
    name: string,
    dataDir: string,
    settings: Record<string, string> = {},
  ): Promise<void> {
    const startedAt = performance.now()
    // Without a chosen admin, as people start it: a password is then chosen and hashed at each start.
    const unset = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
    const service = await startService(dataDir, { ...unset, ...settings }, cleanup)
    await waitUntilHealthy(service.port)
    durationsMs[name] = [...(durationsMs[name] ?? []), performance.now() - startedAt]
    await service.stop()
  }
}
