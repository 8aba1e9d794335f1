import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { loadScript } from './code-cache.ts'

const root = mkdtempSync(join(tmpdir(), 'fallwatch-code-'))
after(() => rmSync(root, { recursive: true, force: true }))

describe('a script whose compiled code is kept', () => {
  let folder: string
  let file: string
  const write = (answer: number) =>
    writeFileSync(
      file,
      `exports.answer = () => ${answer}; exports.place = __filename; exports.path = require('node:path')`,
    )
  const load = () => loadScript<{ answer(): number; place: string; path: object }>(file)

  /** The file that is kept, which changes its number when it is replaced. */
  function kept(): { path: string; number: number } {
    const names = readdirSync(folder).filter((name) => name !== 'script.cjs')
    assert.equal(names.length, 1, names.join())
    const path = join(folder, names[0] ?? '')
    return { path, number: statSync(path).ino }
  }

  function loadAndKeep(): number {
    const { exports, keepCode } = load()
    const answer = exports.answer()
    keepCode()
    return answer
  }

  beforeEach(() => {
    folder = mkdtempSync(join(root, 'dist-'))
    file = join(folder, 'script.cjs')
    write(41)
  })

  test('runs as a CommonJS module', async () => {
    const { exports } = load()
    assert.equal(exports.answer(), 41)
    assert.equal(exports.place, file)
    assert.equal(exports.path, (await import('node:path')).default)
  })

  test('is kept once, and then used', () => {
    assert.equal(loadAndKeep(), 41)
    const first = kept()
    assert.equal(loadAndKeep(), 41)
    assert.deepEqual(kept(), first)
  })

  test('runs as it is now, not as it was when its code was kept', () => {
    loadAndKeep()
    const first = kept()
    write(42)
    assert.equal(loadAndKeep(), 42)
    assert.notEqual(kept().number, first.number)
    assert.equal(loadAndKeep(), 42)
  })

  for (const [name, damage] of Object.entries<(code: Buffer) => Buffer>({
    'was emptied': () => Buffer.alloc(0),
    'was cut off': (code) => code.subarray(0, code.length / 2),
    'was changed': (code) => code.map((byte, i) => (i === code.length >> 1 ? byte ^ 255 : byte)) as Buffer,
    'is no code': () => Buffer.from('something else altogether'),
  })) {
    test(`is compiled again if the file ${name}`, () => {
      loadAndKeep()
      const { path } = kept()
      const damaged = damage(readFileSync(path))
      writeFileSync(path, damaged)
      assert.equal(loadAndKeep(), 41)
      // How long compiled code is differs from time to time, so it is compared with what was there.
      assert.ok(!readFileSync(path).equals(damaged))
      const repaired = kept()
      assert.equal(loadAndKeep(), 41)
      assert.deepEqual(kept(), repaired, 'the file is used from then on')
    })
  }

  test('runs where nothing can be kept', () => {
    loadAndKeep()
    const { path } = kept()
    rmSync(path)
    // A file cannot take the place of a folder.
    mkdirSync(join(path, 'in-the-way'), { recursive: true })
    assert.equal(loadAndKeep(), 41)
    assert.equal(loadAndKeep(), 41)
  })
})
