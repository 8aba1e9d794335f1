// Full: what the service does behind a proxy is tested without one as well.
// The shipped nginx.conf in a real nginx, in front of the service in production mode.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { needsPrograms } from '../../harness/programs.ts'
import { until, within } from '../../harness/until.ts'
import { maxImportBytes } from '../../src/records/imports/imports.schemas.ts'
import { type NginxServer, startNginx } from '../support/nginx.ts'
import { adminAccount, useService } from '../support/service.ts'
import {
  badTls12Suites,
  goodTls12Suites,
  makeCertificate,
  offerTls12,
  openTls,
  tls12Suites,
} from '../support/tls.ts'

const host = 'fallwatch.example.org'
const metricsToken = 'a-token-for-the-metrics'

interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const closed = (socket: Socket, what: string) =>
  within(new Promise((resolve) => socket.on('close', resolve)), what, 120_000)

/** Writes a request as it stands, which no client library would for the odd ones, and reads until the end. */
async function send(socket: Socket, head: string[], body = ''): Promise<RawAnswer> {
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []
  socket.write(`${[...head, ...length, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // nginx may answer and close before it has read a body that is too large.
  socket.on('error', () => {})
  await closed(socket, `the answer to ${head[0]}`)
  const [answerHead = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [statusLine = '', ...lines] = answerHead.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

describe('deploy/nginx.conf', needsPrograms('nginx', 'openssl'), () => {
  let serviceUrl: string
  let nginx: NginxServer
  const service = useService({
    NODE_ENV: 'production',
    METRICS_TOKEN: metricsToken,
    RATE_LIMIT_GLOBAL: '1000/1h',
    RATE_LIMIT_LOGIN: 'off',
  })

  before(async () => {
    serviceUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
    nginx = await startNginx(Number(new URL(serviceUrl).port), makeCertificate('RSA', host))
  })
  after(() => nginx?.stop())

  const overHttps = async (head: string[], { body = '', from = '127.0.0.1' } = {}) =>
    send(await openTls(nginx.httpsPort, { servername: host, localAddress: from }), head, body)
  const overHttp = async (head: string[]) => {
    const socket = connect(nginx.httpPort, '127.0.0.1')
    await once(socket, 'connect')
    return send(socket, head)
  }
  const get = (path: string, ...headers: string[]) =>
    overHttps([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers])
  const postJson = (path: string, body: string, ...headers: string[]) =>
    overHttps([`POST ${path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json', ...headers], {
      body,
    })
  const requestsLeft = async (...headers: string[]) => {
    const answer = await get('/api/me', ...headers)
    assert.equal(answer.status, 401, answer.body)
    return Number(answer.headers['x-ratelimit-remaining'])
  }

  describe('a client does not choose its address', () => {
    const claims: [string, string[]][] = [
      ['X-Forwarded-For', ['X-Forwarded-For: 1.2.3.4']],
      ['X-Forwarded-For of several', ['X-Forwarded-For: 1.2.3.4, 5.6.7.8, 127.0.0.1']],
      ['X-Forwarded-For twice', ['X-Forwarded-For: 1.2.3.5', 'X-Forwarded-For: 5.6.7.9']],
      ['X-Forwarded-For of IPv6', ['X-Forwarded-For: 2001:db8::7']],
      ['X-Forwarded-For without an address', ['X-Forwarded-For: unknown, nobody']],
      ['an empty X-Forwarded-For', ['X-Forwarded-For:']],
      ['X_Forwarded_For', ['X_Forwarded_For: 1.2.3.6']],
      ['X-Real-IP', ['X-Real-IP: 1.2.3.7']],
      ['Forwarded', ['Forwarded: for=1.2.3.8;proto=http;host=elsewhere.example.org']],
      [
        'the headers of other proxies',
        ['X-Client-IP: 1.2.3.9', 'True-Client-IP: 1.2.3.9', 'CF-Connecting-IP: 1.2.3.9'],
      ],
    ]
    // One is enough to see that the address of the connection counts.
    for (const [title, headers] of claims) {
      test(`by ${title}`, async () => {
        const left = await requestsLeft()
        assert.equal(await requestsLeft(...headers), left - 1)
        assert.equal(await requestsLeft(), left - 2)
      })
    }

    test('over HTTP/2', async () => {
      const left = await requestsLeft()
      const session = connectHttp2(`https://127.0.0.1:${nginx.httpsPort}`, { rejectUnauthorized: false })
      const stream = session.request({
        ':path': '/api/me',
        ':authority': host,
        'x-forwarded-for': '1.2.3.10',
      })
      const [headers] = await once(stream, 'response')
      session.destroy()
      assert.equal(headers[':status'], 401)
      assert.equal(Number(headers['x-ratelimit-remaining']), left - 1)
    })

    test('and another one has requests of its own', { skip: process.platform !== 'linux' }, async () => {
      const left = await requestsLeft()
      const head = ['GET /api/me HTTP/1.1', `Host: ${host}`, 'X-Forwarded-For: 127.0.0.1']
      const other = await overHttps(head, { from: '127.0.0.2' })
      assert.deepEqual([other.status, other.headers['x-ratelimit-remaining']], [401, '999'])
      assert.equal(await requestsLeft(), left - 1)
    })

    test('in the audit log', async () => {
      const signedIn = await postJson(
        '/api/auth/login',
        JSON.stringify(adminAccount),
        'X-Forwarded-For: 1.2.3.4',
      )
      assert.equal(signedIn.status, 200, signedIn.body)
      const { token } = JSON.parse(signedIn.body)
      const logs = await get('/api/admin/logs', `Authorization: Bearer ${token}`, 'X-Forwarded-For: 1.2.3.4')
      const addresses = JSON.parse(logs.body).data.map(({ ip }: { ip: string | null }) => ip)
      assert.deepEqual(
        [...new Set(addresses)].filter((ip) => ip !== null),
        ['127.0.0.1'],
      )
    })
  })

  describe('a client does not choose its protocol', () => {
    const protocols = ['X-Forwarded-Proto: https', 'X-Forwarded-Ssl: on', 'Forwarded: proto=https']
    for (const header of protocols) {
      test(`plain HTTP with ${header} is sent to HTTPS`, async () => {
        const answer = await overHttp(['GET /api/me?page=2 HTTP/1.1', `Host: ${host}`, header])
        assert.deepEqual([answer.status, answer.headers.location], [301, `https://${host}/api/me?page=2`])
      })
    }

    test('HTTPS stays HTTPS when it claims otherwise', async () => {
      const claims = ['X-Forwarded-Proto: http', 'Forwarded: proto=http']
      const answer = await postJson('/api/auth/login', JSON.stringify(adminAccount), ...claims)
      assert.equal(answer.status, 200, answer.body)
      assert.match(answer.headers['set-cookie'] ?? '', /^__Host-session=.*; Secure/)
    })

    test('and is sent to the name of the service, not to one of its own', async () => {
      const answer = await overHttp(['GET / HTTP/1.1', 'Host: elsewhere.example.org'])
      assert.deepEqual([answer.status, answer.headers.location], [301, `https://${host}/`])
    })
  })

  const metricsPaths = [
    '/metrics',
    '/%6Detrics',
    '/metrics?x=1',
    '//metrics',
    '/./metrics',
    '/api/../metrics',
  ]
  for (const path of metricsPaths) {
    test(`${path} is not reachable, not even with the token`, async () => {
      const authorization = `Authorization: Bearer ${metricsToken}`
      assert.equal((await get(path, authorization)).status, 404)
      const direct = await fetch(new URL('/metrics', serviceUrl), {
        headers: { authorization: `Bearer ${metricsToken}`, 'x-forwarded-proto': 'https' },
      })
      assert.equal(direct.status, 200)
    })
  }

  test('a URL may be absolute, and have encoded characters in its path', async () => {
    assert.equal((await get(`https://${host}/api/health`)).status, 200)
    assert.equal((await get('/api/he%61lth')).status, 200)
    // 401 comes from the route, 404 would come from its absence.
    assert.equal((await postJson('/api/device/sensor%2Dstream', '{}')).status, 401)
    assert.equal((await postJson('/api/device/sensor%2dstream', '{}')).status, 401)
  })

  test('two Host headers are refused', async () => {
    const head = ['GET /api/health HTTP/1.1', `Host: ${host}`]
    assert.equal((await overHttps([...head, 'Host: elsewhere.example.org'])).status, 400)
    assert.equal((await overHttps([...head, `Host: ${host}`])).status, 400)
    assert.equal((await overHttps(head)).status, 200)
  })

  describe('a body', () => {
    const post = (bytes: number) =>
      postJson('/api/auth/login', JSON.stringify({ email: 'x'.repeat(bytes - 12) }))

    test('over 1 MiB is refused by nginx', async () => {
      const answer = await post(1024 * 1024 + 1)
      assert.deepEqual([answer.status, answer.headers['content-type']], [413, 'text/html'])
    })

    const signIn = async (): Promise<string> =>
      JSON.parse((await postJson('/api/auth/login', JSON.stringify(adminAccount))).body).token
    const importOf = async (bytes: number) => {
      const wrap = (content: string) => JSON.stringify({ files: [{ name: 'people.csv', content }] })
      const body = wrap('x'.repeat(bytes - wrap('').length))
      return postJson('/api/admin/imports', body, `Authorization: Bearer ${await signIn()}`)
    }

    test('of an import may have as much as the service takes', async () => {
      const answer = await importOf(maxImportBytes)
      // The service has read it, and found no columns that it knows.
      assert.equal(answer.status, 200, answer.body)
      assert.equal(JSON.parse(answer.body).data.applied, false)
    })

    test('of an import over that is refused by nginx', async () => {
      const answer = await importOf(maxImportBytes + 1)
      assert.deepEqual([answer.status, answer.headers['content-type']], [413, 'text/html'])
    })

    test('of an import comes with the address of its client, not with one of its choice', async () => {
      const left = await requestsLeft()
      const claimed = await postJson('/api/admin/imports', '{}', 'X-Forwarded-For: 1.2.3.4')
      assert.deepEqual(
        [claimed.status, Number(claimed.headers['x-ratelimit-remaining'])],
        [401, left - 1],
        claimed.body,
      )
    })

    test('over 1 MiB is refused beside the path of imports', async () => {
      for (const path of ['/api/admin/imports/', '/api/admin/imports/x', '/api/admin']) {
        assert.equal((await postJson(path, 'x'.repeat(1024 * 1024 + 1))).status, 413, path)
      }
    })

    test('of 1 MiB reaches the service, which takes as much only for batches', async () => {
      // Over and over: a service that closed the connection with the body unread would be a 502 now and then.
      for (let i = 0; i < 30; i++) {
        const answer = await post(1024 * 1024)
        assert.equal(answer.status, 413)
        assert.match(answer.headers['content-type'] ?? '', /json/)
      }
    })
  })

  describe('TLS', () => {
    // The next test offers all suites that there are.
    for (const suite of badTls12Suites.RSA) {
      test(`refuses ${suite}`, async () => {
        await assert.rejects(offerTls12(nginx.httpsPort, suite), /alert handshake failure/i)
      })
    }

    test('takes of 1.2 what has forward secrecy and authenticated encryption, and nothing else', async () => {
      assert.deepEqual(await tls12Suites(nginx.httpsPort), goodTls12Suites('RSA'))
    })

    test('is not 1.1', async () => {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
      await assert.rejects(openTls(nginx.httpsPort, old), /alert protocol version/i)
    })

    test('is 1.3 with whoever speaks it', async () => {
      const socket = await openTls(nginx.httpsPort)
      assert.equal(socket.getProtocol(), 'TLSv1.3')
      socket.destroy()
    })
  })

  const largeHome = async () => {
    // A stream of HTTP/2 counts as a connection. These wait for a body that never comes.
    const head = { ':method': 'POST', ':path': '/api/health', ':authority': host, 'content-length': '10' }
    const sessions: ClientHttp2Session[] = []
    const openStreams = async (count: number) => {
      const session = connectHttp2(`https://127.0.0.1:${nginx.httpsPort}`, { rejectUnauthorized: false })
      sessions.push(session.on('error', () => {}))
      await once(session, 'connect')
      for (let i = 0; i < count; i++) session.request(head, { endStream: false }).on('error', () => {})
      // Frames are answered in order: nginx has the streams when it answers this.
      await new Promise((resolve) => session.ping(resolve))
    }
    for (let i = 0; i < 4; i++) await openStreams(100)
    assert.equal((await get('/api/health')).status, 200)
    await openStreams(100)
    await until(async () => (await get('/api/health')).status === 429, undefined, 'a refusal of nginx')
    for (const session of sessions) session.destroy()
  }

  const unfinished = async () => {
    const begun = ['POST /api/auth/login HTTP/1.1', `Host: ${host}`]
    const waits = [
      `${begun[0]}\r\nHost: `,
      `${begun.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ].map(async (text) => {
      const socket = await openTls(nginx.httpsPort, { servername: host })
      socket.on('error', () => {}).resume()
      socket.write(text)
      await closed(socket, `the end of a connection without the rest of ${text}`)
    })
    await Promise.all(waits)
  }

  test('the devices of a large home get through together, and an address without end does not', largeHome)
  test('a client that does not finish its header or its body is cut off', unfinished)
})
