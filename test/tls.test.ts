import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type ServiceProcess, startProcess } from './support/process.ts'
import { needsPrograms } from './support/programs.ts'
import {
  badTls12Suites,
  goodTls12Suites,
  makeCertificate,
  offerTls12,
  openTls,
  tls12Suites,
} from './support/tls.ts'

for (const kind of ['RSA', 'ECDSA'] as const) {
  describe(`HTTPS with a certificate of ${kind}`, needsPrograms('openssl'), () => {
    let database: TestDatabase
    let service: ServiceProcess
    let port: number
    before(async () => {
      const { cert, key } = makeCertificate(kind, 'localhost')
      database = await createTestDatabase()
      service = await startProcess({
        NODE_ENV: 'production',
        DATABASE_URL: database.url,
        JWT_SECRET: 'a-secret-for-tests-of-32-bytes-or-more',
        TLS_CERT: cert,
        TLS_KEY: key,
      })
      port = Number(new URL(service.url).port)
    })
    after(async () => {
      await service?.end()
      await database?.drop()
    })

    for (const suite of badTls12Suites[kind]) {
      test(`refuses ${suite}`, async () => {
        await assert.rejects(offerTls12(port, suite), /alert handshake failure/i)
      })
    }

    test('takes of TLS 1.2 what has forward secrecy and authenticated encryption, and nothing else', async () => {
      assert.deepEqual(await tls12Suites(port), goodTls12Suites(kind))
    })

    test('decides by its own order', async () => {
      const [first = '', ...others] = goodTls12Suites(kind)
      assert.equal(await offerTls12(port, [...others, first].join(':')), first)
    })

    test('refuses TLS 1.1', async () => {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
      await assert.rejects(openTls(port, old), /alert protocol version/i)
    })

    test('speaks TLS 1.3 with whoever does', async () => {
      const socket = await openTls(port)
      assert.equal(socket.getProtocol(), 'TLSv1.3')
      socket.destroy()
    })
  })
}
