import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPublicAddress } from './public-address.ts'

describe('an address is public', () => {
  const publicAddresses = [
    ['IPv4', '1.1.1.1'],
    ['next to a private network', '172.32.0.1'],
    ['IPv6', '2606:4700:4700::1111'],
    ['IPv4 in IPv6', '::ffff:1.1.1.1'],
    ['through NAT64', '64:ff9b::1.1.1.1'],
  ] as const
  for (const [title, address] of publicAddresses) {
    test(`${title}: ${address}`, () => assert.equal(isPublicAddress(address), true))
  }
})

describe('an address is not public', () => {
  const otherAddresses = [
    ['loopback', '127.0.0.1'],
    ['loopback, elsewhere', '127.8.9.10'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['link-local, metadata', '169.254.169.254'],
    ['carrier-grade NAT, metadata of Alibaba', '100.100.100.200'],
    ['protocol assignments, metadata of Oracle', '192.0.0.192'],
    ['metadata of Azure', '168.63.129.16'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['link-local', 'fe80::1'],
    ['link-local, with a zone', 'fe80::1%eth0'],
    ['unique local, metadata of AWS', 'fd00:ec2::254'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['discard', '100::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private, in hexadecimal', '::ffff:a00:1'],
    ['IPv4-mapped metadata of Azure', '::ffff:168.63.129.16'],
    ['IPv4-compatible loopback', '::7f00:1'],
    ['IPv4-translated loopback', '::ffff:0:7f00:1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['NAT64 of a private one', '64:ff9b::10.0.0.1'],
    ['NAT64 of metadata', '64:ff9b::169.254.169.254'],
    ['NAT64 of a local network', '64:ff9b:1::1.1.1.1'],
    ['6to4 of a private one', '2002:a00:1::'],
    ['6to4 of loopback', '2002:7f00:1::1'],
    ['Teredo', '2001::1'],
    ['nothing', ''],
    ['a name', 'localhost'],
  ] as const
  for (const [title, address] of otherAddresses) {
    test(`${title}: ${address}`, () => assert.equal(isPublicAddress(address), false))
  }
})
