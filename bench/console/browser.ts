import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../harness/chromium.ts'
import type { Cleanup } from '../../harness/cleanup.ts'
import type { SignedIn } from '../alerts/people.ts'

/** The console of a person, in a browser profile of its own. */
export interface OpenedConsole {
  page: Page
  context: BrowserContext
}

export async function startBrowser(cleanup: Cleanup): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium on this machine; CHROME_PATH can name one')
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu'],
  })
  cleanup.add(() => browser.close())
  return browser
}

/** Opens an empty page for a person; nothing is cached, and no service worker answers. */
export async function openConsole(browser: Browser, port: number, person: SignedIn): Promise<OpenedConsole> {
  const url = `http://127.0.0.1:${port}`
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', serviceWorkers: 'block' })
  context.setDefaultTimeout(60_000)
  await context.addCookies([{ name: 'session', value: person.token, url }])
  return { page: await context.newPage(), context }
}

export const waitUntilLive = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Live$/ })
    .waitFor()

/** The time by the clock that the pages use, too. */
export const nowMs = () => performance.timeOrigin + performance.now()

/**
 * Notes in the page when each incident is first shown, and when it is first shown as handled; `read` gives
 * the times by the id of the incident.
 */
export async function watchIncidents(page: Page) {
  await page.evaluate(`{
    globalThis.seen = { shown: {}, handled: {} }
    const look = () => {
      const at = performance.timeOrigin + performance.now()
      for (const link of document.querySelectorAll('a[href^="/incidents/"]')) {
        const id = link.getAttribute('href').split('/').at(-1)
        const card = link.closest('li')
        seen.shown[id] ??= at
        if (card?.querySelector('.who-handler')) seen.handled[id] ??= at
      }
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  }`)
  return () =>
    page.evaluate<{ shown: Record<string, number>; handled: Record<string, number> }>('globalThis.seen')
}
