import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { findChromium, findHeadlessShell } from '../../../harness/chromium.ts'
import { atFileEnd, atWorkerEnd } from '../../../harness/file-end.ts'
import type { TestService } from '../../support/service.ts'
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
  /** The page has service workers. Ours stores every file of the console, which takes twice as long as loading a page. */
  serviceWorker?: boolean
  /** The page stays open for all tests of the file, which find it as the one before has left it. */
  stays?: boolean
}

/** Somebody who can sign in; a person of `service.signUp()` is one. */
export interface Account {
  email: string
  password: string
}

/** Where a service is that runs as a process, or behind something else. */
export interface ServiceAddress {
  url: string
}

/** A page in a context of its own: one person at one browser. */
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

/** Lets a service answer on a port of its own, and gives its address; it stops with the service. */
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

/** Signs somebody in, as the console does: their cookie is in the context from then on. */
export async function signIn(context: BrowserContext, url: string, account: Account): Promise<void> {
  const response = await context.request.post(`${url}/api/auth/login`, {
    headers: { 'x-requested-with': 'fallwatch' },
    data: { email: account.email, password: account.password },
  })
  assert.equal(response.status(), 200, await response.text())
}

/** The browsers of this process by their programs; test files that follow each other use the same one. */
const browsers = new Map<string, Promise<Browser>>()

/** Starts a browser, also in place of one that has crashed. */
async function browserOf(executablePath: string): Promise<Browser> {
  const running = await browsers.get(executablePath)
  if (running?.isConnected()) return running
  const launched = chromium.launch({
    executablePath,
    // The pages are our own, and many containers allow no sandbox.
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu'],
    // What a busy machine needs to start a program is not what is tested.
    timeout: 120_000,
  })
  browsers.set(executablePath, launched)
  launched.catch(() => browsers.delete(executablePath))
  return launched
}

async function closeBrowser(executablePath: string): Promise<void> {
  const running = browsers.get(executablePath)
  browsers.delete(executablePath)
  await (await running)?.close()
}

/**
 * Gives the tests of a file a browser, which starts with the first page. What a test opened is closed at its
 * end, and the test fails if one of its pages had a problem that it did not take.
 */
export function useBrowser({ showsNotifications = false, hasSensors = false } = {}) {
  const opened: OpenedPage[] = []
  const staying: OpenedPage[] = []
  const isLarge = showsNotifications || hasSensors
  const executablePath = (isLarge ? undefined : findHeadlessShell()) ?? findChromium()

  /** Tries again if the browser has crashed, which Chromium does now and then when it closes contexts. */
  async function openTab(
    options: BrowserContextOptions,
    tries = 2,
  ): Promise<{ context: BrowserContext; page: Page }> {
    assert.ok(executablePath, 'the tests of a file without a browser are to be skipped: needsBrowser()')
    const browser = await browserOf(executablePath)
    try {
      const context = await browser.newContext(options)
      return { context, page: await context.newPage() }
    } catch (error) {
      if (browser.isConnected() || tries === 1) throw error
      return openTab(options, tries - 1)
    }
  }

  // Few files need the larger browser.
  const atEnd = isLarge ? atFileEnd : atWorkerEnd
  before(() => executablePath && atEnd(() => closeBrowser(executablePath)))
  afterEach(async () => {
    const pages = opened.splice(0)
    try {
      for (const { problems } of [...staying, ...pages]) assertNoProblems(await problems.take())
    } finally {
      await Promise.all(pages.map(({ context }) => closeContext(context)))
    }
  })
  after(() => Promise.all(staying.map(({ context }) => closeContext(context))))

  return {
    /** Opens a page for somebody who is signed in, or for nobody. */
    async openPage(
      service: TestService | ServiceAddress,
      person: Account | undefined,
      options: PageOptions = {},
    ): Promise<OpenedPage> {
      const url = 'url' in service ? service.url : await startListening(service)
      const { context, page } = await openTab({ baseURL: url, ...contextOptions(options) })
      context.setDefaultTimeout(timeoutMs)
      const problems = await watchProblems(context, options.expectedErrors ?? [])
      if (!options.serviceWorker) await context.addInitScript(withoutServiceWorkers)
      const result = { page, context, url, problems }
      ;(options.stays ? staying : opened).push(result)
      if (person) await signIn(context, url, person)
      if (options.path) await page.goto(options.path)
      return result
    },
  }
}

/** As in a private window of Firefox. */
const withoutServiceWorkers = 'delete Object.getPrototypeOf(navigator).serviceWorker'

/** Takes it that a browser which has crashed has closed everything. */
async function closeContext(context: BrowserContext): Promise<void> {
  await context.close().catch((error: unknown) => {
    if (context.browser()?.isConnected()) throw error
  })
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
