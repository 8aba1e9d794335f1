import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from './client-address.ts'

const cases: [string, string | undefined][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', undefined],
  ['', undefined],
]

for (const [address, key] of cases) {
  test(`${address || 'no address'} counts as ${key ?? 'nobody known'}`, () =>
    assert.equal(addressKey(address), key))
}
