// Runs one of the project's tasks after doing whatever set-up it still needs: dependencies from the
// lockfile when node_modules is missing or older than it, a build when a source is newer than the last one.
// Plain JavaScript without dependencies, because it runs before there are any.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const path = (...parts) => join(root, ...parts)

const oldestNode = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  fail(`Fallwatch needs Node ${oldestNode.join('.')} or later; this is ${process.version}.`)
}

// The standard output belongs to the task: that of the service is a log whose lines are all JSON.
const aside = ['inherit', 2, 'inherit']

const [task, ...args] = process.argv.slice(2)
const tasks = {
  start: async () => {
    await build()
    stopWithNpm()
    // For a phone to try: browsers give motion to secure pages only.
    if (args.includes('--https')) process.env.TLS_OWN_CERTIFICATE = 'on'
    return import('../dist/main.js')
  },
  dev: () => develop(),
  test: async () => finish(await test(process.execPath, args)),
  'test:full': async () => {
    const { testFull } = await import('./test-full.mjs')
    process.exit(await testFull({ root, args, test }))
  },
  bench: async () => {
    await build()
    finish(node('--import', 'tsx', 'bench/run.ts', ...args))
  },
  train: () => finish(node('--import', 'tsx', 'tools/train.ts', ...args)),
  evaluate: async () => {
    // It can play recordings to the service as it is run for real.
    if (args.some((arg) => /through-(http|phone)$|^--phone-minutes/.test(arg))) await build()
    finish(node('--import', 'tsx', 'tools/evaluate.ts', ...args))
  },
  'export-model': () => finish(node('--import', 'tsx', 'tools/export-model.ts', ...args)),
  simulate: () => follow('--import', 'tsx', 'tools/simulate.ts', ...args),
  demo: async () => {
    await build()
    const file = args.includes('--console') ? 'tools/demo-console.ts' : 'tools/demo.ts'
    follow('--import', 'tsx', file, ...args)
  },
  screenshots: async () => {
    await build()
    follow('--import', 'tsx', 'tools/screenshots.ts', ...args)
  },
  'api-types': async () => {
    await build()
    finish(node('--import', 'tsx', 'tools/api-types.ts'))
  },
  lint: () => finish(bin('@biomejs/biome/bin/biome', 'check', ...args, '.')),
  typecheck: () => {
    for (const project of ['.', 'web', 'web/src/service-worker']) {
      const { status } = bin('typescript/bin/tsc', '--noEmit', '--project', project)
      if (status === 0) continue
      // What the console knows of the API is generated; nothing else says so where a field is missing in its types.
      if (project !== '.')
        console.error(
          '\nThe console does not compile. If the API has changed, run `npm run api-types` first: it writes web/src/api/schema.d.ts.',
        )
      process.exit(status ?? 1)
    }
  },
  backup: async () => {
    await build()
    finish(node('dist/backup-command.js', ...args))
  },
  restore: async () => {
    await build()
    finish(node('dist/restore-command.js', ...args))
  },
  build: () => build(),
}
if (!tasks[task]) fail(`Usage: node scripts/run.mjs ${Object.keys(tasks).join(' | ')}`)
install()
await tasks[task]()

// Told to stop, npm ends and takes its shell along, but the shell does not hand the signal on to us.
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

function install() {
  // npm writes this file last, so a missing one also tells of an install that was cut off.
  if (changedAt(path('node_modules', '.package-lock.json')) >= changedAt(path('package-lock.json'))) return
  console.error('Installing dependencies …')
  // The build needs the development dependencies even where NODE_ENV=production would leave them out.
  const installArgs = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const result = npm
    ? spawnSync(process.execPath, [npm, ...installArgs], { cwd: root, stdio: aside })
    : spawnSync('npm', installArgs, { cwd: root, stdio: aside, shell: process.platform === 'win32' })
  if (result.status !== 0) fail('Installing the dependencies failed; see the lines above.')
}

async function build() {
  await buildService()
  try {
    await (await import('./build-web.mjs')).buildWeb(root)
  } catch (error) {
    fail(error.message)
  }
}

async function buildService() {
  const inputs = ['src', 'package-lock.json', 'tsconfig.json', 'scripts/bundle.mjs']
  const stamp = path('dist', '.built')
  const startedAt = new Date()
  if (changedAt(stamp) >= Math.max(...inputs.map((input) => newestIn(path(input))))) return
  console.error('Building …')
  rmSync(path('dist'), { recursive: true, force: true })
  try {
    await (await import('./bundle.mjs')).bundleService(root)
  } catch {
    fail('The build failed; see the lines above.')
  }
  // With the options that the service is started with: the compiled code depends on them.
  node('--max-semi-space-size=32', path('dist', 'compile-command.js'))
  writeFileSync(stamp, '')
  // A source that was changed during the build is newer than it.
  utimesSync(stamp, startedAt, startedAt)
}

function newestIn(place) {
  const stat = statSync(place)
  if (!stat.isDirectory()) return stat.mtimeMs
  // A folder's own time changes when a file in it is removed, which must cause a build too.
  return Math.max(stat.mtimeMs, ...readdirSync(place).map((name) => newestIn(join(place, name))))
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Builds what the tests need and runs them; the answer has the exit code as its status. */
async function test(program, testArgs, env = {}) {
  await build()
  const folder = path('node_modules', '.cache', 'tests')
  rmSync(folder, { recursive: true, force: true })
  await (await import('./bundle.mjs')).bundleTests(root, folder)
  // Node keeps what it compiled: the next process starts sooner.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? path('node_modules', '.cache', 'node-compile')
  return spawnSync(program, [join(folder, 'test', 'run.js'), ...testArgs], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
  })
}

function node(...nodeArgs) {
  return spawnSync(process.execPath, nodeArgs, { cwd: root, stdio: 'inherit' })
}

/** Runs a program that has something to tidy up when it is told to stop, and stays until it has. */
function follow(...nodeArgs) {
  const child = spawn(process.execPath, nodeArgs, { cwd: root, stdio: 'inherit' })
  // A terminal sends Ctrl-C to both.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('close', (code) => process.exit(code ?? 1))
  stopWithNpm()
}

/** Runs the service from its sources, and Vite for the console beside it, until one of them ends. */
async function develop() {
  const service = ['--import', 'tsx', '--watch', 'src/app/main.ts']
  if (!existsSync(path('web', 'package.json'))) return finish(node(...service))
  const { viteProgram } = await import('./build-web.mjs')
  const env = { ...process.env, SERVICE_URL: `http://localhost:${process.env.PORT ?? 3000}` }
  const children = [
    spawn(process.execPath, service, { cwd: root, stdio: 'inherit' }),
    spawn(process.execPath, [viteProgram(path('web'))], { cwd: path('web'), stdio: 'inherit', env }),
  ]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  // A terminal sends Ctrl-C to all.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  stopWithNpm()
  const ends = children.map((child) => new Promise((resolve) => child.on('close', resolve)))
  const code = await Promise.race(ends)
  stop()
  await Promise.all(ends)
  process.exit(code ?? 1)
}

function bin(file, ...binArgs) {
  return node(path('node_modules', file), ...binArgs)
}

function finish(result) {
  process.exit(result.status ?? 1)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
