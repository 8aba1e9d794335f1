import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { useService } from '../support/service.ts'
import { useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import { consoleOptions, openConsole, textOf } from './support/console-page.ts'
import { furnish, type House, houseSettings } from './support/house.ts'
import { findSmallTargets, noSidewaysScroll } from './support/page-checks.ts'
import { nameOf, screensOf, visitors } from './support/screens.ts'

/** The narrowest window that must work, and one of 1280 pixels that is zoomed to 200 %. */
const widths = [320, 640]

/** German has the longest words. */
const language = 'de'

/** In CSS pixels; a finger that trembles is not exact. */
const leastTarget = 48
const leastLargeTarget = 64

/** The buttons that matter most. A notice, which can wait, has a smaller "I'm on it". */
const largeTargets = ['incident.action.acknowledge', 'home.fine', 'home.help'].map((key) =>
  textOf(language, key),
)

const service = useService(houseSettings, consoleOptions)
const browser = useBrowser()
let house: House
before(async () => {
  house = await furnish(service)
})
after(() => house?.push.stop())

async function problemsOf(page: Page): Promise<string[]> {
  const problems = await noSidewaysScroll(page).then(
    () => [],
    (error: assert.AssertionError) => [`scrolls sideways: ${(error.actual as string[]).join(', ')}`],
  )
  return [
    ...problems,
    ...(await findSmallTargets(page, leastTarget)),
    ...(await findSmallTargets(page, leastLargeTarget, largeTargets)),
  ]
}

describe('the layout', needsBrowser(), () => {
  const seen = new Set<string>()

  for (const visitor of visitors)
    test(`fits narrow windows and unsure fingers on every screen of ${visitor}`, async () => {
      const expectedErrors = visitor === 'nobody' ? [/401/] : []
      const options = { language, pixelRatio: 2, expectedErrors } as const
      const { page, show } = await openConsole(browser, service, { house, visitor }, options)
      const found: string[] = []
      for (const screen of screensOf(visitor)) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          if (width === widths[0]) await show(screen)
          for (const problem of await problemsOf(page))
            found.push(`${nameOf(screen)} at ${width}: ${problem}`)
        }
        for (const text of largeTargets)
          if ((await page.getByRole('button', { name: text, exact: true }).count()) > 0) seen.add(text)
      }
      assert.deepEqual(found, [])
    })

  test('was seen with all of the buttons that matter', () => {
    assert.deepEqual([...seen].sort(), largeTargets.toSorted())
  })
})
