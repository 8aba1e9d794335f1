import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest, isFull } from '../support/full.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { assign } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { setPin } from '../support/stations.ts'
import { makeHouse, settle } from '../support/teams.ts'
import { moveIn, signUpResident } from '../support/wards.ts'
import { browserSettings, lostLine, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { axe } from './support/page-checks.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()

/** The tablet of a ward in which one patient lives, whose caregiver has the PIN 4711. */
async function openBoard() {
  const { patient, caregiver, admin } = await makeCircle(service)
  const { north } = makeHouse()
  await settle(service, patient, north)
  await setPin(service, caregiver)
  const { code } = await done(service, 'POST', '/admin/stations', admin, { name: randomUUID(), ...north })
  const expectedErrors = [/401/, /400.*acknowledge/, lostLine]
  const size = { width: 1024, height: 768 }
  const options = { ...size, path: '/station', expectedErrors }
  const { page, context } = await browser.openPage(service, undefined, options)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign this tablet in' }).click()
  await page.getByRole('heading', { name: /^North · / }).waitFor()
  return { page, context, patient, caregiver }
}

const waitMs = 60_000

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

async function enterPin(dialog: Locator, pin: string): Promise<void> {
  for (const digit of pin) await press(dialog, digit)
}

/** The tablet of a ward at night, before the first alarm. */
async function openWard(place: { site: string; ward: string }) {
  const token = await service.adminToken()
  const body = { name: randomUUID(), ...place }
  const { code } = await done(service, 'POST', '/admin/stations', { token }, body)
  const { page } = await browser.openPage(service, undefined, { expectedErrors: [/401/] })
  await page.clock.install({ time: '2026-01-10T22:30:00Z' })
  await page.goto('/station')
  await page.getByLabel('Code').fill(code)
  await press(page, 'Sign this tablet in')
  await page.getByRole('heading', { name: /^North · / }).waitFor()
  return page
}

const background = (page: Page) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('main')).backgroundColor`)

/** Counts the cards that are wholly on the screen, above the bar that covers some. */
const seenCards = (page: Page) =>
  page.evaluate<number>(`{
    const bottom = document.querySelector('.station-more')?.getBoundingClientRect().top ?? innerHeight
    const rects = [...document.querySelectorAll('.station-incident')].map((card) => card.getBoundingClientRect())
    rects.filter((rect) => rect.top >= 0 && rect.bottom <= bottom).length
  }`)

describe('the tablet of a ward', needsBrowser(), () => {
  test('says where to go, is answered with a PIN, and asks what it was', async () => {
    const { page, patient, caregiver } = await openBoard()
    await press(page, 'No sound here')
    await page.getByText('No alarm is open.').waitFor()
    await reportFall(service, patient)
    const card = page.getByRole('listitem').filter({ hasText: 'Rosa Marín has fallen' })
    await card.getByText('Room 7').waitFor()
    await card.getByRole('button', { name: 'I’m on it' }).click()

    const dialog = page.getByRole('dialog', { name: 'Room 7: Rosa Marín has fallen' })
    await press(dialog, 'I’m on it')
    await dialog.getByText('Choose your name and enter your PIN.').waitFor()
    await dialog.getByLabel('Who are you?').selectOption({ label: 'Ana Gil' })
    await enterPin(dialog, '4712')
    await press(dialog, 'I’m on it')
    await dialog.getByText('The PIN is wrong.').waitFor()
    await enterPin(dialog, '47119')
    await press(dialog, 'I’m on it')
    await card.getByText('Ana Gil is on it').waitFor()

    await card.getByRole('button', { name: 'End the incident' }).click()
    await dialog.getByLabel('Who are you?').selectOption({ label: 'Ana Gil' })
    await enterPin(dialog, '4711')
    await press(dialog, 'End the incident')
    await dialog.getByText('Please choose what it was.').waitFor()
    await dialog.getByLabel('What was it?').selectOption({ label: 'A real fall' })
    await press(dialog, 'End the incident')
    await page.getByText('No alarm is open.').waitFor()
    const [incident] = await incidentsOf(service, patient, { state: 'RESOLVED' })
    assert.equal((await incidentOf(service, caregiver, incident.id)).outcome, 'REAL_FALL')
  })

  fullTest('lets a colleague come as a second person and take over, each with their PIN', async () => {
    const { page, patient, caregiver } = await openBoard()
    const ben = await service.signUp({ role: 'CAREGIVER', firstName: 'Ben', lastName: 'Rey' })
    await assign(service, ben.id, patient.id)
    await setPin(service, ben, '8264')
    await reportFall(service, patient)
    const [{ id }] = await incidentsOf(service, caregiver)
    await act(service, caregiver, id, 'acknowledge')
    // Until the tablet reads its list of names again.
    await page.reload()
    const card = page.getByRole('listitem').filter({ hasText: 'Rosa Marín has fallen' })
    const dialog = page.getByRole('dialog', { name: 'Room 7: Rosa Marín has fallen' })
    const does = async (name: string, { as, pin }: { as?: string; pin: string }) => {
      await card.getByRole('button', { name }).click()
      if (as) await dialog.getByLabel('Who are you?').selectOption({ label: as })
      await enterPin(dialog, pin)
      await press(dialog, name)
      await dialog.waitFor({ state: 'detached' })
    }
    // Who handles it is chosen already.
    await does('Ask for a second person', { pin: '4711' })
    await card.getByText('A second person is needed').waitFor()
    await does('I’m coming as well', { as: 'Ben Rey', pin: '8264' })
    await card.getByText('Ben Rey is going').waitFor()
    await card.getByText('Ana Gil is on it').waitFor()
    await does('Take over', { as: 'Ben Rey', pin: '8264' })
    await card.getByText('Ben Rey is on it').waitFor()
    assert.equal((await incidentOf(service, caregiver, id)).handledBy.id, ben.id)
  })

  fullTest('says when what it shows may be old', async () => {
    const { page, context } = await openBoard()
    await page.getByText('No alarm is open.').waitFor()
    await page.clock.install()
    await context.setOffline(true)
    await page.clock.fastForward('02:00')
    await page.getByText(/^⚠ Not live since/).waitFor()
    await page.getByText('When the connection was lost, nobody was waiting for an answer.').waitFor()
    assert.equal(await page.getByText('No alarm is open.').count(), 0)
    await context.setOffline(false)
  })

  test('shows who has waited longest, room first, and says how many more there are, at night as well', async () => {
    const { north } = makeHouse()
    const ana = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
    await moveIn(
      service,
      ana,
      ['10', 'B1', null, '2', 'A1'].map((room) => ({ ...north, room, lastName: `Voss ${room}` })),
    )
    const page = await openWard(north)
    const tiles = page.locator('.station-tile')
    await tiles.first().waitFor()
    assert.deepEqual(
      (await tiles.allInnerTexts()).map((text) => text.split('\n')[0]),
      ['Room 2', 'Room 10', 'Room A1', 'Room B1', 'Irma Voss null'],
    )
    const scheme = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')
    assert.equal(await scheme(), 'dark')
    await press(page, 'Light')
    assert.equal(await scheme(), 'light')
    assert.equal(await background(page), 'rgba(0, 0, 0, 0)')
    const sign = (words: string) => page.getByRole('link', { name: `${words}. Change the alarm sound` })
    await sign('Sound off').click()
    await page.locator('#sound').getByRole('button', { name: 'Switch the alarm on and test it' }).click()
    await sign('Sound on').waitFor()

    const rooms = ['31', '4', '12', '9', '8', '5', '7', '6', '3']
    for (const [i, room] of rooms.entries()) {
      const resident = await signUpResident(service, ana, { ...north, room })
      await reportFall(service, resident, { confidence: i === 4 ? 0.95 : 0.8 })
    }
    await page.getByText('Help is needed now: 9 alarms').waitFor()
    const cards = page.locator('.station-incident')
    assert.deepEqual(
      (await cards.allInnerTexts()).map((text) => text.split('\n')[0]),
      ['8', '31', '4', '12', '9', '5', '7', '6', '3'].map((room) => `Room ${room}`),
    )
    assert.equal(await background(page), 'rgb(179, 20, 27)')
    // The clock of this tablet is months behind.
    service.advance('7m')
    await cards.first().getByText('7 minutes ago').waitFor()
    for (const [width, height] of [
      [800, 1280],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      const more = page.getByRole('button', { name: /\d more alarms?: show/ })
      const { seen, hidden } = await until(async () => {
        await more.waitFor()
        const [shown, count] = [await seenCards(page), Number.parseInt((await more.innerText()).slice(2), 10)]
        return shown + count === rooms.length && { seen: shown, hidden: count }
      }, waitMs)
      assert.ok(seen >= 3 && hidden > 0, `${seen} of ${rooms.length} are seen at ${width} pixels`)
      await more.click()
      await until(() => page.evaluate('scrollY > 0'), waitMs)
      await page.clock.fastForward('00:25')
      await until(() => page.evaluate('scrollY === 0'), waitMs)
    }
    for (const theme of isFull ? ['Dark', 'Light'] : ['Dark']) {
      assert.deepEqual(await axe(page), [])
      await press(page, theme)
    }
  })
})
