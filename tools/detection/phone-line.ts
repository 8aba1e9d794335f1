import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { isWatching, launchBrowser, openPhone } from './phone-page.ts'
import { get, withService } from './service-client.ts'

const msPerMinute = 60_000
/** A row of samples later or earlier is a matter of the clock. */
const toleranceMs = 60
const pageOfReadings = 100

interface Stored {
  /** By the clock of the phone, at the last sample. */
  uptime: number
  samples: { rateHz: number; values: unknown[] } | null
}

/**
 * Lets a page that is a phone watch for so long, cuts its line again and again, and loads it once while the line is cut.
 * It returns whether the service has every second of what was watched.
 */
export async function watchThroughCuts(minutes: number, cuts: number): Promise<boolean> {
  return withService(async (api) => {
    const browser = await launchBrowser()
    try {
      const { page, token, deviceId } = await openPhone(browser, api, 'wrist', [0.3, 9.75, 0.5, 0, 0, 0])
      await isWatching(page)
      const startedAt = Date.now()
      const everyMs = (minutes * msPerMinute) / Math.max(1, cuts)
      for (let cut = 0; cut < cuts; cut++) {
        await sleep(startedAt + (cut + 0.4) * everyMs - Date.now())
        await cutLine(page, everyMs / 5, cut === Math.floor(cuts / 2))
      }
      await sleep(startedAt + minutes * msPerMinute - Date.now())
      const watchedMs = Date.now() - startedAt
      await page.locator('.phone-line', { hasText: /^Connected$/ }).waitFor({ timeout: 120_000 })
      const text = await page.getByRole('region', { name: 'How it stands' }).textContent()
      return report(await readAll(api, token, deviceId), watchedMs, cuts, text ?? '')
    } finally {
      await browser.close()
    }
  })
}

/** Lets nothing through for a while; the page may be loaded meanwhile, from its cache as a phone has it. */
async function cutLine(page: Page, ms: number, loadsAgain: boolean): Promise<void> {
  await page.context().route('**/api/**', (route) => route.abort())
  console.log(`cut for ${Math.round(ms / 1000)} s${loadsAgain ? ', and loaded again' : ''}`)
  await sleep(ms / 2)
  if (loadsAgain) {
    await page.reload()
    await isWatching(page)
  }
  await sleep(ms / 2)
  await page.context().unroute('**/api/**')
}

async function readAll(api: string, token: string, deviceId: string): Promise<Stored[]> {
  const stored: Stored[] = []
  let to: string | undefined
  do {
    const query = new URLSearchParams({ limit: String(pageOfReadings), samples: 'true', ...(to && { to }) })
    const answer = await get(`${api}/device/${deviceId}/readings?${query}`, token)
    stored.push(...(answer.data as Stored[]))
    to = (answer.pagination as { next: string | null }).next ?? undefined
  } while (to)
  return stored.sort((a, b) => a.uptime - b.uptime)
}

/** Says what is missing between the first reading and the last, and what is there twice. */
function report(stored: Stored[], watchedMs: number, cuts: number, text: string): boolean {
  let [coveredMs, twiceMs, missingMs, gaps] = [0, 0, 0, 0]
  for (const [i, { uptime, samples }] of stored.entries()) {
    const lengthMs = samples ? (samples.values.length / samples.rateHz) * 1000 : 0
    const before = stored[i - 1]
    const gapMs = before ? uptime - lengthMs - before.uptime : 0
    coveredMs += lengthMs
    if (gapMs > toleranceMs) [gaps, missingMs] = [gaps + 1, missingMs + gapMs]
    if (gapMs < -toleranceMs) twiceMs -= gapMs
  }
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  console.log(
    `${seconds(watchedMs)} s watched, line cut ${cuts} times: ${stored.length} readings with ${seconds(coveredMs - twiceMs)} s of motion, ` +
      `${seconds(twiceMs)} s twice; ${gaps} gaps of ${seconds(missingMs)} s; the page says: ${text}`,
  )
  // What is missing is the time in which the page was loaded again.
  return gaps <= 1 && missingMs < 5000 && coveredMs - twiceMs + missingMs > watchedMs - 3000
}
