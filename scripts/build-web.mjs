// Builds the console in web/ to web/dist, and compresses what compresses well. It happens here and not in the service,
// because the strongest compression of 650 kB took 2.3 seconds of a processor. Plain JavaScript, like run.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What is in web/ and is no source. */
const outputs = new Set(['dist', 'node_modules'])

/** Builds the console if a source is newer than its last build. Where there is no console, it does nothing. */
export async function buildWeb(root) {
  const web = join(root, 'web')
  if (!existsSync(join(web, 'package.json'))) return
  const stamp = join(web, 'dist', '.built')
  const startedAt = new Date()
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (builtAt >= newestSource(root, web)) return
  console.error('Building the console …')
  // The standard output belongs to the task; what the build prints goes to the standard error.
  const stdio = ['inherit', 2, 'inherit']
  const { status } = spawnSync(process.execPath, [viteProgram(web), 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio,
  })
  if (status !== 0) throw new Error('The build of the console failed; see the lines above.')
  await precompress(join(web, 'dist'))
  writeFileSync(stamp, '')
  // A source that was changed during the build is newer than it.
  utimesSync(stamp, startedAt, startedAt)
}

/** The file to run Vite with, wherever npm has put the package. */
export function viteProgram(web) {
  const require = createRequire(pathToFileURL(join(web, 'package.json')))
  return join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js')
}

// The time of web/ itself does not count: it changes when the build creates dist/.
function newestSource(root, web) {
  const sources = readdirSync(web).filter((name) => !outputs.has(name) && !name.startsWith('.'))
  const others = ['package-lock.json', 'scripts/build-web.mjs'].map((name) => join(root, name))
  return Math.max(...[...sources.map((name) => join(web, name)), ...others].map(newestIn))
}

function newestIn(place) {
  const stat = statSync(place)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(place).map((name) => newestIn(join(place, name))))
}

/** Other formats are compressed already. */
const compressible = /\.(css|html|ico|js|json|map|svg|txt|wasm|webmanifest)$/

/** Of less than a packet there is nothing to save. */
const minBytes = 1024

const formats = [
  ['.br', (body) => promisify(brotliCompress)(body, brotliOptions(body))],
  ['.gz', (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION })],
]

const brotliOptions = (body) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
})

/** Writes file.br and file.gz beside each file for which they are smaller. */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    compressible.test(name),
  )
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name)
      const body = readFileSync(path)
      if (body.length < minBytes) return
      for (const [extension, compress] of formats) {
        const compressed = await compress(body)
        if (compressed.length < body.length) writeFileSync(path + extension, compressed)
      }
    }),
  )
}
