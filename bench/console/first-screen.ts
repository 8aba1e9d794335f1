import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { type Figure, latencyFigure } from '../alerts/figure.ts'
import type { SignedIn } from '../alerts/people.ts'
import { nowMs, openConsole } from './browser.ts'
import { openPlainTab } from './plain-tab.ts'

const loads = 10
const slowdown = 4
const maxScriptBytes = 160_000

/**
 * Notes in the page when the first incident can be answered and the first patient is drawn. A locator that
 * looks again and again would take time of the slowed processor.
 */
const noteWhenUsable = `{
  globalThis.usable = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.incident-card button') || !document.querySelector('.patient-tile')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}`

/** Opens the first screen with nothing cached on a slowed processor, until it can be used. */
export async function measureFirstScreen(
  browser: Browser,
  port: number,
  caregiver: SignedIn,
): Promise<Figure[]> {
  const timesMs: number[] = []
  // The first load is not counted: the service has never sent these files.
  for (let i = 0; i <= loads; i++) {
    const timeMs = await timeUntilUsable(browser, port, caregiver)
    if (i > 0) timesMs.push(timeMs)
  }
  const scriptBytes = await measureScripts(browser, port, caregiver)
  return [
    latencyFigure(`first screen usable, ${slowdown} times slowed`, timesMs, 2000, loads),
    {
      name: 'JavaScript of the first screen',
      measured: `${(scriptBytes / 1000).toFixed(1)} kB gzipped`,
      goal: `≤ ${maxScriptBytes / 1000} kB`,
      isMet: scriptBytes > 0 && scriptBytes <= maxScriptBytes,
      values: { bytes: scriptBytes },
    },
  ]
}

async function timeUntilUsable(browser: Browser, port: number, caregiver: SignedIn): Promise<number> {
  const url = `http://127.0.0.1:${port}`
  const tab = await openPlainTab(browser, { name: 'session', value: caregiver.token, url })
  await tab.send('Page.enable', {})
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: noteWhenUsable })
  const startedAtMs = nowMs()
  await tab.send('Page.navigate', { url })
  const usableAtMs = await tab.evaluate<number>('globalThis.usable')
  await tab.close()
  return usableAtMs - startedAtMs
}

/** Sums the scripts of the first screen, compressed here, whatever the browser and the service agree on. */
async function measureScripts(browser: Browser, port: number, caregiver: SignedIn): Promise<number> {
  const { page, context } = await openConsole(browser, port, caregiver)
  await page.addInitScript(noteWhenUsable)
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length)
    scripts.set(response.url(), size)
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.evaluate('globalThis.usable')
  const sizes = await Promise.all(scripts.values())
  await context.close()
  return sizes.reduce((sum, size) => sum + size, 0)
}
