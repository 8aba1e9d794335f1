import assert from 'node:assert/strict'
import { request } from 'node:https'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { needsPrograms } from '../../harness/programs.ts'
import { account, type ServiceProcess, startProcess } from '../../harness/service-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { isFull } from '../support/full.ts'
import { connectDevice, connectPacket, mqttPortOf, openRaw } from '../support/mqtt.ts'
import { goodReading, randomMac } from '../support/readings.ts'
import {
  badTls12Suites,
  goodTls12Suites,
  makeCertificate,
  offerTls12,
  openTls,
  tls12Suites,
} from '../support/tls.ts'

/** What of an answer is looked at. */
interface Answer {
  token: string
  data: { key: string }
}

// What differs by the kind of the certificate are the names of the suites.
for (const kind of isFull ? (['RSA', 'ECDSA'] as const) : (['ECDSA'] as const)) {
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
        MQTT_PORT: '0',
      })
      port = Number(new URL(service.url).port)
    })
    after(async () => {
      await service?.end()
      await database?.drop()
    })

    const post = (path: string, body: object, token?: string) =>
      new Promise<Answer>((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        }
        const options = { method: 'POST', rejectUnauthorized: false, headers }
        request(`${service.url}${path}`, options, (response) => json(response).then(resolve as never, reject))
          .on('error', reject)
          .end(JSON.stringify(body))
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

    describe('on the port for MQTT', () => {
      test('has the same certificate, and takes the same suites', async () => {
        const certificates = await Promise.all(
          [port, mqttPortOf(service)].map(async (port) => {
            const socket = await openTls(port)
            const { fingerprint256 } = socket.getPeerCertificate()
            socket.destroy()
            return fingerprint256
          }),
        )
        assert.equal(certificates[1], certificates[0])
        const [suite = ''] = badTls12Suites[kind]
        await assert.rejects(offerTls12(mqttPortOf(service), suite), /alert handshake failure/i)
      })

      test('takes readings of a device, and nothing without TLS', async () => {
        const { token } = await post('/auth/signup', account(kind))
        const { data } = await post('/device/keys', { name: 'wrist' }, token)
        const device = { mac: randomMac(), key: data.key }
        const options = { protocol: 'mqtts', rejectUnauthorized: false } as const
        const client = await connectDevice(mqttPortOf(service), device, options)
        const reading = JSON.stringify(goodReading(device.mac))
        await client.publishAsync(`fallwatch/${device.mac}/readings`, reading, { qos: 1 })
        const plain = await openRaw(mqttPortOf(service))
        plain.send(connectPacket(device))
        await plain.closed
        assert.deepEqual(plain.packets, [])
      })
    })
  })
}
