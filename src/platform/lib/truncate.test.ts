import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { truncateToBytes } from './truncate.ts'

describe('a text is shortened to a number of bytes', () => {
  const cases: [title: string, text: string, maxBytes: number, result: string][] = [
    ['one that fits is kept', 'Rosa', 4, 'Rosa'],
    ['one that does not ends with an ellipsis', 'Rosa has fallen', 9, 'Rosa h…'],
    ['without a space before the ellipsis', 'Rosa has fallen', 8, 'Rosa…'],
    ['not inside a character of two bytes', 'ñññññ', 8, 'ññ…'],
    ['nor inside one of four', '🚨🚨🚨', 11, '🚨🚨…'],
  ]
  for (const [title, text, maxBytes, result] of cases) {
    test(title, () => {
      assert.equal(truncateToBytes(text, maxBytes), result)
      assert.ok(Buffer.byteLength(result) <= maxBytes)
    })
  }
})
