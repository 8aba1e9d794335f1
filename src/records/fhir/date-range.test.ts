import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateSpan } from './date-range.ts'

const cases: [text: string, from: string, to: string][] = [
  ['2026', '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ['2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2024-02-29', '2024-02-28T23:00:00.000Z', '2024-02-29T23:00:00.000Z'],
]
for (const [text, from, to] of cases) {
  test(text, () => {
    const span = dateSpan(text, 'Europe/Madrid')
    assert.deepEqual([span?.from.toISOString(), span?.to.toISOString()], [from, to])
  })
}

test('what is no date is refused', () => {
  for (const text of ['2026-02-30', '2026-13', '26', '0000', '2026-1-1', '2026-01-01T00:00:00Z', ''])
    assert.equal(dateSpan(text, 'UTC'), undefined, text)
})
