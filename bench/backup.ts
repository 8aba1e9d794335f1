import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService, unlimited } from '../harness/start-service.ts'
import { listCopies } from '../src/platform/backup/copies.ts'
import { openCluster } from '../src/platform/db/embedded/cluster.ts'
import { openConnections, sendAtRate } from './arrivals.ts'
import { createDevicePool } from './device-pool.ts'
import { ascending, percentile, printTable, rounded } from './figures.ts'
import { createFleet, seedFleet } from './fleet.ts'
import { writeResults } from './results.ts'
import { embeddedConnection, withClient } from './stores.ts'

const readingsPerSecond = 2000
const deviceCount = 2400
const maxConnections = 500
/** What a store holds besides, so that a backup takes a while. */
const fillerMegabytes = 400
const kills = Number(process.env.BENCH_KILLS) || 10

interface Phase {
  seconds: number
  accepted: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/**
 * Measures the readings that the embedded store accepts of 2,000 a second before and during a backup, then
 * kills ten backups. The goals: 0.9 of the rate before, and after every kill the last good backup is still there and
 * can be restored.
 */
export async function benchBackup(cleanup: Cleanup, seconds: number): Promise<void> {
  const dataDir = cleanup.makeFolder()
  const { port } = await startService(dataDir, unlimited, cleanup)
  const fleet = createFleet(deviceCount)
  await seedFleet(embeddedConnection(dataDir), fleet)
  await withClient(embeddedConnection(dataDir), async (client) => {
    await client.query(
      'create table filler as select i, repeat(md5(i::text), 30) as text from generate_series(1, $1::int) i',
      [fillerMegabytes * 1000],
    )
    await client.query('checkpoint')
  })
  let latenciesMs: number[] = []
  let accepted = 0
  let isOver = false
  const pool = createDevicePool(fleet.requests, (status, latencyMs) => {
    if (status !== 200) return
    accepted++
    latenciesMs.push(latencyMs)
  })
  const connections = await openConnections({ port, maxConnections, keepAlive: true })
  const arrivals = sendAtRate({
    connections,
    perSecond: readingsPerSecond,
    isRunning: () => !isOver,
    next: pool.next,
  })
  /** Returns what was accepted while `work` lasted. */
  async function measure(work: Promise<unknown>): Promise<Phase> {
    const startedAt = performance.now()
    accepted = 0
    latenciesMs = []
    await work
    const elapsed = (performance.now() - startedAt) / 1000
    ascending(latenciesMs)
    return {
      seconds: rounded(elapsed),
      accepted,
      perSecond: rounded(accepted / elapsed),
      p50Ms: rounded(percentile(latenciesMs, 0.5)),
      p99Ms: rounded(percentile(latenciesMs, 0.99)),
    }
  }

  await sleep(5000)
  const folder = cleanup.makeFolder()
  const before = await measure(sleep(seconds * 1000))
  const during = await measure(runCommand('backup', dataDir, [folder]).ended)
  const [copy] = listCopies(folder)
  if (!copy) throw new Error('There is no backup')

  let restorable = 0
  for (let i = 0; i < kills; i++) {
    const command = runCommand('backup', dataDir, [folder])
    // Each one later than the one before: at the beginning, while files come, while they are verified.
    await sleep(200 + ((i + Math.random()) / kills) * during.seconds * 1000)
    command.kill()
    await command.ended
    const good = listCopies(folder)[0]
    const target = join(cleanup.makeFolder(), 'data')
    const code = good ? await runCommand('restore', target, [good.folder]).ended : 1
    if (code === 0 && (await opens(target))) restorable++
  }
  const unfinished = readdirSync(folder).filter((name) => name.startsWith('.')).length
  isOver = true
  await arrivals
  await connections.close()

  const ratio = rounded(during.perSecond / before.perSecond, 3)
  printTable(
    [`${readingsPerSecond} readings/s`, 'seconds', 'accepted/s', 'p50 ms', 'p99 ms'],
    [
      ['before', before.seconds, before.perSecond, before.p50Ms, before.p99Ms],
      ['during a backup', during.seconds, during.perSecond, during.p50Ms, during.p99Ms],
    ],
  )
  const megabytes = rounded(copy.bytes / 1e6, 0)
  console.log(`\nthe backup has ${megabytes} MB; the rate during it was ${ratio} of that before`)
  console.log(`${kills} backups killed; the last good one could be restored and opened ${restorable} times`)
  if (ratio < 0.9 || restorable < kills) console.log('FAILED: a goal was missed')
  writeResults(
    'backup',
    { readingsPerSecond, before, during, ratio, megabytes, kills, restorable, unfinished },
    { postgres: copy.postgresVersion },
  )
}

/** Whether the restored store recovers and answers. */
async function opens(dataDir: string): Promise<boolean> {
  const cluster = openCluster(dataDir)
  try {
    await cluster.ensureRunning()
    return await withClient(cluster.connection(), async (client) => {
      const { rows } = await client.query('select count(*)::int as devices from devices')
      return rows[0].devices === deviceCount
    })
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await cluster.stop()
  }
}

function runCommand(name: 'backup' | 'restore', dataDir: string, args: string[]) {
  const command = join(import.meta.dirname, '..', 'dist', `${name}-command.js`)
  const child = spawn(process.execPath, [command, ...args], {
    cwd: dataDir.replace(/\/data$/, ''),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise<number | null>((resolve) => child.on('close', resolve)),
  }
}
