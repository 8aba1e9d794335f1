// Runs the test files on a PostgreSQL of their own: the one at TEST_DATABASE_URL, else an embedded one that
// lives for as long as the run. Arguments name test files; without any, all of them run.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../src/db/embedded/cluster.ts'

/**
 * Node 24 runs TypeScript by itself and keeps what it compiled. A file then starts in two fifths of the processor time
 * that it takes with tsx on Node 20 (1.8 instead of 4 s for test/profile.test.ts), and every file starts anew.
 */
const loader = Number.parseInt(process.versions.node, 10) >= 24 ? [] : ['--import', 'tsx']
const compileCache = join(import.meta.dirname, '../node_modules/.cache/node-compile')

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

/** Most files have a database of their own and get along. Those that kill and freeze processes run by themselves. */
async function runTests(databaseUrl: string): Promise<number> {
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : ['src', 'test'].flatMap(findTests)
  const isRough = (file: string) => /support\/(process|pair)\.ts/.test(readFileSync(file, 'utf8'))
  const together = await runFiles(
    databaseUrl,
    files.filter((file) => !isRough(file)),
    availableParallelism(),
  )
  const alone = await runFiles(databaseUrl, files.filter(isRough), 1)
  return together || alone
}

function runFiles(databaseUrl: string, files: string[], concurrency: number): Promise<number> | number {
  if (files.length === 0) return 0
  const options = [
    '--test',
    '--test-reporter=spec',
    '--test-timeout=120000',
    `--test-concurrency=${concurrency}`,
  ]
  const tests = spawn(process.execPath, [...loader, ...options, ...files], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, TEST_DATABASE_URL: databaseUrl },
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
