// Runs the test files on a PostgreSQL of their own: the one at TEST_DATABASE_URL, else an embedded one that
// lives for as long as the run. Arguments name test files; without any, all of them run.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../src/db/embedded/cluster.ts'

// Ctrl-C reaches the tests themselves; here it must not come before the server has been stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

process.exitCode = process.env.TEST_DATABASE_URL
  ? await runTests(process.env.TEST_DATABASE_URL)
  : await onEmbeddedServer(runTests)

async function onEmbeddedServer(run: (url: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-test-'))
  const cluster = openCluster(folder)
  try {
    await cluster.ensureRunning()
    const { host = '', port, user, password, database } = cluster.connection()
    return await run(`postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`)
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function runTests(databaseUrl: string): Promise<number> {
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : ['src', 'test'].flatMap(findTests)
  const options = ['--import', 'tsx', '--test', '--test-reporter=spec', '--test-timeout=120000']
  const tests = spawn(process.execPath, [...options, ...files], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
  })
  return new Promise((resolve) => tests.on('close', (code) => resolve(code ?? 1)))
}

function findTests(place: string): string[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(place, name))
    .sort()
}
