import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { builtFile } from './built-file.ts'
import { chooseFiles, describeFile } from './files.ts'
import { createPrinter } from './print.ts'
import { emptyResult, failedResult } from './results.ts'
import { startWorker } from './worker-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-runner-'))
after(() => rmSync(folder, { recursive: true }))

let written = 0

/** Makes a test file of these lines. */
function write(...lines: string[]): string {
  const path = join(folder, `${++written}.mjs`)
  const imports = [
    `import assert from 'node:assert/strict'`,
    `import * as node from ${JSON.stringify(pathToFileURL(builtFile('test/runner/node-test.ts')).href)}`,
  ]
  writeFileSync(
    path,
    [...imports, 'const { after, before, describe, mock, test } = node', ...lines].join('\n'),
  )
  return path
}

/** Runs files in one process and gives their results, and what is wrong with how it ended. */
async function runAll(...paths: string[]) {
  const worker = startWorker(process.env, 'ignore')
  const results = []
  for (const path of paths) results.push(await worker.run(path))
  return { results, problem: await worker.end() }
}

test('a file that fails tells what and where, and the next is not touched', async () => {
  const fails = write(
    `test('is fine', () => {})`,
    `describe('a group', () => test('is wrong', () => assert.equal(1, 2)))`,
    `test('is not for here', { skip: 'no program' }, () => {})`,
  )
  const { results, problem } = await runAll(fails, write(`test('is fine', () => {})`))
  const [first, second] = results
  assert.deepEqual([first?.passed, first?.skipped], [1, { 'no program': 1 }])
  assert.equal(first?.failures.length, 1)
  assert.match(first?.failures[0] ?? '', /^a group › is wrong\n.*AssertionError.*1 !== 2.*\.mjs:5:/s)
  assert.deepEqual([second?.passed, second?.failures], [1, []])
  assert.equal(problem, undefined)
})

test('the hooks of a file are for its tests alone', async () => {
  const first = write(
    `globalThis.heard = []`,
    `before(() => globalThis.heard.push('before'))`,
    `after(() => globalThis.heard.push('after'))`,
    `test('is fine', () => {})`,
  )
  const second = write(`test('hears', () => assert.deepEqual(globalThis.heard, ['before', 'after']))`)
  const { results } = await runAll(first, second)
  assert.deepEqual(
    results.map(({ failures }) => failures),
    [[], []],
  )
})

const bad: [string, string, RegExp][] = [
  ['has no test', '', /There is no test in it/],
  ['cannot be loaded', `import './nowhere.mjs'`, /Cannot find module/],
  ['has a hook that fails', `before(() => assert.fail('no')); test('x', () => {})`, /no/],
  ['ends the process', `test('x', () => process.exit(0))`, /Its process ended \(0\)/],
  ['changes the environment', `test('x', () => { process.env.LEFT = '1' })`, /variable LEFT/],
  ['goes to another folder', `test('x', () => process.chdir('/'))`, /the current folder is \//],
  [
    'has an error that no test catches',
    `test('x', () => new Promise((done) => { setTimeout(done, 50); setTimeout(() => { throw new Error('lost') }) }))`,
    /No test caught this:.*lost/s,
  ],
  [
    'has a rejection that nobody handles',
    `test('x', () => new Promise((done) => { setTimeout(done, 50); Promise.reject(new Error('lost')) }))`,
    /No test caught this:.*lost/s,
  ],
  ['stops the clock', `test('x', () => mock.timers.enable({ apis: ['Date'] }))`, /clock is a mock \(Date/],
]

describe('a file fails that', () => {
  for (const [title, line, words] of bad) {
    test(title, async () => {
      const { results } = await runAll(write(line))
      assert.match(results[0]?.failures.join('\n') ?? '', words)
    })
  }
})

test('what goes wrong after the last test is told in the end', async () => {
  const path = write(`test('x', () => { setTimeout(() => { throw new Error('late') }, 50) })`)
  assert.match((await runAll(path)).problem ?? '', /ended with 1 after its tests/)
})

test('a set-up that fails is told once, and the tests behind it count as not run', async () => {
  const path = write(
    `before(() => assert.fail('no database'))`,
    `test('x', () => {})`,
    `describe('a group', () => test('y', () => {}))`,
  )
  const [result] = (await runAll(path)).results
  assert.equal(result?.failures.length, 1)
  assert.match(result?.failures[0] ?? '', /no database/)
  assert.deepEqual([result?.passed, result?.cancelled], [0, 2])
})

test('each test of a suite that is skipped counts, and nothing of it runs', async () => {
  const path = write(
    `describe('a program', { skip: 'there is none' }, () => {`,
    `  before(() => assert.fail('ran'))`,
    `  test('x', () => assert.fail('ran'))`,
    `  describe('a part', () => { test('y', () => assert.fail('ran')); test('z', { timeout: 1 }, () => {}) })`,
    `})`,
    `test('is fine', () => {})`,
  )
  const [result] = (await runAll(path)).results
  assert.deepEqual([result?.failures, result?.passed, result?.skipped], [[], 1, { 'there is none': 3 }])
})

test('what a file hands over to be removed is removed at its end', async () => {
  const path = join(folder, 'left')
  const hands = write(
    `import { atFileEnd } from ${JSON.stringify(pathToFileURL(builtFile('harness/file-end.ts')).href)}`,
    `import { rmSync, writeFileSync } from 'node:fs'`,
    `test('x', () => { writeFileSync(${JSON.stringify(path)}, ''); atFileEnd(() => rmSync(${JSON.stringify(path)})) })`,
  )
  const next = write(
    `import { existsSync } from 'node:fs'`,
    `test('x', () => assert.equal(existsSync(${JSON.stringify(path)}), false))`,
  )
  const { results } = await runAll(hands, next)
  assert.deepEqual(
    results.map(({ passed, failures }) => [passed, failures]),
    [
      [1, []],
      [1, []],
    ],
  )
})

test('the summary counts a failure once, and says what was skipped and why', () => {
  const lines: string[] = []
  const printer = createPrinter((line) => lines.push(line))
  printer.file('test/well.test.ts', { ...emptyResult(), passed: 3, skipped: { 'there is no nginx': 2 } })
  printer.file('test/slow.test.ts', { ...failedResult('is slow\n1 !== 2'), cancelled: 4 })
  assert.match(lines[0] ?? '', /^✔ test\/well\.test\.ts \(5 tests, 2 skipped, 0\.0 s\)$/)
  assert.match(lines[1] ?? '', /^✖ test\/slow\.test\.ts \(5 tests, 4 not run, 0\.0 s\)$/)
  lines.length = 0
  assert.equal(printer.summary(), false)
  const printed = lines.join('\n')
  assert.match(printed, /✖ test\/slow\.test\.ts › is slow\n *1 !== 2/)
  assert.match(printed, /Skipped:\n *2 tests: there is no nginx\n/)
  assert.match(printed, /ℹ files 2\nℹ tests 10\nℹ pass 3\nℹ fail 1\nℹ not run 4\nℹ skipped 2\n/)
  assert.equal(printed.match(/\bfail/g)?.length, 1)
})

test('words choose the files, and a word that fits none is an error', () => {
  const files = [
    'src/alerting/falls/a.test.ts',
    'test/alerting/falls.test.ts',
    'test/accounts/login.test.ts',
  ].map((path) => ({
    ...describeFile(path, ''),
  }))
  const chosen = (...words: string[]) => chooseFiles(files, words).map(({ path }) => path)
  assert.deepEqual(chosen('falls'), ['src/alerting/falls/a.test.ts', 'test/alerting/falls.test.ts'])
  assert.deepEqual(chosen('login', './test/alerting/falls.test.ts'), [
    'test/alerting/falls.test.ts',
    'test/accounts/login.test.ts',
  ])
  assert.equal(chosen().length, 3)
  assert.throws(() => chosen('login', 'nonsense'), /No test file has nonsense in its path/)
})

test('a comment in the first lines says where a file runs', () => {
  const describe = (source: string) => {
    const { place, isFullOnly } = describeFile('test/a.test.ts', source)
    return [place, isFullOnly]
  }
  assert.deepEqual(describe(`import { launch } from './support/process.ts'`), ['shared', false])
  assert.deepEqual(describe(`// Own process: it counts bytes.\nimport 'x'`), ['own', false])
  assert.deepEqual(describe(`// Full: it repeats others.\n// Alone: it takes all of it.\nimport 'x'`), [
    'alone',
    true,
  ])
})
