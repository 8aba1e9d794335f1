import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { useService } from '../support/service.ts'

const service = useService()

/** What the explorer's script hands to the library that draws the page. */
interface ExplorerConfig {
  responseInterceptor(response: object): object
}

/** Runs the script as a browser would, with a stand-in for the library that notes what it is asked. */
async function loadExplorer() {
  const { body } = await service.app.inject('/docs/static/swagger-initializer.js')
  const asked: unknown[] = []
  let config: ExplorerConfig | undefined
  const authActions = {
    authorizeWithPersistOption: (credentials: unknown) => asked.push(credentials),
    logoutWithPersistOption: (schemes: string[]) => asked.push(...schemes),
  }
  const library = (given: ExplorerConfig) => {
    config = given
    return { authActions, initOAuth() {} }
  }
  const element = { appendChild() {} }
  const window = { onload() {}, location: { href: 'http://localhost:3000/docs' } }
  const globals = {
    window,
    document: { createElement: () => element, querySelector: () => element },
    SwaggerUIBundle: Object.assign(library, { presets: {}, plugins: {} }),
    SwaggerUIStandalonePreset: {},
  }
  runInContext(body, createContext(globals))
  window.onload()
  assert.ok(config)
  const { responseInterceptor } = config
  return {
    /** What the explorer does after a response. */
    receive(response: object): unknown[] {
      asked.length = 0
      assert.equal(responseInterceptor(response), response)
      return JSON.parse(JSON.stringify(asked))
    },
  }
}

const api = 'http://localhost:3000/api'

describe('the explorer', () => {
  let explorer: Awaited<ReturnType<typeof loadExplorer>>
  before(async () => {
    explorer = await loadExplorer()
  })

  test('sends the token of a session that was opened with all further requests', () => {
    const received = explorer.receive({ ok: true, url: `${api}/auth/login`, body: { token: 'a.b.c' } })
    const schema = { type: 'http', scheme: 'bearer' }
    assert.deepEqual(received, [{ bearer: { name: 'bearer', schema, value: 'a.b.c' } }])
  })

  test('forgets the token when the session ends', () => {
    const body = { success: true, data: { message: 'Logged out' } }
    assert.deepEqual(explorer.receive({ ok: true, url: `${api}/auth/logout`, body }), ['bearer'])
  })

  for (const [name, response] of Object.entries({
    'another response': { ok: true, url: `${api}/me`, body: { success: true, data: {} } },
    'a response without a body': { ok: true, url: `${api}/device/1` },
    'a refusal': { ok: false, url: `${api}/auth/logout`, body: { success: false, error: 'Invalid token' } },
  })) {
    test(`keeps the token after ${name}`, () => {
      assert.deepEqual(explorer.receive(response), [])
    })
  }

  test('fits on a phone', async () => {
    for (const url of ['/docs', '/docs/']) {
      const { body } = await service.app.inject(url)
      assert.match(body, /<head><meta name="viewport" content="width=device-width, initial-scale=1">/)
    }
  })
})
