import { makeFolder } from './cleanup.ts'
import { median, printTable, rounded } from './figures.ts'
import { startService, untilHealthy } from './processes.ts'
import { writeResults } from './results.ts'
import { startPostgres } from './stores.ts'

const rounds = 3

/** benchStarts tells how long the built service takes from the spawning of its process to the first healthy answer. */
export async function benchStarts(): Promise<void> {
  const postgres = await startPostgres()
  const times: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    const embedded = makeFolder()
    await note('embedded, on an empty folder', embedded)
    await note('embedded, once more', embedded)
    const settings = { DATABASE_URL: await postgres.createDatabase(`start_${round}`) }
    const folder = makeFolder()
    await note('PostgreSQL, on an empty database', folder, settings)
    await note('PostgreSQL, once more', folder, settings)
  }
  const medians = Object.entries(times).map(([name, all]) => [name, Math.round(median(all))] as const)
  console.log('\nFrom the spawning of the process to the first healthy answer, median of three:')
  printTable(
    ['', 'seconds'],
    medians.map(([name, ms]) => [name, rounded(ms / 1000, 2)]),
  )
  writeResults(
    'starts',
    { rounds, milliseconds: Object.fromEntries(medians) },
    { postgres: postgres.version },
  )

  async function note(name: string, dataDir: string, settings: Record<string, string> = {}): Promise<void> {
    const startedAt = performance.now()
    // Without a chosen admin, as people start it: a password is then chosen and hashed at each start.
    const service = await startService(dataDir, { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ...settings })
    await untilHealthy(service.port)
    times[name] = [...(times[name] ?? []), performance.now() - startedAt]
    await service.stop()
  }
}
