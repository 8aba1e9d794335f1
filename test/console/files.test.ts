import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { precompress } from '../../scripts/build-web.mjs'
import { TestService, useService } from '../support/service.ts'

const page = `<!doctype html><html lang="en"><title>Fallwatch</title><script type="module" src="/assets/index-B1.js"></script>${' '.repeat(2000)}</html>`
const script = `console.log(${JSON.stringify('fall '.repeat(1000))})`
const build: Record<string, string> = {
  'index.html': page,
  'sw.js': 'self.skipWaiting()',
  'manifest.webmanifest': '{"name":"Fallwatch"}',
  'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-B1.js': script,
  'assets/logo.br': 'not a compressed file',
  '.built': '',
}

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-console-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const [name, content] of Object.entries(build)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
await precompress(folder)

const service = useService({}, { consoleFolder: folder })
const notFound = { success: false, error: 'Resource not found', code: 'NOT_FOUND' }

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers, remoteAddress: '192.0.2.1' })

const immutable = 'public, max-age=31536000, immutable'

describe('a file', () => {
  const files: [path: string, type: string, cacheControl: string][] = [
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
    ['/icons/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/assets/index-B1.js', 'text/javascript; charset=utf-8', immutable],
    ['/assets/logo.br', 'application/octet-stream', immutable],
  ]
  for (const [path, type, cacheControl] of files) {
    test(`${path} is served as ${type}, ${cacheControl}`, async () => {
      const response = await get(`${path}?v=1`)
      const { headers } = response
      assert.equal(response.statusCode, 200)
      assert.equal(response.body, build[path === '/' ? 'index.html' : path.slice(1)])
      assert.deepEqual([headers['content-type'], headers['cache-control']], [type, cacheControl])
      const head = await get(path, {}, 'HEAD')
      assert.deepEqual([head.statusCode, head.body], [200, ''])
      assert.equal(head.headers['content-length'], headers['content-length'])
    })

    test(`${path} is not sent again to a browser that has it`, async () => {
      const { etag } = (await get(path)).headers
      for (const known of [etag, `"other", W/${etag}`, '*']) {
        const response = await get(path, { 'if-none-match': String(known) })
        assert.deepEqual([response.statusCode, response.body, response.headers.etag], [304, '', etag])
        assert.equal(response.headers['cache-control'], cacheControl)
      }
      assert.equal((await get(path, { 'if-none-match': '"other"' })).statusCode, 200)
    })
  }
})

describe('a compressed file', () => {
  const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
  const cases: [acceptEncoding: string, encoding: string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip; q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ]
  for (const [acceptEncoding, encoding] of cases) {
    test(`is sent as ${encoding ?? 'it is'} for "${acceptEncoding}"`, async () => {
      const response = await get('/assets/index-B1.js', { 'accept-encoding': acceptEncoding })
      assert.equal(response.headers['content-encoding'], encoding)
      assert.equal(response.headers.vary, 'Accept-Encoding')
      const { rawPayload } = response
      const decoded = encoding ? decoders[encoding]?.(rawPayload) : rawPayload
      assert.equal(String(decoded), script)
      assert.equal(Number(response.headers['content-length']), rawPayload.length)
    })
  }

  test('has another ETag in each encoding', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', ''].map(
        async (encoding) => (await get('/', { 'accept-encoding': encoding })).headers.etag,
      ),
    )
    assert.equal(new Set(etags).size, 3)
  })

  test('is made only of what gets smaller', async () => {
    assert.ok(readFileSync(join(folder, 'assets/index-B1.js.br')).length < 100)
    assert.equal((await get('/sw.js', { 'accept-encoding': 'br' })).headers.vary, undefined)
    assert.equal((await get('/assets/index-B1.js.br')).statusCode, 404, 'it has no address of its own')
  })
})

describe('a route of the app', () => {
  const plain = ['/now', '/incidents/a-b_c~d/', '/apiary', '/docs-old', '/sign-in?next=/x.y']
  const unusual = ['/a.b', '/a%20b', '/jos%C3%A9', '/josé', '/a@b', '/a:b;c=d', '/v1.2/x', '/wp-login.php']
  for (const path of [...plain, ...unusual]) {
    test(`${path} is the page`, async () => {
      const response = await get(path)
      assert.deepEqual([response.statusCode, response.body], [200, page])
      assert.equal(response.headers['cache-control'], 'no-cache')
    })
  }
})

describe('what is no file and no route of the app', () => {
  const paths = [
    ...[
      '/api',
      '/api/',
      '/api/nowhere',
      '/API/nowhere',
      '/%61pi/nowhere',
      '/api/auth/login',
      '/docs/nowhere',
    ],
    ...[
      '/metrics/x',
      '/acknowledge/x',
      '/assets',
      '/assets/',
      '/assets/index-A0.js',
      '/assets/x',
      '/favicon.ico',
    ],
    ...['/.built', '/.git/config', '/.well-known/security', '/nowhere.js', '//evil', '/a//b', '/now%00'],
    ...['/a%5cb', '/%2f%2fevil', '/%61ssets/x', '/x/favicon.ico'],
    ...['/../package.json', '/assets/../../package.json', '/%2e%2e/package.json', '/..%2fpackage.json'],
  ]
  for (const path of paths) {
    test(`${path} is 404 in the envelope`, async () => {
      const response = await get(path)
      assert.deepEqual([response.statusCode, response.json()], [404, notFound])
      assert.equal(response.headers['cache-control'], 'no-store')
      assert.match(
        String(response.headers['content-security-policy']),
        /^default-src 'none'; frame-ancestors/,
      )
    })
  }

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
    test(`${method} is 404 in the envelope`, async () => {
      for (const url of ['/', '/now', '/index.html', '/assets/index-B1.js']) {
        const response = await service.app.inject({ method, url })
        assert.deepEqual([response.statusCode, response.json()], [404, notFound])
      }
    })
  }
})

test('every file allows only code of the service, and no inline code', async () => {
  for (const path of ['/', '/now', '/sw.js', '/assets/index-B1.js']) {
    const { headers } = await get(path)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; script-src 'self'; .*; frame-ancestors 'none'; /)
    assert.match(policy, /; style-src 'self'( 'sha256-[\w+/=]{44}')*; /)
    assert.match(policy, /require-trusted-types-for 'script'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    const { 'referrer-policy': referrer, 'x-content-type-options': sniffing } = headers
    assert.deepEqual([referrer, sniffing], ['no-referrer', 'nosniff'])
    assert.equal(headers['permissions-policy'], 'camera=(), geolocation=(), microphone=()')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  }
})

describe('many requests', () => {
  const from = (remoteAddress: string) => (url: string) => service.app.inject({ url, remoteAddress })

  test('for files leave those for the API alone, and the other way round', async () => {
    const ask = from('192.0.2.7')
    for (let i = 0; i < 150; i++) assert.equal((await ask('/assets/index-B1.js')).statusCode, 200)
    assert.equal((await ask('/api/me')).headers['x-ratelimit-remaining'], '99')
    for (let i = 0; i < 100; i++) await ask('/api/me')
    assert.equal((await ask('/api/me')).statusCode, 429)
    assert.equal((await ask('/')).headers['x-ratelimit-remaining'], '849')
  })

  test('beyond a thousand a minute are refused', async () => {
    const ask = from('192.0.2.8')
    for (let i = 0; i < 1000; i++) await ask('/now')
    const refused = await ask('/')
    assert.deepEqual(refused.json(), {
      success: false,
      error: 'Too many requests. Please slow down.',
      code: 'RATE_LIMITED',
    })
    assert.equal(refused.statusCode, 429)
    assert.ok(Number(refused.headers['retry-after']) > 0)
  })
})

test('in production the console is refused over plain HTTP', async () => {
  const production = new TestService(
    { NODE_ENV: 'production', CORS_ORIGINS: 'https://app.example.org' },
    { consoleFolder: folder },
  )
  await production.start()
  try {
    for (const url of ['/', '/now', '/assets/index-B1.js']) {
      const refused = await production.app.inject(url)
      assert.deepEqual([refused.statusCode, refused.json().error], [403, 'HTTPS is required'])
      const headers = { 'x-forwarded-proto': 'https' }
      const response = await production.app.inject({ url, headers, remoteAddress: '127.0.0.1' })
      assert.equal(response.statusCode, 200)
      assert.match(String(response.headers['strict-transport-security']), /max-age/)
      assert.equal(response.headers.vary, 'Origin, Accept-Encoding')
    }
    assert.equal((await production.app.inject('/nowhere.txt')).statusCode, 404)
  } finally {
    await production.stop()
  }
})

describe('without a built console', () => {
  const bare = useService()

  test('the first page says so, and where the API is', async () => {
    const response = await bare.app.inject('/')
    assert.equal(response.statusCode, 200)
    assert.match(String(response.headers['content-type']), /^text\/html/)
    assert.match(response.body, /console has not been built.*npm run build.*href="\/docs"/s)
  })

  test('other paths are unknown', async () => {
    const response = await bare.app.inject('/now')
    assert.deepEqual([response.statusCode, response.json()], [404, notFound])
  })

  test('the API, the explorer and the page behind links are the same', async () => {
    const urls = ['/api/me', '/api/nowhere', '/docs', '/docs/nowhere', '/acknowledge', '/acknowledge.js']
    for (const url of urls) {
      const [there, here] = [await get(url), await bare.app.inject(url)]
      assert.deepEqual([here.statusCode, here.body], [there.statusCode, there.body], url)
      assert.deepEqual(Object.keys(here.headers), Object.keys(there.headers), url)
    }
  })
})
