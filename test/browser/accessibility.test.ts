import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { goodPassword, useService } from '../support/service.ts'
import { useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import { consoleOptions, languages, openConsole, textOf } from './support/console-page.ts'
import { furnish, type House, houseSettings } from './support/house.ts'
import { axe } from './support/page-checks.ts'
import { nameOf, type Screen, screens, screensOf, type Visitor, visitors } from './support/screens.ts'

/** What depends on the theme; everything else is the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block']

const service = useService(houseSettings, consoleOptions)
const browser = useBrowser()
let house: House
before(async () => {
  house = await furnish(service)
})
after(() => house?.push.stop())

/**
 * violationsOf checks what a page shows: by all rules in the light theme, and by those about colour in the dark one. Colours
 * are the same in every language, and the rules about them take most of the time, so they are checked in one.
 */
async function violationsOf(page: Page, name: string, language = 'en'): Promise<string[]> {
  const isFirst = language === 'en'
  const light = await axe(page, isFirst ? {} : { disabledRules: colourRules })
  if (!isFirst) return describeAll(name, 'light', light)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe(page, { rules: colourRules })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...describeAll(name, 'light', light), ...describeAll(name, 'dark', dark)]
}

const describeAll = (name: string, theme: string, violations: Awaited<ReturnType<typeof axe>>) =>
  violations.map(({ id, help, elements }) => `${name}, ${theme}: ${id}: ${help}\n${elements.join('\n')}`)

// Colours are read as they are while they fade into each other.
const open = (visitor: Visitor, options = {}) =>
  openConsole(browser, service, { house, visitor }, { reducedMotion: true, ...options })

describe('everybody can use', needsBrowser(), () => {
  for (const visitor of visitors)
    test(`every screen of ${visitor}, in all languages and both themes`, async () => {
      const expectedErrors = visitor === 'nobody' ? [/401/] : []
      const { page, show, speak, load } = await open(visitor, { expectedErrors })
      await load('/sign-in')
      const found: string[] = []
      for (const language of languages) {
        await speak(language)
        for (const screen of screensOf(visitor)) {
          await show(screen)
          assert.equal(await page.evaluate('document.documentElement.lang'), language)
          found.push(...(await violationsOf(page, `${nameOf(screen)} in ${language}`, language)))
        }
      }
      assert.deepEqual(found, [])
    })
})

/** State is something that a screen shows for a while. */
interface State {
  name: string
  visitor: Visitor
  route: string
  /** Brings it about in a page that speaks English. */
  reach(page: Page): Promise<void>
}

const press = (page: Page, key: string) =>
  page.getByRole('button', { name: textOf('en', key), exact: true }).click()

const states: State[] = [
  {
    ...{ name: 'the menu', visitor: 'anna', route: '/' },
    async reach(page) {
      await press(page, 'nav.menu')
      await page.getByRole('navigation', { name: textOf('en', 'nav.menu') }).waitFor()
    },
  },
  {
    ...{ name: 'the end of an incident', visitor: 'anna', route: '/incidents/$incidentId' },
    async reach(page) {
      await press(page, 'incident.action.resolve')
      await page.getByRole('dialog').getByRole('button').first().waitFor()
    },
  },
  {
    ...{ name: 'the deletion of an account', visitor: 'rosa', route: '/me/profile' },
    async reach(page) {
      await press(page, 'me.data.delete')
      await page.getByRole('dialog').getByRole('button').first().waitFor()
    },
  },
  {
    ...{ name: 'a lost line', visitor: 'anna', route: '/' },
    async reach(page) {
      await page.context().setOffline(true)
      // A line that is silent for so long is dead, and after some more seconds the page says so.
      await page.clock.fastForward('01:00')
      await page.clock.fastForward('00:05')
      await page.locator('.live-banner-lost').waitFor()
    },
  },
]

describe('everybody can answer', needsBrowser(), () => {
  for (const { name, visitor, route, reach } of states)
    test(name, async () => {
      const expectedErrors = [/ERR_INTERNET_DISCONNECTED/]
      const { page, show } = await open(visitor, { expectedErrors })
      await page.clock.install()
      await show(screenOf(route, visitor))
      await reach(page)
      assert.deepEqual(await violationsOf(page, name), [])
    })

  test('whether there shall be an alarm', async () => {
    // Somebody for whom nobody waits: others are not asked about sounds.
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    const { page } = await browser.openPage(
      service,
      { email: caregiver.email, password: goodPassword },
      { reducedMotion: true, path: '/' },
    )
    await page.getByRole('button', { name: textOf('en', 'sound.enable') }).waitFor()
    assert.deepEqual(await violationsOf(page, 'the question'), [])
  })
})

function screenOf(route: string, visitor: Visitor): Screen {
  const found = screens.find((screen) => screen.route === route && screen.visitor === visitor)
  assert.ok(found)
  return found
}
