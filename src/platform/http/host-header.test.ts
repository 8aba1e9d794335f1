import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHostCheck } from './host-header.ts'

const hasAmbiguousHost = createHostCheck()

const others = ['Accept', '*/*', 'X-Forwarded-Host', 'elsewhere', 'Hosts', 'a b', 'User-Agent', 'host: x']

const cases: [title: string, hosts: [name: string, value: string][], isAmbiguous: boolean][] = [
  ['none', [], false],
  ...[
    'localhost',
    'localhost:3000',
    'care.example.org',
    'CARE.example.org:443',
    '192.168.1.20:3000',
    '[::1]',
    '[fe80::1:2]:3000',
    '[::ffff:10.0.0.1]:80',
    'my_host',
    'xn--mnchen-3ya.example',
    'example.org.',
    'example.org:',
  ].map((host): (typeof cases)[number] => [host, [['Host', host]], false]),
  ...[
    '',
    'a b',
    'a,b c',
    'user@example.org',
    'example.org/path',
    'http://example.org',
    'example.org:port',
    'example.org:123456',
    'a:b:c',
    '::1',
    '[::1',
    '[]',
    'example.org#x',
    'example.org?x',
    'exa\\mple.org',
    '<script>',
    'münchen.example',
    'x'.repeat(256),
  ].map((host): (typeof cases)[number] => [JSON.stringify(host.slice(0, 20)), [['Host', host]], true]),
  [
    'two',
    [
      ['Host', 'a'],
      ['Host', 'b'],
    ],
    true,
  ],
  [
    'the same twice',
    [
      ['Host', 'a'],
      ['Host', 'a'],
    ],
    true,
  ],
  [
    'two in different spellings',
    [
      ['host', 'a'],
      ['HOST', 'b'],
    ],
    true,
  ],
  ['one in capitals', [['HOST', 'a']], false],
  ['one in capitals that names no host', [['hOsT', 'a b']], true],
  [
    'an empty one and another',
    [
      ['Host', ''],
      ['Host', 'a'],
    ],
    true,
  ],
  [
    'three',
    [
      ['Host', 'a'],
      ['Host', 'a'],
      ['Host', 'a'],
    ],
    true,
  ],
]

for (const [title, hosts, isAmbiguous] of cases) {
  test(`${title}: ${isAmbiguous ? 'refused' : 'taken'}`, () => {
    const [first = [], ...rest] = hosts
    for (const headers of [
      [...hosts.flat(), ...others],
      [...others, ...hosts.flat()],
      [...first, ...others, ...rest.flat()],
    ]) {
      assert.equal(hasAmbiguousHost(headers), isAmbiguous)
    }
  })
}
