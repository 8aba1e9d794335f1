import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../harness/chromium.ts'
import type { Credentials } from '../simulate/people.ts'
import { reducePng } from './reduce-png.ts'

export type Theme = 'light' | 'dark'
export type Size = keyof typeof sizes

/** A phone has twice as many pixels, and its pictures are shown smaller than they are. */
export const sizes = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2 },
  desk: { width: 1280, height: 1000, deviceScaleFactor: 1 },
}

/** A picture to make. */
export interface Shot {
  /** Of the file, without what follows from size and theme. */
  name: string
  /** Without one, nobody is signed in. */
  person?: Credentials
  path: string
  /** Goes there in another way than by its address. */
  arrive?(page: Page): Promise<void>
  /** A selector of what comes last. */
  ready: string
  /** All of the screen at a desk, because what matters does not fit into a window. */
  isTall?: boolean
}

export interface CameraOptions {
  url: string
  folder: string
  /** All of a screen, and not only what a window shows of it. */
  isWhole: boolean
}

export type Camera = Awaited<ReturnType<typeof openCamera>>

const locale = 'en-GB'

/** Starts a browser that makes pictures of the console. */
export async function openCamera({ url, folder, isWhole }: CameraOptions) {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium on this machine; CHROME_PATH can name one.')
  const browser = await chromium.launch({
    executablePath,
    // The pages are our own, and many containers allow no sandbox.
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  const contexts = new Map<string, BrowserContext>()

  async function contextOf(
    person: Credentials | undefined,
    size: Size,
    theme: Theme,
  ): Promise<BrowserContext> {
    const key = [person?.email, size, theme].join()
    const context = contexts.get(key) ?? (await openContext(browser, url, size, theme))
    if (person && !contexts.has(key)) await signIn(context, url, person)
    contexts.set(key, context)
    return context
  }

  return {
    /** Gives the names of the file and of what the page logged as an error. */
    async take({ name, person, path, ready, isTall, arrive }: Shot, size: Size, theme: Theme) {
      const context = await contextOf(person, size, theme)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      if (arrive) await arrive(page)
      else await page.goto(path)
      if (person) await page.locator('.live-dot-live').waitFor()
      await untilReady(page, ready)
      const file = `${name}-${size}-${theme}.png`
      const fullPage = isWhole || (isTall === true && size === 'desk')
      const picture = await page.screenshot({ fullPage, animations: 'disabled' })
      writeFileSync(join(folder, file), reducePng(picture))
      await page.close()
      return { file, errors }
    },
    close: () => browser.close(),
  }
}

async function openContext(
  browser: Browser,
  baseURL: string,
  size: Size,
  theme: Theme,
): Promise<BrowserContext> {
  const { deviceScaleFactor, ...viewport } = sizes[size]
  const context = await browser.newContext({
    ...{ baseURL, viewport, deviceScaleFactor, locale, colorScheme: theme },
    timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  return context
}

async function signIn(context: BrowserContext, url: string, { email, password }: Credentials): Promise<void> {
  const response = await context.request.post(`${url}/api/auth/login`, {
    headers: { 'x-requested-with': 'fallwatch' },
    data: { email, password },
  })
  if (!response.ok()) throw new Error(`${email} cannot sign in: ${await response.text()}`)
  // Somebody who has used the console for a while has answered the question whether it may sound an alarm.
  const { data } = (await response.json()) as { data: { id: string } }
  await context.addInitScript(`localStorage.setItem('fallwatch-sound-${data.id}', 'on')`)
}

/** Waits until a screen has read all that it shows. */
async function untilReady(page: Page, ready: string): Promise<void> {
  await page.locator(ready).first().waitFor()
  const loading = page.locator('main').getByText('Loading …')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'hidden' })
  // Charts are drawn in the frame after their values have come.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
}
