import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { goodPassword, useService } from '../support/service.ts'
import { backupsOf } from './support/backups.ts'
import { lostLine, useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import { type ConsolePage, consoleOptions, languages, openConsole, textOf } from './support/console-page.ts'
import { furnish, type House, houseSettings } from './support/house.ts'
import { type AxeViolation, axe, findSidewaysScroll, findSmallTargets } from './support/page-checks.ts'
import {
  nameOf,
  routesOfConsole,
  type Screen,
  screens,
  screensOf,
  type Visitor,
  visitors,
} from './support/screens.ts'
import { states } from './support/states.ts'

/** Many people behind one router share the requests that its address has. The live stream is not counted. */
const maxRequests = 6

/** What depends on the theme; everything else is the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The narrowest window that must work, and one of 1280 pixels that is zoomed to 200 %. */
const narrowWidths = [320, 640]
const usualWidth = 1280

/** German has the longest words. */
const longestLanguage = 'de'

/** In CSS pixels; a finger that trembles is not exact. */
const leastTarget = 48
const leastLargeTarget = 64

/** The buttons that matter most. A notice, which can wait, has a smaller "I'm on it". */
const largeTargets = ['incident.action.acknowledge', 'home.fine', 'home.help'].map((key) =>
  textOf(longestLanguage, key),
)

const service = useService(houseSettings, { ...consoleOptions, backups: backupsOf(4, 28) })
const browser = useBrowser()
let house: House
before(async () => {
  house = await furnish(service)
})
after(() => house?.push.stop())

// Colours are read as they are while they fade into each other.
const open = (visitor: Visitor, options = {}) =>
  openConsole(browser, service, { house, visitor }, { reducedMotion: true, ...options })

/** findViolations checks what a page shows, by all rules in the light theme, and by those about colour in the dark one. */
async function findViolations(page: Page): Promise<string[]> {
  const light = await axe(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe(page, { rules: colourRules })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light.map(describeViolation), ...dark.map((one) => `is dark: ${describeViolation(one)}`)]
}

const describeViolation = ({ id, help, elements }: AxeViolation) => `${id}: ${help}\n${elements.join('\n')}`

/** findProblems loads a screen, and tells what is wrong with it, such as that it asks too much, or again later. */
async function findProblems({ page, reload, requests, settle }: ConsolePage, screen: Screen) {
  await reload(screen)
  // What was read before the stream began is read again, which is no request that the screen needs.
  const first = [...new Set(requests)]
  const found = await findViolations(page)
  if (first.length > maxRequests) found.push(`asks ${first.join(', ')}`)
  requests.length = 0
  await page.clock.fastForward('10:00')
  await settle()
  if (requests.length > 0) found.push(`asks again ${requests.join(', ')}`)
  return found
}

/** findLayoutProblems tells what does not fit a narrow window, or a finger. */
async function findLayoutProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 800 })
    const problems = [
      ...(await findSidewaysScroll(page)),
      ...(await findSmallTargets(page, leastTarget)),
      ...(await findSmallTargets(page, leastLargeTarget, largeTargets)),
    ]
    found.push(...problems.map((problem) => `at ${width} pixels: ${problem}`))
  }
  await page.setViewportSize({ width: usualWidth, height: 800 })
  return found
}

test('every route of the console is among the screens', () => {
  const routes = routesOfConsole()
  assert.ok(routes.length > 20, `only ${routes.length} routes were found in the router`)
  const known = new Set(screens.map(({ route }) => route))
  assert.deepEqual(
    routes.filter((route) => !known.has(route)),
    [],
    'test/browser/support/screens.ts lacks them',
  )
})

describe('every screen', needsBrowser(), () => {
  const seen = new Set<string>()

  for (const visitor of visitors)
    test(`of ${visitor} asks little, fits and is accessible, in all languages and both themes`, async () => {
      const expectedErrors = visitor === 'nobody' ? [/401/] : []
      const shown = await open(visitor, { expectedErrors })
      const { page, show, speak, load } = shown
      await page.clock.install()
      await load('/sign-in')
      const found: string[] = []

      for (const language of languages) {
        await speak(language)
        for (const screen of screensOf(visitor)) {
          const note = (problems: string[]) =>
            found.push(...problems.map((problem) => `${nameOf(screen)} in ${language} ${problem}`))
          // Colours are the same in every language, and the rules about them take most of the time.
          if (language === 'en') note(await findProblems(shown, screen))
          else {
            await show(screen)
            note((await axe(page, { disabledRules: colourRules })).map(describeViolation))
          }
          assert.equal(await page.evaluate('document.documentElement.lang'), language)
          if (language !== longestLanguage) continue
          note(await findLayoutProblems(page))
          for (const text of largeTargets)
            if ((await page.getByRole('button', { name: text, exact: true }).count()) > 0) seen.add(text)
        }
      }
      assert.deepEqual(found, [])
    })

  test('together have all of the buttons that matter', () => {
    assert.deepEqual([...seen].sort(), largeTargets.toSorted())
  })
})

describe('everybody can answer', needsBrowser(), () => {
  for (const { name, visitor, route, reach } of states)
    test(name, async () => {
      const expectedErrors = [lostLine, ...(visitor === 'nobody' ? [/401/] : [])]
      const { page, show } = await open(visitor, { expectedErrors, language: longestLanguage })
      await page.clock.install()
      await show(screenOf(route, visitor))
      await reach({ page, house, service, text: (key) => textOf(longestLanguage, key) })
      // The library announces for seven seconds a button that works, also if it is gone by then; it begins a moment later.
      for (const time of ['00:01', '00:10']) await page.clock.fastForward(time)
      assert.deepEqual([...(await findViolations(page)), ...(await findLayoutProblems(page))], [])
    })

  test('whether there shall be an alarm, also while somebody waits, and change it later', async () => {
    const account = { email: house.anna.email, password: goodPassword }
    const { page } = await browser.openPage(service, account, { reducedMotion: true, path: '/' })
    const button = (key: string) => page.getByRole('button', { name: textOf('en', key) })
    const text = (key: string) => page.getByText(textOf('en', key))
    await button('sound.enable').waitFor()
    assert.deepEqual(await findViolations(page), [])
    await button('sound.decline').click()
    await button('sound.enable').waitFor({ state: 'detached' })

    await page.goto('/me/notifications')
    await text('me.sound.off').waitFor()
    await button('sound.enable').click()
    await text('me.sound.on').waitFor()
    // Whether there is a device that makes sounds depends on the machine.
    await text('me.sound.played').or(text('me.sound.blocked')).waitFor()
    assert.equal(await page.evaluate(`localStorage.getItem('fallwatch-sound-${house.anna.id}')`), 'on')
    await button('me.sound.test').click()
    await button('me.sound.disable').click()
    await text('me.sound.off').waitFor()

    await page.goto('/admin/people')
    await page.getByText(textOf('en', 'errors.forbidden')).waitFor()
    assert.equal(await button('admin.people.invite.title').count(), 0)
  })
})

function screenOf(route: string, visitor: Visitor): Screen {
  const found = screens.find((screen) => screen.route === route && screen.visitor === visitor)
  assert.ok(found)
  return found
}
