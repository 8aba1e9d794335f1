import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { needsPrograms } from '../../harness/programs.ts'
import { until } from '../../harness/until.ts'
import { loadConfig } from '../../src/platform/config.ts'
import type { ConnectionLimits } from '../../src/platform/http/connection-limits.ts'
import { markAuthenticated, markProven } from '../../src/platform/http/connections.ts'
import { createHttpServers } from '../../src/platform/http/server.ts'
import { makeCertificate } from '../support/tls.ts'

/** Everybody in a care home has the same address: what one client does there must not shut the others out. */
for (const isTls of [false, true]) {
  describe(isTls ? 'over TLS' : 'over plain HTTP', isTls ? needsPrograms('openssl') : {}, () => {
    let certificate: { cert: Buffer; key: Buffer } | undefined
    function readCertificate() {
      const { cert, key } = makeCertificate('ECDSA', 'localhost')
      return { cert: readFileSync(cert), key: readFileSync(key) }
    }

    async function openServer(limits: Partial<ConnectionLimits>, isProxy = false) {
      if (isTls) certificate ??= readCertificate()
      let accepted = 0
      const servers = createHttpServers({
        tls: certificate,
        guard: (listener) => listener,
        onConnection: () => void accepted++,
        isProxy: () => isProxy,
        limits,
      })
      const server = servers.create((request, response) => {
        if (request.url === '/slow') return
        if (request.url !== '/health') markAuthenticated(request)
        if (request.url === '/stream') {
          markProven(request)
          response.write('answered')
          return
        }
        response.statusCode = request.url === '/unknown' ? 404 : 200
        response.end('answered')
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      after(() => {
        server.closeAllConnections()
        server.close()
      })
      return {
        port: (server.address() as AddressInfo).port,
        accepted: () => accepted,
        /** How many the server has open. */
        connections: promisify(server.getConnections.bind(server)),
      }
    }

    async function openClient(port: number) {
      const socket: Socket = isTls
        ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
        : connect(port, '127.0.0.1')
      let received = ''
      let isOpen = false
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isOpen = true
      })
      after(() => socket.destroy())
      await until(() => isOpen || socket.destroyed, 20_000)
      /** Whether the request was answered. */
      async function ask(path = '/') {
        received = ''
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
        await until(() => socket.destroyed || received.includes('answered'), 20_000)
        return received.includes('answered')
      }
      return { socket, ask, isClosed: () => socket.destroyed }
    }

    /** Sends more at once than a connection may have waiting. */
    async function offend(port: number) {
      const { socket, isClosed } = await openClient(port)
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200))
      await until(isClosed, 20_000)
    }

    test('a block spares the connections on which a known caller was answered well, and no other', async () => {
      const { port } = await openServer({})
      const wearable = await openClient(port)
      const unproven = [await openClient(port), await openClient(port), await openClient(port)]
      assert.equal(await wearable.ask(), true)
      assert.equal(await unproven[1]?.ask('/unknown'), true)
      assert.equal(await unproven[2]?.ask('/health'), true)
      for (let i = 0; i < 5; i++) await offend(port)
      await until(() => unproven.every(({ isClosed }) => isClosed()), 20_000)
      assert.equal(await wearable.ask(), true)
    })

    test('a block spares a stream, whose response has not ended', async () => {
      const { port } = await openServer({})
      const [stream, silent] = [await openClient(port), await openClient(port)]
      assert.equal(await stream.ask('/stream'), true)
      for (let i = 0; i < 5; i++) await offend(port)
      await until(silent.isClosed, 20_000)
      assert.equal(stream.isClosed(), false)
    })

    test('a connection that was answered well is closed when it offends itself', async () => {
      const { port } = await openServer({})
      const { socket, ask, isClosed } = await openClient(port)
      assert.equal(await ask(), true)
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200))
      await until(isClosed, 20_000)
    })

    test('silent connections keep nobody out: the oldest goes when another one comes', async () => {
      const { port, connections } = await openServer({ maxConnectionsPerAddress: 3 })
      const wearable = await openClient(port)
      assert.equal(await wearable.ask(), true)
      const silent = [await openClient(port), await openClient(port)]
      const next = await openClient(port)
      assert.equal(await next.ask(), true)
      await until(() => silent[0]?.isClosed() === true, 20_000)
      assert.deepEqual([silent[1]?.isClosed(), await wearable.ask()], [false, true])
      // Those that came after it have closed, and it is still counted.
      for (const { socket } of [...silent, next]) socket.destroy()
      await until(async () => (await connections()) === 1, 20_000)
      const more = [await openClient(port), await openClient(port)]
      for (const { ask } of more) assert.equal(await ask(), true)
      assert.equal(await (await openClient(port)).ask(), false, 'all three are in use')
      assert.equal(await wearable.ask(), true)
    })

    test('an address opens so many connections at once, and more as time goes by', async () => {
      const { port, accepted } = await openServer({ newConnections: { points: 4, seconds: 2 } })
      const clients = await Promise.all(Array.from({ length: 10 }, () => openClient(port)))
      const answered = await Promise.all(clients.map(({ ask }) => ask()))
      assert.equal(answered.filter(Boolean).length, 4)
      assert.equal(accepted(), 10, 'to refuse a connection takes a round of the event loop as well')
      await until(async () => (await openClient(port)).ask(), 20_000)
    })

    test('a home of 200 wearables is back at once after an outage', async () => {
      const { port } = await openServer({ newConnections: loadConfig({}).rateLimits.connections })
      const clients = await Promise.all(Array.from({ length: 200 }, () => openClient(port)))
      const answered = await Promise.all(clients.map(({ ask }) => ask()))
      assert.equal(answered.filter(Boolean).length, 200)
    })

    test('a proxy opens as many as it likes', async () => {
      const { port } = await openServer({ newConnections: { points: 4, seconds: 60 } }, true)
      const clients = await Promise.all(Array.from({ length: 10 }, () => openClient(port)))
      const answered = await Promise.all(clients.map(({ ask }) => ask()))
      assert.equal(answered.filter(Boolean).length, 10)
    })
  })
}
