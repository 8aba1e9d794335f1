import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedFleet } from './fleet.ts'
import { applyLoad } from './load.ts'
import { startService } from './processes.ts'

const deviceCount = 100_000

/** benchMemory tells what a hundred thousand devices weigh once each has sent a reading. */
export async function benchMemory(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-bench-'))
  const service = await startService(dataDir, { LOG_LEVEL: 'warn' })
  try {
    const { requests } = await seedFleet(dataDir, deviceCount)
    const before = residentMegabytes(service.pid)
    let turn = 0
    const statuses = new Map<number, number>()
    while (turn < requests.length) {
      const next = () => requests[Math.min(turn++, requests.length - 1)] as Buffer
      const load = await applyLoad({ port: service.port, connections: 64, seconds: 1, next })
      for (const [status, count] of load.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
    const after = residentMegabytes(service.pid)
    console.log(`${deviceCount} devices, one reading each: ${JSON.stringify(Object.fromEntries(statuses))}`)
    console.log(`service RSS: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`)
    console.log(`that is ${Math.round(((after - before) * 1e6) / deviceCount)} bytes a device`)
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}
