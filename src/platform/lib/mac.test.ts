import assert from 'node:assert/strict'
import { test } from 'node:test'
import { macPattern, normalizeMac } from './mac.ts'

const cases: [string, string | undefined][] = [
  ['AA:BB:CC:DD:EE:FF', 'AA:BB:CC:DD:EE:FF'],
  ['aa:bb:cc:dd:ee:0f', 'AA:BB:CC:DD:EE:0F'],
  ['aa-bb-cc-dd-ee-0f', 'AA:BB:CC:DD:EE:0F'],
  ['aabbccddee0f', 'AA:BB:CC:DD:EE:0F'],
  [' AABBCCDDEE0F ', 'AA:BB:CC:DD:EE:0F'],
  ['AA:BB-CC:DD-EE:FF', undefined],
  ['AA:BB:CC:DD:EE', undefined],
  ['AA:BB:CC:DD:EE:FF:00', undefined],
  ['AA:BB:CC:DD:EE:GG', undefined],
  ['AAB:BCC:DDE:EFF', undefined],
  ['00:00:00:00:00:00', undefined],
  ['ffffffffffff', undefined],
  ['fF:Ff:FF:ff:FF:ff', undefined],
  ['fF:Ff:FF:ff:FF:fe', 'FF:FF:FF:FF:FF:FE'],
  ['', undefined],
]

for (const [text, mac] of cases) {
  test(`"${text}" is ${mac ?? 'no MAC address'}`, () => {
    assert.equal(macPattern.test(text) ? normalizeMac(text) : undefined, mac)
  })
}
