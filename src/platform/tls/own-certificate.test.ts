import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { connect, createServer } from 'node:tls'
import { msPerDay } from '../lib/duration.ts'
import { keepOwnCertificate, lanAddresses, namesOfMachine } from './own-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-certificate-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const newFolder = () => join(folder, String(count++), 'data')

const now = new Date()
const later = (days: number) => new Date(now.getTime() + days * msPerDay)
const names = ['localhost', 'ward-pc', '127.0.0.1', '::1', '192.168.1.20']

describe('a certificate of one’s own', () => {
  test('is valid for each name and address, for a web server only, and vouches for nothing else', () => {
    const { cert } = keepOwnCertificate(newFolder(), now, names)
    const certificate = new X509Certificate(cert)
    for (const host of ['localhost', 'ward-pc']) assert.equal(certificate.checkHost(host), host)
    for (const ip of ['127.0.0.1', '::1', '192.168.1.20']) assert.equal(certificate.checkIP(ip), ip)
    assert.equal(certificate.checkHost('example.org'), undefined)
    assert.equal(certificate.checkIP('192.168.1.21'), undefined)
    assert.ok(certificate.verify(certificate.publicKey))
    assert.equal(certificate.ca, false)
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1'])
    assert.ok(Date.parse(certificate.validFrom) < now.getTime())
    assert.ok(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom) <= 398 * msPerDay)
    assert.match(certificate.subject, /^CN=Fallwatch on /)
  })

  test('is trusted by a TLS client that knows it', async () => {
    const { cert, key } = keepOwnCertificate(newFolder(), now, names)
    const server = createServer({ cert, key }, (socket) => socket.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const heard = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, ca: cert, servername: 'localhost' })
      socket.on('error', reject).on('data', (data) => resolve(String(data)))
    })
    assert.equal(heard, 'hello')
    server.close()
  })

  test('is kept, for this account only', () => {
    const dataDir = newFolder()
    const first = keepOwnCertificate(dataDir, now, names)
    const again = keepOwnCertificate(dataDir, later(300), names.slice(0, 3))
    assert.deepEqual(again, { ...first, isNew: false })
    assert.equal(statSync(join(dataDir, 'https-certificate.pem')).mode & 0o777, 0o600)
  })

  const outdated: [string, Parameters<typeof keepOwnCertificate>[1], string[]][] = [
    ['a month before it expires', later(367), names],
    ['when the machine has another address', now, [...names, '10.0.0.7']],
    ['when the machine has another name', now, [...names, 'north']],
    ['when the clock was far ahead as it was made', later(-3), names],
  ]
  for (const [when, at, needed] of outdated)
    test(`is renewed ${when}`, () => {
      const dataDir = newFolder()
      const first = keepOwnCertificate(dataDir, now, names)
      const second = keepOwnCertificate(dataDir, at, needed)
      assert.ok(second.isNew)
      assert.notEqual(second.cert, first.cert)
      assert.equal(keepOwnCertificate(dataDir, at, needed).cert, second.cert)
    })

  test('is made anew in place of a file that is broken', () => {
    const dataDir = newFolder()
    const { cert } = keepOwnCertificate(dataDir, now, names)
    const file = join(dataDir, 'https-certificate.pem')
    const other = keepOwnCertificate(newFolder(), now, names)
    for (const text of ['', 'no certificate', readFileSync(file, 'utf8').slice(0, 300), cert + other.key]) {
      writeFileSync(file, text)
      assert.ok(keepOwnCertificate(dataDir, now, names).isNew)
    }
  })

  test('cannot be kept where nothing can be written, which is said', () => {
    assert.throws(() => keepOwnCertificate('/dev/null/data', now, names), /No certificate can be kept/)
  })
})

test('the addresses of a machine are those that others on the network use', () => {
  const entry = (address: string, family: 'IPv4' | 'IPv6', internal = false) => ({
    ...{ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 },
  })
  const addresses = lanAddresses({
    docker0: [entry('172.17.0.1', 'IPv4')],
    lo: [entry('127.0.0.1', 'IPv4', true)],
    eth0: [entry('192.168.1.20', 'IPv4'), entry('fe80::1', 'IPv6'), entry('2001:db8::7', 'IPv6')],
    wlan0: [entry('169.254.3.4', 'IPv4'), entry('10.0.0.7', 'IPv4')],
  } as Parameters<typeof lanAddresses>[0])
  assert.deepEqual(addresses, ['192.168.1.20', '10.0.0.7', '172.17.0.1'])
  assert.deepEqual(namesOfMachine(addresses.slice(0, 2), 'Ward-PC'), [
    ...['localhost', 'ward-pc', 'ward-pc.local', '127.0.0.1', '::1', '192.168.1.20', '10.0.0.7'],
  ])
  assert.deepEqual(namesOfMachine([], 'no_host name'), ['localhost', '127.0.0.1', '::1'])
})
