import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDuration } from './duration.ts'

const cases: [string, number | undefined][] = [
  ['24h', 86_400],
  ['30m', 1800],
  ['7d', 604_800],
  ['90s', 90],
  ['3600', 3600],
  [' 1m ', 60],
  ['0', undefined],
  ['0h', undefined],
  ['-5m', undefined],
  ['1.5h', undefined],
  ['1w', undefined],
  ['h', undefined],
  ['', undefined],
]

for (const [text, seconds] of cases) {
  test(`the duration "${text}" is ${seconds ?? 'refused'}`, () => assert.equal(parseDuration(text), seconds))
}
