import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceAddress, externalIdPattern, shownExternalId } from './external-id.ts'

const cases: [written: string, address: string, shown: string][] = [
  ['aa:bb:cc:dd:ee:ff', 'AA:BB:CC:DD:EE:FF', 'AA:BB:CC:DD:EE:FF'],
  ['AABB.CCDD.EEFF', 'AA:BB:CC:DD:EE:FF', 'AA:BB:CC:DD:EE:FF'],
  ['00124B0024C8F1A7', '00124b0024c8f1a7', '00124B0024C8F1A7'],
  ['00-12-4b-00-24-c8-f1-a7', '00124b0024c8f1a7', '00-12-4b-00-24-c8-f1-a7'],
  ['356938035643809', '356938035643809', '356938035643809'],
  ['bath_cord.2', 'bathcord2', 'bath_cord.2'],
]

for (const [written, address, shown] of cases) {
  test(`${written} is ${address}`, () => {
    assert.match(written, externalIdPattern)
    assert.equal(deviceAddress(written), address)
    assert.equal(shownExternalId(written), shown)
  })
}

for (const refused of [
  '',
  ':._-',
  'a b',
  'ü',
  'a/b',
  '+',
  '#',
  'a'.repeat(65),
  '000000000000',
  'ff:ff:ff:ff:ff:ff',
]) {
  test(`${JSON.stringify(refused)} is no id of a device`, () =>
    assert.doesNotMatch(refused, externalIdPattern))
}
