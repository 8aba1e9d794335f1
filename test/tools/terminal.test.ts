import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { writeScript } from '../../tools/demo/script.ts'
import { createStage, type Stage } from '../../tools/demo/stage.ts'
import { openTerminal, printError } from '../../tools/terminal.ts'

interface Screen {
  isTTY?: boolean
  columns?: number
  env?: Record<string, string>
}

/** Gives a terminal, and what was printed on it so far. */
function record({ isTTY = false, columns, env = {} }: Screen) {
  let text = ''
  const out = { isTTY, columns, write: (chunk: string) => (text += chunk) }
  return { terminal: openTerminal(out, env), printed: () => text }
}

/** Shows prose of every kind. */
function showAll(stage: Stage): void {
  stage.say('One fall, from the wearable to the caregiver. '.repeat(6).trim())
  stage.step('She invites Rosa, who accepts. Ana is now alerted to Rosa’s falls, and '.repeat(3).trim())
  stage.detail(`MEDIUM: “${'Rosa Marín has probably fallen. Please check on them. '.repeat(4).trim()}”`)
  stage.event('Rosa walks on, trips over the carpet and falls. '.repeat(4).trim())
  stage.introduce('ana', 'secret')
  stage.curl(`http://127.0.0.1:3000/api/${'x'.repeat(120)}`, { as: 'ana' })
}

for (const [screen, width] of [
  [{ isTTY: true, columns: 80 }, 80],
  [{ isTTY: true, columns: 60 }, 60],
  [{ isTTY: true, columns: 120 }, 100],
  [{ isTTY: true, columns: 0 }, 80],
  [{}, 80],
] as const) {
  test(`prose breaks between words, within ${width} columns: ${JSON.stringify(screen)}`, () => {
    const { terminal, printed } = record(screen)
    showAll(createStage(terminal))
    const lines = stripVTControlCharacters(printed()).split('\n')
    const longest = Math.max(...lines.map((line) => line.length))
    assert.ok(longest <= width && longest > width - 12, `${longest} columns`)
    const words = ['One', 'fall,', 'from', 'the', 'wearable', 'to', 'the', 'caregiver.']
    const printedWords = lines.slice(0, lines.indexOf('')).join(' ').split(/\s+/)
    assert.deepEqual(printedWords, Array.from({ length: 6 }, () => words).flat())
  })
}

test('error messages break between words, and keep their lines', () => {
  let text = ''
  printError('One two three.\nFour.', { isTTY: true, columns: 8, write: (chunk) => (text += chunk) })
  assert.equal(text, 'One two\nthree.\nFour.\n')
})

test('lines after the first stand below the text, not below the number or the time', () => {
  const { terminal, printed } = record({})
  const stage = createStage(terminal)
  stage.step('word '.repeat(30).trim())
  stage.event('word '.repeat(30).trim())
  assert.match(printed(), /^1\. word.*\n {3}word.*\n {3}0:00 {2}word.*\n {9}word/m)
})

test('colour is for terminals, unless the environment says otherwise', () => {
  const isColoured = (screen: Screen) => record(screen).terminal.paint('red', 'x') !== 'x'
  assert.equal(isColoured({ isTTY: true }), true)
  assert.equal(isColoured({ isTTY: false }), false)
  assert.equal(isColoured({ isTTY: true, env: { NO_COLOR: '1' } }), false)
  assert.equal(isColoured({ isTTY: true, env: { NO_COLOR: '' } }), true)
  assert.equal(isColoured({ isTTY: true, env: { TERM: 'dumb' } }), false)
  assert.equal(isColoured({ isTTY: false, env: { FORCE_COLOR: '1' } }), true)
  assert.equal(isColoured({ isTTY: true, env: { FORCE_COLOR: '0' } }), false)
})

test('curl commands are shown only where they are wanted, each on one line', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-curl-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [without, with_] = [record({}), record({})]
  showAll(createStage(without.terminal))
  assert.doesNotMatch(without.printed(), /curl/)
  assert.deepEqual(readdirSync(folder), [])
  showAll(createStage(with_.terminal, folder))
  assert.match(with_.printed(), new RegExp(`^ {3}curl -s 'http:\\S+' -H @${folder}/ana$`, 'm'))
  assert.ok(existsSync(join(folder, 'ana')))
})

test('the README shows the demo as it is', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [, shown = ''] = /```\n(5\. .*?)```/s.exec(readme) ?? []
  const scenes = [...shown.matchAll(/^ +\d:\d\d {2}Rosa (.*)$/gm)].map(([, scene]) => scene)
  const real = writeScript().map(({ scene }) => scene)
  assert.ok(scenes.length >= 3)
  for (const scene of scenes) assert.ok(real.includes(scene), scene)
  for (const line of shown.split('\n')) assert.ok(line.length <= 80, line)
  assert.doesNotMatch(shown, /curl/)
})
