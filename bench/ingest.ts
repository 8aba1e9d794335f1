import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedFleet } from './fleet.ts'
import { applyLoad, type Load } from './load.ts'
import { startBare, startService } from './processes.ts'

const connections = 64
const roundSeconds = 3
const rounds = 3

/** Every device sends at most once a second, so there must be more of them than readings in a second. */
const deviceCount = 30_000

/** benchIngest compares the whole way of a reading, committed, with a bare Fastify that gives the same answer. */
export async function benchIngest(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-bench-'))
  const service = await startService(dataDir, { LOG_LEVEL: 'warn' })
  const bare = await startBare()
  try {
    const { requests } = await seedFleet(dataDir, deviceCount)
    let turn = 0
    const next = () => requests[turn++ % requests.length] as Buffer
    // Every device is heard once, so that what is measured is a day like any other.
    await warmUp(service.port, requests)
    const loads: Record<'bare' | 'whole', Load[]> = { bare: [], whole: [] }
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? (['bare', 'whole'] as const) : (['whole', 'bare'] as const)
      for (const name of order) {
        const { port } = name === 'bare' ? bare : service
        // While the other one was asked, what this one had compiled and cached went cold.
        await applyLoad({ port, connections, seconds: 1, next })
        const load = await applyLoad({ port, connections, seconds: roundSeconds, next })
        loads[name].push(load)
        report(name === 'bare' ? 'bare Fastify ' : 'whole, stored', load)
      }
    }
    const [whole, yardstick] = [median(loads.whole), median(loads.bare)]
    console.log(`\nratio of the median rates: ${(whole / yardstick).toFixed(2)}`)
  } finally {
    await bare.stop()
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function warmUp(port: number, requests: Buffer[]): Promise<void> {
  let turn = 0
  while (turn < requests.length) {
    await applyLoad({
      port,
      connections,
      seconds: 1,
      next: () => requests[turn++ % requests.length] as Buffer,
    })
  }
}

function report(name: string, { rate, p50, p99, statuses }: Load): void {
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(
    `${name}  ${Math.round(rate).toString().padStart(6)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  ${answers}`,
  )
}

function median(loads: Load[]): number {
  return loads.map(({ rate }) => rate).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0
}
