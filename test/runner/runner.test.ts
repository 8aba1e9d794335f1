import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { chooseFiles, placeOf } from './files.ts'
import { createPrinter } from './print.ts'
import { emptyResult, failedResult } from './results.ts'
import { startWorker } from './worker-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-runner-'))
after(() => rmSync(folder, { recursive: true }))

let written = 0

/** write makes a test file of these lines. */
function write(...lines: string[]): string {
  const path = join(folder, `${++written}.mjs`)
  const imports = [`import assert from 'node:assert/strict'`, `import * as node from 'node:test'`]
  writeFileSync(
    path,
    [...imports, 'const { after, before, describe, mock, test } = node', ...lines].join('\n'),
  )
  return path
}

/** runAll runs files in one process and gives their results, and what is wrong with how it ended. */
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
  assert.deepEqual([first?.passed, first?.failed, first?.skipped], [1, 1, 1])
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

describe('a file that failed and is run again', () => {
  const passed = { ...emptyResult(), passed: 1 }
  const failed = failedResult('is slow\n1 !== 2')

  function summaryAfter(...results: (typeof passed)[]) {
    const lines: string[] = []
    const printer = createPrinter((line) => lines.push(line))
    printer.file('test/other.test.ts', passed, 1)
    for (const result of results) printer.file('test/slow.test.ts', result, 1)
    lines.length = 0
    return { failedFiles: printer.failedFiles(), isWell: printer.summary(), printed: lines.join('\n') }
  }

  test('and passes is told as flaky, with its first failure, and counts as passed', () => {
    const { failedFiles, isWell, printed } = summaryAfter(failed, passed)
    assert.deepEqual([failedFiles, isWell], [[], true])
    assert.match(printed, /ℹ files 2\nℹ tests 2\nℹ pass 2\nℹ fail 0\n.*ℹ flaky 1\n/s)
    assert.match(
      printed,
      /⚠ 1 failed, and passed when run again:\n *✖ test\/slow\.test\.ts › is slow\n *1 !== 2/,
    )
    assert.doesNotMatch(printed, /✖ \d+ failed/)
  })

  test('and fails again has failed', () => {
    const { failedFiles, isWell, printed } = summaryAfter(failed, failed)
    assert.deepEqual([failedFiles, isWell], [['test/slow.test.ts'], false])
    assert.match(printed, /ℹ tests 2\nℹ pass 1\nℹ fail 1\n.*ℹ flaky 0\n.*✖ 1 failed:\n/s)
  })
})

test('words choose the files, and a word that fits none is an error', () => {
  const files = ['src/falls/a.test.ts', 'test/falls.test.ts', 'test/login.test.ts'].map((path) => ({
    path,
    place: 'shared' as const,
  }))
  const chosen = (...words: string[]) => chooseFiles(files, words).map(({ path }) => path)
  assert.deepEqual(chosen('falls'), ['src/falls/a.test.ts', 'test/falls.test.ts'])
  assert.deepEqual(chosen('login', './test/falls.test.ts'), ['test/falls.test.ts', 'test/login.test.ts'])
  assert.equal(chosen().length, 3)
  assert.throws(() => chosen('login', 'nonsense'), /No test file has nonsense in its path/)
})

test('a comment in the first lines, or what is imported, gives a file its place', () => {
  assert.equal(placeOf(`import { useService } from './support/service.ts'`), 'shared')
  assert.equal(placeOf(`import { launch } from './support/process.ts'`), 'own')
  assert.equal(placeOf(`// Own process: it counts bytes.\nimport 'x'`), 'own')
  assert.equal(placeOf(`// Alone: it takes time.\nimport { launch } from './support/process.ts'`), 'alone')
  assert.equal(placeOf(`// Quiet: it takes time.\nimport { launch } from './support/process.ts'`), 'quiet')
})
