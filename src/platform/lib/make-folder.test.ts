import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'fallwatch-folder-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('a folder is made with those above it, and may be there already', () => {
  const folder = join(root, 'a', 'b', 'c')
  for (let i = 0; i < 2; i++) makeFolder(folder)
  assert.ok(statSync(folder).isDirectory())
})

test('a file in its place, or on the way to it, is an error', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  assert.throws(() => makeFolder(file), { code: 'EEXIST' })
  assert.throws(() => makeFolder(join(file, 'below')), { code: 'ENOTDIR' })
  assert.throws(() => makeFolder(join(file, 'below', 'it')), { code: 'ENOTDIR' })
})

test('where nothing can be made it says so, and does not try for ever', {
  skip: !existsSync('/proc/self') && 'there is no /proc on this machine',
}, () => {
  for (const folder of ['/proc/fallwatch', '/proc/fallwatch/data'])
    assert.throws(() => makeFolder(folder), { code: 'ENOENT', message: 'nothing can be made in /proc' })
})
