import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { addressKey, clientOf, createProxyCheck, networkKey, siteKey } from './client-address.ts'

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

const networks: [string, string | undefined, string | undefined][] = [
  ['192.0.2.7', '192.0.2.0/24', undefined],
  ['::ffff:192.0.2.7', '192.0.2.0/24', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8:1::/48'],
  ['[2001:DB8:1:ffff::1]:4711', '2001:db8:1::/48', '2001:db8:1::/48'],
  ['unknown', undefined, undefined],
]

for (const [address, network, site] of networks) {
  test(`${address} is of the network ${network}`, () =>
    assert.deepEqual([networkKey(address), siteKey(address)], [network, site]))
}

const proxyCases: [proxies: string[] | false, address: string, isProxy: boolean][] = [
  [['loopback'], '127.0.0.1', true],
  [['loopback'], '::1', true],
  [['loopback'], '::ffff:127.0.0.1', true],
  [['loopback'], '192.0.2.1', false],
  [['uniquelocal'], '10.1.2.3', true],
  [['uniquelocal'], 'fd00::1', true],
  [['linklocal'], 'fe80::1', true],
  [['192.0.2.7', '2001:db8::/32'], '192.0.2.7', true],
  [['192.0.2.7', '2001:db8::/32'], '192.0.2.8', false],
  [['192.0.2.7', '2001:db8::/32'], '2001:db8:1::1', true],
  [['10.0.0.0/8'], '10.200.0.1', true],
  [['10.0.0.0/8'], '2001:db8::1', false],
  [false, '127.0.0.1', false],
  [['loopback'], 'nonsense', false],
]
for (const [proxies, address, isProxy] of proxyCases) {
  test(`${address} is ${isProxy ? 'a' : 'no'} proxy of ${proxies || 'none'}`, () =>
    assert.equal(createProxyCheck(proxies)(address), isProxy))
}

const isLocal = createProxyCheck(['loopback', '10.0.0.0/8'])
const clientCases: [remote: string, forwarded: string | undefined, client: string][] = [
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', '2001:db8::1', '2001:db8:0:0::/64'],
  ['127.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '198.51.100.1, 10.0.0.1,10.0.0.2', '198.51.100.1'],
  ['127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ['127.0.0.1', 'nonsense', '127.0.0.1'],
  ['127.0.0.1', `198.51.100.1${', 10.0.0.1'.repeat(700)}`, '10.0.0.1'],
]
for (const [remoteAddress, forwarded, client] of clientCases) {
  test(`${remoteAddress} for ${forwarded?.slice(0, 50) ?? 'nobody else'} counts as ${client}`, () => {
    const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }
    assert.equal(clientOf(request as unknown as IncomingMessage, isLocal), client)
  })
}
