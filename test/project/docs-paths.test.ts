import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../harness/random.ts'
import { useService } from '../support/service.ts'

const service = useService({ RATE_LIMIT_GLOBAL: 'off' })

/** What the explorer sends to somebody who asks for a path as it is, in whatever spelling. */
async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await service.app.inject({ method: 'GET', url, headers })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return { status: response.statusCode, body: isJson ? response.json() : undefined }
}

async function assertHarmless(url: string, headers?: Record<string, string>): Promise<number> {
  const { status, body } = await ask(url, headers)
  assert.ok(status < 500, `${url} answers ${status}`)
  if (status >= 400) assert.deepEqual([body?.success, typeof body?.error], [false, 'string'], url)
  return status
}

const bases = ['/docs', '/docs/', '/docs/static', '/docs/static/', '/docs/static/theme/', '/docs/json/']

for (const path of ['%00', 'a%00b', 'index.html%00', '%00'.repeat(50), 'theme/%00']) {
  test(`a path with NUL leads nowhere: ${path}`, async () => {
    assert.equal(await assertHarmless(`/docs/static/${path}`), 404)
  })
}

test('a path that leads out of the folder leads nowhere', async () => {
  for (const up of ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..\\', '%252e%252e%252f']) {
    for (const file of ['package.json', 'etc/passwd', 'index.js']) {
      const { status } = await ask(`/docs/static/${up.repeat(6)}${file}`)
      assert.ok(status === 404 || status === 400, `${up}${file} answers ${status}`)
    }
  }
})

test('no path under the explorer is our fault, however odd it is', async () => {
  const random = createRandom(1)
  const pieces = [
    ...[
      '%00',
      '%2f',
      '%2F',
      '%5c',
      '\\',
      '%ff',
      '%fe%ff',
      '%c0%af',
      '%ed%a0%80',
      '%',
      '%z',
      '%E0%A4%A',
      '%2500',
    ],
    ...['..', '.', '/', '//', '%2e', '%0d%0a', '%20', '%7f', '%3f', '%23', ';', ':', '*', '~', '+', '@', '|'],
    ...[
      'index.html',
      'swagger-ui.css',
      'swagger-initializer.js',
      'json',
      'yaml',
      'theme',
      '.env',
      'con',
      'nul',
    ],
    ...[
      'a'.repeat(255),
      'a'.repeat(256),
      'a'.repeat(1001),
      'x/'.repeat(100),
      '%2f'.repeat(100),
      'é',
      '💩',
      '%F0%9F',
    ],
  ]
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const seen: Record<number, number> = {}
  for (let i = 0; i < 600; i++) {
    const path = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(pieces)).join('')
    const status = await assertHarmless(pick(bases) + path)
    seen[status] = (seen[status] ?? 0) + 1
  }
  assert.ok((seen[404] ?? 0) > 100, JSON.stringify(seen))
})

test('nor is what a request says of the file it wants', async () => {
  const file = '/docs/static/swagger-ui.css'
  assert.equal(await assertHarmless(file), 200)
  assert.equal(await assertHarmless(file, { range: 'bytes=0-9' }), 206)
  assert.equal(await assertHarmless(file, { range: 'bytes=999999999-' }), 416)
  assert.equal(await assertHarmless(file, { 'if-match': '"another"' }), 412)
  for (const range of ['bytes=-', 'bytes=9-1', 'lines=1-2', 'bytes=0-1,3-4', 'x']) {
    await assertHarmless(file, { range })
  }
  for (const header of ['if-modified-since', 'if-unmodified-since', 'if-none-match', 'accept-encoding']) {
    for (const value of ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', '*', '"', '-1']) {
      await assertHarmless(file, { [header]: value })
    }
  }
})
