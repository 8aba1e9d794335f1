// Runs one of the project's tasks after doing whatever set-up it still needs: dependencies from the
// lockfile when node_modules is missing or older than it, a build when a source is newer than the last one.
// Plain JavaScript without dependencies, because it runs before there are any.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const path = (...parts) => join(root, ...parts)

const oldestNode = [20, 12]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  fail(`Fallwatch needs Node ${oldestNode.join('.')} or later; this is ${process.version}.`)
}

// The standard output belongs to the task: that of the service is a log whose lines are all JSON.
const aside = ['inherit', 2, 'inherit']

/** Later versions run TypeScript by themselves, in less than half the time of tsx. */
const typescript = major >= 24 || (major === 22 && minor >= 18) ? [] : ['--import', 'tsx']

const [task, ...args] = process.argv.slice(2)
const tasks = {
  start: () => {
    build()
    stopWithNpm()
    return import('../dist/main.js')
  },
  dev: () => finish(node('--import', 'tsx', '--watch', 'src/main.ts')),
  test: () => {
    build()
    // Node keeps what it compiled: the next run starts in half the time.
    process.env.NODE_COMPILE_CACHE ??= path('node_modules', '.cache', 'node-compile')
    finish(node(...typescript, 'test/run.ts', ...args))
  },
  bench: () => {
    build()
    finish(node('--import', 'tsx', 'bench/run.ts', ...args))
  },
  train: () => finish(node('--import', 'tsx', 'tools/train.ts', ...args)),
  evaluate: () => {
    // It can play recordings to the service as it is run for real.
    if (args.some((arg) => arg.endsWith('through-http'))) build()
    finish(node('--import', 'tsx', 'tools/evaluate.ts', ...args))
  },
  simulate: () => follow('--import', 'tsx', 'tools/simulate.ts', ...args),
  demo: () => {
    build()
    follow('--import', 'tsx', 'tools/demo.ts', ...args)
  },
  lint: () => finish(bin('@biomejs/biome/bin/biome', 'check', ...args, '.')),
  typecheck: () => finish(bin('typescript/bin/tsc', '--noEmit')),
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

function build() {
  const inputs = ['src', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
  const stamp = path('dist', '.built')
  const startedAt = new Date()
  if (changedAt(stamp) >= Math.max(...inputs.map((input) => newestIn(path(input))))) return
  console.error('Building …')
  rmSync(path('dist'), { recursive: true, force: true })
  const compiler = [path('node_modules', 'typescript/bin/tsc'), '--project', 'tsconfig.build.json']
  const result = spawnSync(process.execPath, compiler, { cwd: root, stdio: aside })
  if (result.status !== 0) fail('The build failed; see the lines above.')
  mkdirSync(path('dist'), { recursive: true })
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
