import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { LookupFunction, Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type HttpReceiver, startHttpReceiver } from '../../harness/http-receiver.ts'
import { needsPrograms } from '../../harness/programs.ts'
import { until } from '../../harness/until.ts'
import { createHttpPost, type HttpPostOptions } from '../../src/alerting/notifications/channels/http-post.ts'
import { expected, withoutText } from '../support/notification.ts'
import { drip, startTcpReceiver, type TcpReceiver } from '../support/tcp-receiver.ts'
import { makeCertificate } from '../support/tls.ts'

const resolveTo =
  (...addresses: string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const posting = (options: Partial<HttpPostOptions> = {}) => {
  const post = createHttpPost({ allowPrivateTargets: true, ...options })
  return (url: string) => post({ url, headers: {}, body: 'hello', goneStatuses: [410] })
}

describe('a request to a private target is not sent', () => {
  let target: TcpReceiver
  let connections = 0
  before(async () => {
    target = await startTcpReceiver(() => connections++)
  })
  after(() => target.stop())

  const guarded = (lookup?: LookupFunction) =>
    posting({ allowPrivateTargets: false, ...(lookup && { lookup }) })

  test('by its address', async () => {
    const result = await guarded()(`https://127.0.0.1:${target.port}/`)
    assert.deepEqual(withoutText(result), expected(true))
    assert.equal(connections, 0)
  })

  for (const addresses of [['10.0.0.1'], ['127.0.0.1'], ['127.0.0.1', '::1'], ['::ffff:127.0.0.1']]) {
    test(`by a name that resolves to ${addresses.join(' and ')}`, async () => {
      const result = await guarded(resolveTo(...addresses))(`https://name.example.org:${target.port}/`)
      assert.deepEqual(result, {
        ...expected(false),
        error: 'name.example.org was not found, or has no public address',
        reason: null,
      })
      assert.equal(connections, 0)
    })
  }

  test('without TLS', async () => {
    const result = await guarded()('http://hooks.example.org/')
    assert.deepEqual(result, {
      ...expected(true),
      error: 'The URL must begin with https://',
      reason: null,
    })
  })
})

describe('a name is resolved', () => {
  let receiver: HttpReceiver
  before(async () => {
    receiver = await startHttpReceiver()
  })
  after(() => receiver.stop())

  test('once for a connection', async () => {
    let lookups = 0
    const lookup: LookupFunction = (hostname, options, callback) => {
      lookups++
      resolveTo('127.0.0.1')(hostname, options, callback)
    }
    assert.deepEqual(await posting({ lookup })(`http://name.example.org:${receiver.port}/`), { ok: true })
    assert.equal(lookups, 1)
    assert.equal(receiver.requests.at(-1)?.headers.host, `name.example.org:${receiver.port}`)
  })

  test('to several addresses, of which one works', async () => {
    const lookup = resolveTo('::1', '127.0.0.1')
    assert.deepEqual(await posting({ lookup })(`http://name.example.org:${receiver.port}/`), { ok: true })
  })

  test('to several, of which none works: the error describes each', async () => {
    const lookup = resolveTo('::1', '127.0.0.1')
    const result = await posting({ lookup })('http://name.example.org:1/')
    assert.deepEqual(withoutText(result), expected(false))
  })

  test('in vain', async () => {
    const lookup: LookupFunction = (_hostname, _options, callback) => callback(new Error('ENOTFOUND'), '')
    assert.deepEqual(await posting({ lookup })('http://name.example.org/'), {
      ...expected(false),
      error: 'ENOTFOUND',
      reason: null,
    })
  })

  test('by a server that never answers', async () => {
    const result = await posting({ lookup: () => {}, timeoutMs: 100 })('http://name.example.org/')
    assert.deepEqual(result, {
      ...expected(false),
      error: 'No response within 100 ms',
      reason: { code: 'TIMEOUT', details: { milliseconds: 100 } },
    })
  })
})

describe('the status decides', () => {
  let receiver: HttpReceiver
  before(async () => {
    receiver = await startHttpReceiver((response, { path }) => {
      response.writeHead(Number(path.slice(1)), { Location: `${receiver.url}/200` }).end('body')
    })
  })
  after(() => receiver.stop())

  const cases: [statuses: number[], result: object][] = [
    [[200, 201, 202, 204], { ok: true }],
    [[301, 302, 303, 307, 308], expected(false)],
    [[400, 401, 403, 404, 413], expected(false)],
    [[410], expected(true, true)],
    [[408, 425, 429], expected(false)],
    [[500, 502, 503, 507], expected(false)],
  ]
  for (const [statuses, result] of cases) {
    for (const status of statuses) {
      test(`${status}: ${JSON.stringify(result)}`, async () => {
        const before = receiver.requests.length
        assert.deepEqual(withoutText(await posting()(`${receiver.url}/${status}`)), result)
        assert.equal(receiver.requests.length, before + 1, 'a redirect is not followed')
      })
    }
  }
})

describe('a receiver cannot hold a request', () => {
  const tooLate = {
    ...expected(false),
    error: 'No response within 200 ms',
    reason: { code: 'TIMEOUT', details: { milliseconds: 200 } },
  }
  const cases: [title: string, behave: (socket: Socket) => void, result: object][] = [
    ['that never answers', () => {}, tooLate],
    ['that drips a header', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nName: '), tooLate],
    ['that drips a status', (socket) => drip(socket, 'HTTP/1.1 200 '), tooLate],
    [
      'that accepts, and then drips a body',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n'),
      { ok: true },
    ],
    [
      'that refuses, and then drips a body',
      (socket) => drip(socket, 'HTTP/1.1 500 Oh\r\nContent-Length: 1000000\r\n\r\n'),
      {
        ...expected(false),
        error: 'The response was 500',
        reason: { code: 'RESPONSE', details: { status: 500 } },
      },
    ],
    [
      'that accepts, and then closes before the body is complete',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
      { ok: true },
    ],
    ['that only announces responses', announce, tooLate],
    ['that wants to speak another protocol', upgrade, expected(false)],
    ['that does not speak HTTP', (socket) => socket.end('220 mail.example.org ESMTP\r\n'), expected(false)],
    ['that sends an endless header', endless('HTTP/1.1 200 OK\r\nName: '), expected(false)],
    ['that closes', (socket) => socket.end(), expected(false)],
    ['that resets the connection', (socket) => socket.resetAndDestroy(), expected(false)],
  ]
  for (const [title, behave, result] of cases) {
    test(title, async () => {
      const receiver = await startTcpReceiver((socket) => socket.once('data', () => behave(socket)))
      try {
        const sent = await posting({ timeoutMs: 200 })(`http://127.0.0.1:${receiver.port}/`)
        assert.deepEqual('error' in result ? sent : withoutText(sent), result)
        await until(() => receiver.openConnections() === 0, 20_000)
      } finally {
        await receiver.stop()
      }
    })
  }

  test('that never completes the TLS handshake', async () => {
    const receiver = await startTcpReceiver((socket) => socket.resume())
    try {
      assert.deepEqual(await posting({ timeoutMs: 200 })(`https://127.0.0.1:${receiver.port}/`), tooLate)
      await until(() => receiver.openConnections() === 0, 20_000)
    } finally {
      await receiver.stop()
    }
  })

  test('that sends an endless body', async () => {
    const receiver = await startTcpReceiver(endless('HTTP/1.1 200 OK\r\n\r\n'))
    try {
      // It is cut off long before the timeout.
      assert.deepEqual(await posting({ timeoutMs: 100_000 })(`http://127.0.0.1:${receiver.port}/`), {
        ok: true,
      })
      await until(() => receiver.openConnections() === 0, 20_000)
    } finally {
      await receiver.stop()
    }
  })

  test('that is not there', async () => {
    assert.deepEqual(withoutText(await posting()('http://127.0.0.1:1/')), expected(false))
  })

  test('that responds with 10 MB', async () => {
    const receiver = await startHttpReceiver((response) => response.end(Buffer.alloc(10_000_000)))
    try {
      assert.deepEqual(await posting()(receiver.url), { ok: true })
    } finally {
      await receiver.stop()
    }
  })
})

test('a header that cannot be sent is a failure', async () => {
  const post = createHttpPost({ allowPrivateTargets: true })
  const result = await post({ url: 'http://127.0.0.1:1/', headers: { Title: 'a\nb' }, body: '' })
  assert.deepEqual(withoutText(result), expected(true))
})

describe('over HTTPS', needsPrograms('openssl'), () => {
  const name = 'push.example.org'
  let receiver: HttpReceiver
  let ca: string
  before(async () => {
    const files = makeCertificate('ECDSA', name)
    ca = readFileSync(files.cert, 'utf8')
    receiver = await startHttpReceiver(undefined, { cert: ca, key: readFileSync(files.key, 'utf8') })
  })
  after(() => receiver.stop())

  test('a request arrives', async () => {
    const post = posting({ lookup: resolveTo('::1', '127.0.0.1'), ca })
    assert.deepEqual(await post(`https://${name}:${receiver.port}/path`), { ok: true })
    const [request] = receiver.requests
    assert.equal(request?.method, 'POST')
    assert.equal(request?.path, '/path')
    assert.equal(String(request?.body), 'hello')
  })

  test('the certificate must be of the name', async () => {
    const post = posting({ lookup: resolveTo('127.0.0.1'), ca })
    assert.deepEqual(withoutText(await post(`https://other.example.org:${receiver.port}/`)), expected(false))
  })

  test('the certificate must be trusted', async () => {
    const post = posting({ lookup: resolveTo('127.0.0.1') })
    assert.deepEqual(withoutText(await post(`https://${name}:${receiver.port}/`)), expected(false))
    assert.equal(receiver.requests.length, 1)
  })
})

function announce(socket: Socket): void {
  const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10)
  socket.on('close', () => clearInterval(timer))
}

function upgrade(socket: Socket): void {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
}

function endless(start: string) {
  return (socket: Socket) => {
    socket.write(start)
    const chunk = Buffer.alloc(16_384, 'x')
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', write)
    write()
  }
}
