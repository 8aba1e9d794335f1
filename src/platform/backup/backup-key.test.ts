import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { ensureBackupKey, findBackupKey, isSignedWith, sign } from './backup-key.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-key-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a key is made once, for its owner alone', () => {
  const settings = { dataDir, backupKey: undefined }
  assert.equal(findBackupKey(settings), undefined)
  const { key, isNew } = ensureBackupKey(settings)
  assert.ok(isNew && key.length >= 32)
  assert.deepEqual(ensureBackupKey(settings), { key, isNew: false })
  assert.deepEqual(readdirSync(dataDir), ['backup-key'])
  if (process.platform !== 'win32') assert.equal(statSync(join(dataDir, 'backup-key')).mode & 0o777, 0o600)
})

test('the key of the settings comes first, and none is made', () => {
  const settings = { dataDir, backupKey: 'a key of the settings' }
  assert.deepEqual(ensureBackupKey(settings), { key: 'a key of the settings', isNew: false })
  assert.deepEqual(readdirSync(dataDir), [])
})

test('a file that holds no key is an error, and not a weak key', () => {
  writeFileSync(join(dataDir, 'backup-key'), '\n')
  assert.throws(() => ensureBackupKey({ dataDir, backupKey: undefined }), /is too short/)
})

test('a signature is of one text and one key', () => {
  const signature = sign('text', 'key')
  assert.equal(isSignedWith('key', 'text', `${signature}\n`), true)
  assert.equal(isSignedWith('key', 'text!', signature), false)
  assert.equal(isSignedWith('key!', 'text', signature), false)
  assert.equal(isSignedWith('key', 'text', ''), false)
})
