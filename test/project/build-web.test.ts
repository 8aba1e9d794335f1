import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { buildWeb } from '../../scripts/build-web.mjs'

/** A stand-in for Vite, which is not what is tested: it empties dist/, counts its runs and copies the source. */
const vite = `import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
const source = readFileSync('src/main.js', 'utf8')
if (process.argv[2] !== 'build' || source.includes('broken')) process.exit(1)
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist/assets', { recursive: true })
cpSync('src/main.js', 'dist/assets/main-A1.js')
writeFileSync('dist/index.html', '<title>small</title>')
writeFileSync('node_modules/runs', 'x', { flag: 'a' })
`

let root = ''
const inRoot = (...parts: string[]) => join(root, ...parts)
const source = 'fall '.repeat(1000)

function write(name: string, content: string): void {
  mkdirSync(dirname(inRoot(name)), { recursive: true })
  writeFileSync(inRoot(name), content)
}

/** Files that are as old as those of a checkout. */
function writeOld(name: string, content: string): void {
  write(name, content)
  utimesSync(inRoot(name), 1e9, 1e9)
  utimesSync(dirname(inRoot(name)), 1e9, 1e9)
}

const runs = () =>
  existsSync(inRoot('web/node_modules/runs'))
    ? readFileSync(inRoot('web/node_modules/runs'), 'utf8').length
    : 0

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fallwatch-web-'))
  writeOld('package-lock.json', '{}')
  writeOld('scripts/build-web.mjs', '')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function writeWeb(): void {
  write('web/node_modules/vite/package.json', '{"name":"vite","type":"module"}')
  write('web/node_modules/vite/bin/vite.js', vite)
  writeOld('web/src/main.js', source)
  writeOld('web/package.json', '{}')
}

test('without a console there is nothing to build', async () => {
  await buildWeb(root)
  assert.equal(existsSync(inRoot('web')), false)
})

test('the console is built, and compressed where that saves something', async () => {
  writeWeb()
  await buildWeb(root)
  for (const name of ['main-A1.js', 'main-A1.js.br', 'main-A1.js.gz'])
    assert.ok(existsSync(inRoot('web/dist/assets', name)), name)
  assert.equal(existsSync(inRoot('web/dist/index.html.br')), false, 'it is too small')
})

test('it is built again only after a change of its sources or its dependencies', async () => {
  writeWeb()
  await buildWeb(root)
  await buildWeb(root)
  assert.equal(runs(), 1)
  const later = Date.now() / 1000 + 10
  for (const [n, name] of ['web/src/main.js', 'package-lock.json'].entries()) {
    utimesSync(inRoot(name), later, later)
    await buildWeb(root)
    assert.equal(runs(), 2 + n, name)
    utimesSync(inRoot(name), 1e9, 1e9)
    await buildWeb(root)
    assert.equal(runs(), 2 + n, `${name} is old again`)
  }
})

test('a build that fails is an error, and is tried again', async () => {
  writeWeb()
  writeOld('web/src/main.js', 'broken')
  await assert.rejects(buildWeb(root), /build of the console failed/)
  writeOld('web/src/main.js', source)
  await buildWeb(root)
  assert.equal(runs(), 1)
})
