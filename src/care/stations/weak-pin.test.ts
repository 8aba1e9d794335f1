import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWeakPin } from './weak-pin.ts'

const weak = [
  '0000',
  '1111',
  '9999',
  '1234',
  '4321',
  '0123',
  '7890',
  '9876',
  '3210',
  '1212',
  '4747',
  '1122',
  '6600',
]
const years = ['1900', '1945', '1999', '2000', '2026']
const good = ['4711', '2580', '8306', '1357', '1221', '1235', '2134', '1847', '3019']

for (const pin of [...weak, ...years])
  test(`${pin} is tried first`, () => {
    assert.equal(isWeakPin(pin), true)
  })

for (const pin of good)
  test(`${pin} is a PIN`, () => {
    assert.equal(isWeakPin(pin), false)
  })
