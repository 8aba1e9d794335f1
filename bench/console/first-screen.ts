import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { type Figure, latencyFigure } from '../alerts/figure.ts'
import type { SignedIn } from '../alerts/people.ts'
import { nowMs, openConsole } from './browser.ts'

const loads = 5
const slowdown = 4
const maxScriptBytes = 160_000

/**
 * noteWhenUsable notes in the page when the first incident can be answered and the first patient is drawn. A locator that
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

/** measureFirstScreen opens the first screen with nothing cached on a slowed processor, until it can be used. */
export async function measureFirstScreen(
  browser: Browser,
  port: number,
  caregiver: SignedIn,
): Promise<Figure[]> {
  const timesMs: number[] = []
  let scriptBytes = 0
  for (let i = 0; i < loads; i++) {
    const { page, context } = await openConsole(browser, port, caregiver)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(noteWhenUsable)
    const scripts = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      // Compressed here in the same way, whatever the browser and the service have agreed on.
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      )
    })
    const startedAtMs = nowMs()
    await page.goto('/', { waitUntil: 'commit' })
    timesMs.push((await page.evaluate<number>('globalThis.usable')) - startedAtMs)
    const sizes = await Promise.all(scripts.values())
    scriptBytes = sizes.reduce((sum, size) => sum + size, 0)
    await context.close()
  }
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
