// Runs the test files on a PostgreSQL of their own: the one at TEST_DATABASE_URL, else an embedded one that
// lives for as long as the run. Arguments name test files; without any, all of them run.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../src/db/embedded/cluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-test-'))
let status: number | null = 1
if (process.env.TEST_DATABASE_URL) {
  status = runTests(process.env.TEST_DATABASE_URL)
} else {
  const cluster = openCluster(folder)
  try {
    await cluster.ensureRunning()
    const { host = '', port, user, password, database } = cluster.connection()
    status = runTests(`postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`)
  } finally {
    await cluster.stop()
  }
}
rmSync(folder, { recursive: true, force: true })
process.exit(status ?? 1)

function runTests(databaseUrl: string): number | null {
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : ['src', 'test'].flatMap(findTests)
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter=spec', '--test-timeout=120000', ...files],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    },
  )
  return status
}

function findTests(place: string): string[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(place, name))
    .sort()
}
