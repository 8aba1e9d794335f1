import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { TestService } from '../../support/service.ts'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { type Problem, type Problems, watchProblems } from './problems.ts'

export interface PageOptions {
  /** In CSS pixels; 1280 unless given. 320 is the narrowest that must work. */
  width?: number
  height?: number
  /** Device pixels to a CSS pixel; 1 unless given. Zooming makes them more, and the window narrower. */
  pixelRatio?: number
  theme?: 'light' | 'dark'
  language?: 'en' | 'es' | 'de'
  reducedMotion?: boolean
  forcedColors?: boolean
  /** Where to start; without it the page is empty. */
  path?: string
  /** Errors in the console that belong to the test, such as that of a request that is refused. */
  expectedErrors?: RegExp[]
}

/** Somebody who can sign in; a person of `service.signUp()` is one. */
export interface Account {
  email: string
  password: string
}

/** ServiceAddress is where a service is that runs as a process, or behind something else. */
export interface ServiceAddress {
  url: string
}

/** OpenedPage is a page in a context of its own: one person at one browser. */
export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** The address of the service, without a slash at its end. */
  url: string
  problems: Problems
}

/** Tests of the console come from one address, and would use up what it has. */
export const browserSettings = {
  RATE_LIMIT_GLOBAL: 'off',
  RATE_LIMIT_LOGIN: 'off',
  RATE_LIMIT_SIGNUP: 'off',
}

const locales = { en: 'en-GB', es: 'es-ES', de: 'de-DE' }

/** What does not come within this time does not come, even on a busy machine. */
const timeoutMs = 60_000

/** startListening lets a service answer on a port of its own, and gives its address; it stops with the service. */
export async function startListening(service: TestService): Promise<string> {
  const { server } = service.app
  if (!server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return `http://127.0.0.1:${address.port}`
}

/** What a browser writes when a request, or the script of the service worker, does not come through. */
export const lostLine =
  /net::ERR|Failed to load resource|fetching the script|service worker could not be registered/

/** signIn signs somebody in, as the console does: their cookie is in the context from then on. */
export async function signIn(context: BrowserContext, url: string, account: Account): Promise<void> {
  const response = await context.request.post(`${url}/api/auth/login`, {
    headers: { 'x-requested-with': 'fallwatch' },
    data: { email: account.email, password: account.password },
  })
  assert.equal(response.status(), 200, await response.text())
}

/**
 * useBrowser starts a browser before the tests of a file and stops it after them. What a test opened is closed at its
 * end, and the test fails if one of its pages had a problem that it did not take.
 */
export function useBrowser({ showsNotifications = false } = {}) {
  const opened: OpenedPage[] = []
  const executablePath = (showsNotifications ? undefined : findHeadlessShell()) ?? findChromium()
  let browser: Browser | undefined

  const launch = () =>
    chromium.launch({
      ...(executablePath && { executablePath }),
      // The pages are our own, and many containers allow no sandbox.
      chromiumSandbox: false,
      args: ['--disable-dev-shm-usage', '--disable-gpu'],
    })

  /** openContext starts the browser again if it has crashed, which Chromium does now and then when it closes contexts. */
  async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    assert.ok(browser, 'the tests of a file without a browser are to be skipped: needsBrowser()')
    try {
      return await browser.newContext(options)
    } catch (error) {
      if (browser.isConnected()) throw error
      browser = await launch()
      return browser.newContext(options)
    }
  }

  before(async () => {
    if (executablePath) browser = await launch()
  })
  afterEach(async () => {
    const pages = opened.splice(0)
    try {
      for (const { problems } of pages) assertNoProblems(await problems.take())
    } finally {
      await Promise.all(pages.map(({ context }) => context.close()))
    }
  })
  after(() => browser?.close())

  return {
    /** openPage opens a page for somebody who is signed in, or for nobody. */
    async openPage(
      service: TestService | ServiceAddress,
      person: Account | undefined,
      options: PageOptions = {},
    ): Promise<OpenedPage> {
      const url = 'url' in service ? service.url : await startListening(service)
      const context = await openContext({ baseURL: url, ...contextOptions(options) })
      context.setDefaultTimeout(timeoutMs)
      const problems = await watchProblems(context, options.expectedErrors ?? [])
      const page = await context.newPage()
      const result = { page, context, url, problems }
      opened.push(result)
      if (person) await signIn(context, url, person)
      if (options.path) await page.goto(options.path)
      return result
    },
  }
}

function contextOptions({
  width = 1280,
  height = 800,
  theme = 'light',
  language = 'en',
  ...options
}: PageOptions) {
  return {
    viewport: { width, height },
    deviceScaleFactor: options.pixelRatio ?? 1,
    colorScheme: theme,
    locale: locales[language],
    timezoneId: 'UTC',
    reducedMotion: options.reducedMotion ? ('reduce' as const) : ('no-preference' as const),
    forcedColors: options.forcedColors ? ('active' as const) : ('none' as const),
  }
}

export function assertNoProblems(problems: Problem[]): void {
  const lines = problems.map(({ kind, text }) => `${kind}: ${text}`)
  assert.deepEqual(lines, [], 'the page had problems')
}
