import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest, isFull } from '../support/full.ts'
import { goodPassword, useService } from '../support/service.ts'
import { backupsOf } from './support/backups.ts'
import { lostLine, useBrowser } from './support/browser.ts'
import { type ConsolePage, consoleOptions, languages, openConsole, textOf } from './support/console-page.ts'
import { furnish, type House, houseSettings } from './support/house.ts'
import { axe, buttonWith } from './support/page-checks.ts'
import {
  colourRules,
  describeViolation,
  findProblems,
  findViolations,
  largeTargetsIn,
  usualWidth,
} from './support/screen-checks.ts'
import {
  nameOf,
  routesOfConsole,
  type Screen,
  screens,
  screensOf,
  type Visitor,
  visitors,
} from './support/screens.ts'
import { type Scene, type State, states } from './support/states.ts'

/** Many people behind one router share the requests that its address has. The live stream is not counted. */
const maxRequests = 6

/** The screens that are looked at; in full, also those that another test uses, or that show the same parts as another. */
const checkedFor = (visitor: Visitor) =>
  screensOf(visitor).filter(({ repeats, usedIn }) => isFull || !(repeats || usedIn))

/** German has the longest words. */
const longestLanguage = 'de'
const otherLanguages = isFull ? languages.filter((language) => language !== longestLanguage) : []

const largeTargets = largeTargetsIn(longestLanguage)

const service = useService(houseSettings, { ...consoleOptions, backups: backupsOf(4, 28) })
const browser = useBrowser()
let house: House
before(async () => {
  house = await furnish(service)
})
after(() => house?.push.stop())

/** Opens a page of the console by the longest language. Colours are read as they are while they fade into each other. */
async function open(visitor: Visitor): Promise<ConsolePage> {
  const expectedErrors = [lostLine, ...(visitor === 'nobody' ? [/401/] : [])]
  const options = {
    ...({ reducedMotion: true, language: longestLanguage, width: usualWidth, expectedErrors } as const),
    // Whether there is one changes only what can be said about messages to this browser.
    serviceWorker: isFull,
  }
  const opened = await openConsole(browser, service, { house, visitor }, options)
  await opened.page.clock.install()
  return opened
}

const patients: Visitor[] = ['rosa', 'karl', 'mary', 'otto']

/** A browser asks once whether it may call for help without a sign-in, after everything else, and remembers the answer. */
const mayCallForHelp = `localStorage.getItem('fallwatch-help-page') !== null`

/** Whether a screen has asked too much, or asks again later. */
async function findRequestProblems({ page, requests, settle }: ConsolePage, ofShell: string[]) {
  const found: string[] = []
  // What was read before the stream began is read again, which is no request that the screen needs.
  const first = [...new Set([...ofShell, ...requests])]
  if (first.length > maxRequests) found.push(`asks ${first.join(', ')}`)
  requests.length = 0
  await page.clock.fastForward('10:00')
  // For the page its line was silent for ten minutes.
  if ((await page.locator('.live-banner').count()) > 0)
    await page.locator('.live-dot-live').waitFor({ state: 'attached' })
  await settle()
  if (requests.length > 0) found.push(`asks again ${requests.join(', ')}`)
  return found
}

/** Brings a page from its screen into a state, such as an open dialog. */
async function reachState(scene: Scene, { name, reach }: State): Promise<void> {
  try {
    await reach(scene)
  } catch (cause) {
    throw new Error(`${name} was not reached`, { cause })
  }
  // The library announces for seven seconds a button that works, also if it is gone by then; it begins a moment later.
  for (const time of ['00:01', '00:10']) await scene.page.clock.fastForward(time)
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

  for (const visitor of visitors.filter((visitor) => checkedFor(visitor).length > 0))
    test(`of ${visitor} asks little, fits and is accessible, as is what can be opened there`, async () => {
      const shown = await open(visitor)
      const { page, show, reload, speak, load, requests } = shown
      const scene = { page, house, service, text: (key: string) => textOf(longestLanguage, key) }
      const found: string[] = []
      const note = (where: string, problems: string[]) =>
        found.push(...problems.map((problem) => `${where} ${problem}`))

      if (visitor !== 'nobody') await load('/me/profile')
      if (patients.includes(visitor)) await until(() => page.evaluate<boolean>(mayCallForHelp), 60_000)
      const ofProfile = new Set(requests)
      let ofShell: string[] | undefined
      /** Whether what is around every screen was checked. */
      let hasFrame = false
      for (const screen of checkedFor(visitor)) {
        requests.length = 0
        // Where a link leads to asks only for what it needs itself: ten minutes later, nothing of other screens is kept.
        await (isFull ? reload(screen) : show(screen))
        ofShell ??= requests.filter((request) => ofProfile.has(request))
        assert.equal(await page.evaluate('document.documentElement.lang'), longestLanguage)
        note(nameOf(screen), await findProblems(page, longestLanguage, isFull || !hasFrame))
        hasFrame = true
        for (const text of largeTargets) if ((await buttonWith(page, text).count()) > 0) seen.add(text)
        if (isFull) note(nameOf(screen), await findRequestProblems(shown, ofShell))
        for (const state of statesOf(screen)) {
          await reachState(scene, state)
          note(state.name, await findProblems(page, longestLanguage, isFull))
          await state.leave?.(scene)
        }
      }
      for (const language of otherLanguages) {
        await speak(language)
        for (const screen of checkedFor(visitor)) {
          await show(screen)
          assert.equal(await page.evaluate('document.documentElement.lang'), language)
          const violations = await axe(page, { disabledRules: colourRules })
          note(`${nameOf(screen)} in ${language}`, violations.map(describeViolation))
        }
      }
      assert.deepEqual(found, [])
    })

  test('together have all of the buttons that matter', () => {
    assert.deepEqual([...seen].sort(), largeTargets.toSorted())
  })
})

describe('everybody can answer', needsBrowser(), () => {
  fullTest('whether there shall be an alarm, also while somebody waits, and change it later', async () => {
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
    await button('me.sound.pattern.help').click()
    await button('me.sound.disable').click()
    await text('me.sound.off').waitFor()

    await page.goto('/admin/people')
    await page.getByText(textOf('en', 'errors.forbidden')).waitFor()
    assert.equal(await button('admin.people.invite.title').count(), 0)
  })
})

/** What can be opened on a screen; of several of one route, on the first. */
function statesOf(screen: Screen): State[] {
  const isHere = ({ route, visitor }: State | Screen) => route === screen.route && visitor === screen.visitor
  if (screens.find(isHere) !== screen) return []
  return states.filter((state) => isHere(state) && (isFull || !state.isRare))
}
