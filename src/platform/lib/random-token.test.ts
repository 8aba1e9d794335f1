import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'
import { randomToken } from './random-token.ts'

test('a token is written to a CSV file as it is', () => {
  const tokens = Array.from({ length: 2000 }, randomToken)
  assert.equal(csvLine(tokens), `${tokens.join(',')}\r\n`)
  assert.equal(new Set(tokens).size, tokens.length)
  for (const token of tokens) assert.match(token, /^[\w-]{43}$/)
})
