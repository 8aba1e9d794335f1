// Long: it waits for limits of connections.
import assert from 'node:assert/strict'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, connect, isIP, type Socket } from 'node:net'
import { after, describe, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until, within } from '../../harness/until.ts'
import { createAdmissionControl } from '../../src/platform/http/admission-control.ts'
import type { ConnectionLimits } from '../../src/platform/http/connection-limits.ts'
import { createHttpServers } from '../../src/platform/http/server.ts'

async function openServer(listener: RequestListener, limits: Partial<ConnectionLimits> = {}) {
  const servers = createHttpServers({ guard: (unguarded) => unguarded, limits })
  const server = servers.create(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { servers, server, port: (server.address() as AddressInfo).port }
}

/** A client that is connected; `isClosed` says whether the other end has closed the connection. */
async function openClient(port: number) {
  const socket = connect(port, '127.0.0.1')
  let closed = false
  let received = ''
  let length = 0
  socket
    .on('error', () => {})
    .on('close', () => {
      closed = true
    })
  socket.on('data', (chunk) => {
    length += chunk.length
    if (received.length < 10_000) received += chunk
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  after(() => socket.destroy())
  return { socket, isClosed: () => closed, received: () => received, length: () => length }
}

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const pause = (socket: Socket) => socket.pause()

describe('a body of unknown length', () => {
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n'

  test('is 411 in the envelope and ends its connection, and the listener never sees it', async () => {
    let seen = 0
    const { port } = await openServer((_request, response) => {
      seen++
      response.end('taken')
    })
    const { socket, received, isClosed } = await openClient(port)
    socket.write(`${head}2\r\n{}\r\n0\r\n\r\n`)
    await until(isClosed)
    assert.match(received(), /^HTTP\/1\.1 411 /)
    assert.equal(JSON.parse(received().split('\r\n\r\n')[1] ?? '').success, false)
    const another = await openClient(port)
    another.socket.write(get)
    await until(() => another.received().includes('taken'))
    assert.equal(seen, 1)
  })

  test('in many chunks closes the connections of its address before they are read', async () => {
    const { port } = await openServer((_request, response) => void response.end('taken'))
    const chunks = '1\r\n \r\n'.repeat(100_000)
    const clients = await Promise.all(Array.from({ length: 40 }, () => openClient(port)))
    const started = process.cpuUsage()
    for (const { socket } of clients) socket.write(head + chunks)
    await until(() => clients.every(({ isClosed }) => isClosed()))
    const { user, system } = process.cpuUsage(started)
    // All 24 megabytes of chunks would take ten seconds.
    assert.ok(user + system < 2_000_000, `${(user + system) / 1000} ms of the processor`)
  })
})

describe('a connection', () => {
  test('has one request under way, however many were sent', async () => {
    const underWay: ServerResponse[] = []
    const { port } = await openServer((_request, response) => void underWay.push(response))
    const { socket, received } = await openClient(port)
    socket.write(get.repeat(20))
    for (let i = 1; i <= 20; i++) {
      await until(() => underWay.length === i)
      await sleep(5)
      assert.equal(underWay.length, i)
      underWay[i - 1]?.end(`answer ${i};`)
    }
    await until(() => received().includes('answer 20;'))
    const order = received().match(/answer \d+/g)
    assert.deepEqual(
      order,
      Array.from({ length: 20 }, (_, i) => `answer ${i + 1}`),
    )
  })

  test('is closed when too many requests wait on it', async () => {
    let underWay = 0
    const { port } = await openServer(() => void underWay++, { maxPipelined: 32 })
    const { socket, isClosed } = await openClient(port)
    socket.write(get.repeat(200))
    await until(isClosed)
    assert.equal(underWay, 1)
  })

  test('is the only one closed when too many requests wait on it; when that happens often, its address is slowed down', async () => {
    const limits = { maxPipelined: 32, blockTimeMs: 4000 }
    const { port } = await openServer(
      (_request, response) => void setTimeout(() => response.end('ok'), 50),
      limits,
    )
    const other = await openClient(port)
    const offend = async () => {
      const bad = await openClient(port)
      bad.socket.write(get.repeat(200))
      await until(bad.isClosed)
    }
    const isAnswered = async () => {
      const { socket, received, isClosed } = await openClient(port)
      socket.write(get)
      await until(() => isClosed() || received().includes('ok'))
      return received().includes('ok')
    }
    for (let i = 0; i < 4; i++) await offend()
    assert.equal(other.isClosed(), false)
    assert.equal(await isAnswered(), true)
    await offend()
    await until(other.isClosed)
    // Together, because a slow machine may take longer for each than the pause between two admitted connections.
    const areAnswered = () => Promise.all(Array.from({ length: 10 }, isAnswered))
    assert.deepEqual(new Set(await areAnswered()), new Set([true, false]))
    const areAllAnswered = async () => (await areAnswered()).every(Boolean)
    await until(areAllAnswered, undefined, 'ten answers at once: the address is slowed down no more')
  })

  test('beyond the limit of its address stays open for a while, and nothing is read from it', async () => {
    let answered = 0
    const limits = { newConnections: { points: 1, seconds: 3600 } }
    const { port } = await openServer((_request, response) => {
      answered++
      response.end('ok')
    }, limits)
    const first = await openClient(port)
    const second = await openClient(port)
    second.socket.write(get)
    first.socket.write(get)
    await until(() => first.received().includes('ok'))
    assert.equal(second.isClosed(), false)
    await until(second.isClosed)
    assert.equal(second.received(), '')
    assert.equal(answered, 1)
    assert.equal(first.isClosed(), false)
  })

  test('of a proxy is the only one closed', async () => {
    const servers = createHttpServers({ guard: (unguarded) => unguarded, isProxy: () => true })
    const server = servers.create((_request, response) => void setTimeout(() => response.end('ok'), 50))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => server.close())
    const { port } = server.address() as AddressInfo
    const [bad, other] = [await openClient(port), await openClient(port)]
    bad.socket.write(get.repeat(200))
    await until(bad.isClosed)
    other.socket.write(get)
    await until(() => other.received().includes('ok'))
    other.socket.destroy()
  })

  test('is closed when the client takes nothing of its answer', async () => {
    const large = Buffer.alloc(20_000_000)
    const limits = { writeTimeoutMs: 300 }
    const { port, server } = await openServer((_request, response) => void response.end(large), limits)
    const { socket } = await openClient(port)
    pause(socket)
    socket.write(get)
    const countConnections = () =>
      new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)))
    await until(async () => (await countConnections()) === 0)
  })

  describe('stays open', { concurrency: true }, () => {
    test('while the client reads, however slowly, and for its next request', async () => {
      const large = Buffer.alloc(30_000_000, 'x')
      // A busy machine may let the client wait for seconds.
      const limits = { writeTimeoutMs: 4000 }
      const { port } = await openServer((_request, response) => void response.end(large), limits)
      const { socket, isClosed, length } = await openClient(port)
      let taken = 0
      socket.on('data', (chunk: Buffer) => {
        taken += chunk.length
        if (taken < 1_500_000) return
        taken = 0
        pause(socket)
        setTimeout(() => socket.resume(), 250)
      })
      const begunAt = performance.now()
      socket.write(get)
      await until(() => length() > large.length)
      assert.ok(performance.now() - begunAt > limits.writeTimeoutMs, 'it was not slow')
      await sleep(1.5 * limits.writeTimeoutMs)
      assert.equal(isClosed(), false)
    })

    test('after the client has read what there was of a response that goes on', async () => {
      const large = Buffer.alloc(20_000_000, 'x')
      const limits = { writeTimeoutMs: 1500 }
      const { port } = await openServer((_request, response) => void response.write(large), limits)
      const { socket, isClosed, length } = await openClient(port)
      pause(socket)
      socket.write(get)
      await sleep(400)
      socket.resume()
      await until(() => length() > large.length)
      await sleep(1.5 * limits.writeTimeoutMs)
      assert.equal(isClosed(), false)
    })
  })

  test('on which headers or a body never end is closed', async () => {
    const limits = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 100 }
    const { port } = await openServer(
      (request, response) => void request.resume().on('end', () => response.end()),
      limits,
    )
    for (const part of [
      '',
      'GET / HTTP/1.1\r\nhost',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx',
    ]) {
      const { socket, isClosed } = await openClient(port)
      socket.write(part)
      await until(isClosed)
    }
  })
})

describe('when the service stops', () => {
  test('clients that have sent nothing do not hold it up', async () => {
    const { port, server, servers } = await openServer((_request, response) => void response.end(), {
      firstByteTimeoutMs: 300,
    })
    for (let i = 0; i < 5; i++) await openClient(port)
    const closed = new Promise((resolve) => server.close(resolve))
    servers.startDraining()
    await within(closed, 'the end of the server')
    await within(servers.drained(), 'the end of its connections')
  })

  test('requests under way are answered, and cut off when they take too long', async () => {
    const responses: ServerResponse[] = []
    const { port, server, servers } = await openServer(
      (_request, response) => void responses.push(response),
      {
        shutdownTimeoutMs: 800,
      },
    )
    const [quick, endless] = [await openClient(port), await openClient(port)]
    for (const { socket } of [quick, endless]) socket.write(get)
    await until(() => responses.length === 2)
    const closed = new Promise((resolve) => server.close(resolve))
    servers.startDraining()
    responses[0]?.end('done')
    await closed
    await servers.drained()
    assert.equal([quick, endless].filter(({ received }) => received().includes('done')).length, 1)
  })
})

test('every listener of a name with several addresses is guarded and drained', async () => {
  const second = process.platform === 'linux' ? '127.0.0.2' : '::1'
  // Not every machine gives localhost two addresses.
  const found = ['127.0.0.1', second].map((address) => ({ address, family: isIP(address) }))
  const resolved = mock.method(dns, 'lookup', async () => found)
  syncBuiltinESMExports()
  after(() => {
    resolved.mock.restore()
    syncBuiltinESMExports()
  })
  const admission = createAdmissionControl({
    maxConcurrent: 0,
    maxQueueWaitMs: 50,
    maxRejectionsPerSecond: 1000,
    appliesTo: () => true,
  })
  const servers = createHttpServers({ guard: admission.guard, limits: { firstByteTimeoutMs: 200 } })
  const server = servers.create((_request, response) => response.end('unguarded'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await servers.listenOnOtherAddresses('localhost')
  const { port } = server.address() as AddressInfo
  const silent: Socket[] = []
  for (const { address, family } of found) {
    const host = family === 6 ? `[${address}]` : address
    assert.equal((await fetch(`http://${host}:${port}/`)).status, 503, address)
    const socket = connect(port, address).on('error', () => {})
    await once(socket, 'connect')
    silent.push(socket)
  }
  const closed = Promise.all([...silent, server].map((open) => once(open, 'close')))
  servers.startDraining()
  server.close()
  await closed
  await servers.drained()
})
