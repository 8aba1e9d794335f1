import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownSecrets } from './known-secrets.ts'

test('a secret is told from guesses, which make the secrets be read once a second', async () => {
  let nowMs = 0
  let reads = 0
  const secrets = [Buffer.from('first')]
  const known = createKnownSecrets(
    async () => {
      reads++
      return [...secrets]
    },
    () => nowMs,
  )
  const guesses = Array.from({ length: 100 }, (_, i) => known.has(Buffer.from(`guess ${i}`)))
  assert.ok((await Promise.all(guesses)).every((isKnown) => !isKnown))
  assert.equal(await known.has(Buffer.from('first')), true)
  assert.equal(reads, 1)
  secrets.push(Buffer.from('second'))
  assert.equal(await known.has(Buffer.from('second')), false)
  nowMs = 1000
  assert.equal(await known.has(Buffer.from('second')), true)
  assert.equal(reads, 2)
})
