import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest, isFull } from '../support/full.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { addDevice, assign, everythingElse, type Person } from '../support/readings.ts'
import { adminAccount, useService } from '../support/service.ts'
import { setPin } from '../support/stations.ts'
import { makeHouse, settle } from '../support/teams.ts'
import { browserSettings, lostLine, useBrowser } from './support/browser.ts'
import { waitUntilLive } from './support/console.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { usePagePool } from './support/page-pool.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()
const pool = usePagePool(browser, service)

const phone = { width: 390, height: 844 }
const tablet = { width: 1280, height: 800 }

interface Ward {
  patients: Person[]
  ana: Person
  eva: Person
  north: { site: string; ward: string }
}

/** A ward of patients with these first names, whom Ana and Eva look after. */
async function makeWard(...firstNames: string[]): Promise<Ward> {
  const lastName = `Marín ${randomUUID().slice(0, 4)}`
  const [ana, eva] = await Promise.all(
    [
      ['Ana', 'Gil'],
      ['Eva', 'Sol'],
    ].map(([firstName, last]) => service.signUp({ role: 'CAREGIVER', firstName, lastName: last })),
  )
  const { north } = makeHouse()
  const patients: Person[] = []
  for (const [index, firstName] of firstNames.entries()) {
    const patient = await service.signUp({ firstName, lastName })
    for (const caregiver of [ana, eva]) await assign(service, caregiver.id, patient.id)
    await settle(service, patient, north)
    const room = String(index + 1)
    await service.ctx.db.query('update residences set room = $2 where patient_id = $1', [patient.id, room])
    patients.push(patient)
  }
  return { patients, ana, eva, north }
}

/** The station of the ward; with a clock that moves, in a browser of its own. */
async function openTablet(
  { site, ward }: Ward['north'],
  { movesClock = false, ...options }: Partial<typeof tablet> & { movesClock?: boolean } = {},
) {
  const admin = { ...adminAccount, token: await service.adminToken() }
  const { code } = await done(service, 'POST', '/admin/stations', admin, { name: randomUUID(), site, ward })
  const given = { path: '/station', expectedErrors: [/401/, lostLine], ...tablet, ...options }
  const opened = movesClock
    ? await browser.openPage(service, undefined, given)
    : await pool.openPage(undefined, given)
  await opened.page.getByLabel('Code').fill(code)
  await opened.page.getByRole('button', { name: 'Sign this tablet in' }).click()
  await opened.page.getByRole('heading', { name: new RegExp(ward) }).waitFor()
  return opened
}

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

/** Lets somebody fall, and gives the id of the incident. */
async function fall(patient: Person): Promise<string> {
  await reportFall(service, patient)
  return (await incidentsOf(service, patient))[0].id
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`
const cardOf = (page: Page, patient: Person) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: nameOf(patient) }) })
const buttonOf = (page: Page, action: string, patient: Person) =>
  page.getByRole('button', { name: `${action}: ${nameOf(patient)} has fallen`, exact: true })

/** Where an element is in the window. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  assert.ok(box, 'the element is not drawn')
  return box
}

const middleOf = ({ x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) =>
  [x + width / 2, y + height / 2] as const

const stateOf = async (person: Person, id: string) => (await incidentOf(service, person, id)).state

const codesOf = async (person: Person, id: string): Promise<string[]> =>
  (await incidentOf(service, person, id)).timeline.map(({ data }: { data: { code: string } }) => data.code)

const waitMs = 60_000

/**
 * With it, the second in which a list takes no touch, and the ten in which an answer can be undone, are as long as a test
 * takes; `settleAll` ends the first, and tells whether nothing settles any more.
 */
const settleByHand = `{
  const later = globalThis.setTimeout
  const waiting = []
  globalThis.setTimeout = (run, ms, ...given) => {
    if (ms !== 1000) return later(run, ms === 10_000 ? 600_000 : ms, ...given)
    waiting.push(() => run(...given))
    return 0
  }
  globalThis.settleAll = () => {
    for (const end of waiting.splice(0)) end()
    return document.querySelector('[data-settling]') === null
  }
}`

describe('a list of alarms', needsBrowser(), () => {
  test('answers one alarm by two taps, and takes that back', async () => {
    const { patients, ana } = await makeWard('Rosa', 'Karl')
    const [rosa, karl] = patients
    assert.ok(rosa && karl)
    const ids = [await fall(rosa), await fall(karl)]
    const states = async () => Promise.all(ids.map((id) => stateOf(ana, id)))
    const { page, context } = await browser.openPage(service, ana, phone)
    await context.addInitScript(settleByHand)
    await context.addInitScript(`localStorage.setItem('fallwatch-sound-${ana.id}', 'off')`)
    await page.goto('/')
    const first = buttonOf(page, 'I’m on it', rosa)
    await first.waitFor()
    await waitUntilLive(page)
    await until(() => page.evaluate('settleAll()'), waitMs)
    const [x, y] = middleOf(await boxOf(first))
    await page.mouse.click(x, y)
    await page.mouse.click(x, y)
    await cardOf(page, rosa).getByText('You are on it').waitFor()
    // The card has stayed, and its button takes no touch yet.
    await page.mouse.click(x, y)
    const undo = buttonOf(page, 'Undo', rosa)
    const movedPx = middleOf(await boxOf(undo))[1] - y
    const seen = () => page.locator('main').innerText()
    assert.ok(Math.abs(movedPx) < 8, `the card has moved by ${movedPx} px: ${await seen()}`)
    await page.mouse.click(x, y)
    assert.deepEqual(await states(), ['ACKNOWLEDGED', 'OPEN'])
    await until(() => page.evaluate('settleAll()'), waitMs)
    await undo.click()
    await first.waitFor()
    assert.deepEqual(await states(), ['OPEN', 'OPEN'])
    assert.equal((await codesOf(ana, ids[0] ?? '')).at(-1), 'ACKNOWLEDGEMENT_UNDONE')
    await page
      .getByRole('link', { name: nameOf(rosa) })
      .first()
      .click()
    await page.getByText('Undone: it was a mistake').waitFor()
  })

  test('keeps an alarm in its place while the answer is on its way', async () => {
    const { patients, ana } = await makeWard('Rosa', 'Karl')
    const [rosa, karl] = patients
    assert.ok(rosa && karl)
    for (const patient of [rosa, karl]) await fall(patient)
    const { page } = await browser.openPage(service, ana, phone)
    let arrive = () => {}
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/acknowledge', async (route) => {
      const response = await route.fetch()
      await arrives
      await route.fulfill({ response })
    })
    await page.goto('/')
    await waitUntilLive(page)
    const answer = buttonOf(page, 'I’m on it', rosa)
    // Playwright scrolls a page whose button takes no touch yet.
    await answer.click({ trial: true })
    const { y } = await boxOf(answer)
    await answer.click()
    // Live updates are faster, and nobody has touched the list for seconds.
    await cardOf(page, rosa).getByText('You are on it').waitFor()
    await page.locator('[data-held]').waitFor({ state: 'detached' })
    arrive()
    const { y: undoY } = await boxOf(buttonOf(page, 'Undo', rosa))
    assert.ok(Math.abs(undoY - y) < 8, `the card has moved by ${undoY - y} px`)
  })

  test('does not move under a finger: it is put in order when nobody touches it', async () => {
    const { patients, ana, eva, north } = await makeWard('Rosa', 'Karl', 'Greta')
    const [rosa, karl, greta] = patients
    assert.ok(rosa && karl && greta)
    const id = await fall(rosa)
    await fall(karl)
    const { page: nurse } = await pool.openPage(ana, { path: '/', ...phone })
    const { page: station } = await openTablet(north)
    const pages = [nurse, station]
    for (const page of pages) {
      await press(page, 'No sound here')
      const button = buttonOf(page, 'I’m on it', karl)
      await button.click({ trial: true })
      await page.evaluate(`{
        globalThis.settled = 0
        new MutationObserver(() => settled++).observe(document.body, {
          subtree: true, attributeFilter: ['data-settling'],
        })
      }`)
      // On the card, beside its button.
      const { x, y } = await boxOf(cardOf(page, karl))
      await page.mouse.move(x + 12, y + 12)
      await page.mouse.down()
    }
    const before = await Promise.all(pages.map((page) => boxOf(buttonOf(page, 'I’m on it', karl))))
    await act(service, eva, id, 'acknowledge', {})
    await fall(greta)
    for (const page of pages) {
      await cardOf(page, rosa).getByText('Eva Sol is on it').waitFor()
      await buttonOf(page, 'I’m on it', greta).waitFor()
    }
    const held = await Promise.all(pages.map((page) => boxOf(buttonOf(page, 'I’m on it', karl))))
    for (const [index, { x, y }] of held.entries()) {
      const { x: oldX = 0, y: oldY = 0 } = before[index] ?? {}
      assert.ok(Math.abs(x - oldX) < 8 && Math.abs(y - oldY) < 8, `it has moved from ${oldY} to ${y}`)
    }
    for (const page of pages) {
      await page.mouse.up()
      await page.mouse.move(1, 1)
      const handled = page.getByRole('region', { name: 'Somebody is on it' })
      await handled.getByRole('heading', { name: nameOf(rosa) }).waitFor()
      assert.ok((await page.evaluate<number>('settled')) > 0, 'the list took touches after it had moved')
      await buttonOf(page, 'I’m on it', karl).click({ trial: true })
    }
  })

  fullTest('is answered at a station without a name, and that is undone', async () => {
    const { patients, ana, north } = await makeWard('Rosa')
    const [rosa] = patients
    assert.ok(rosa)
    const id = await fall(rosa)
    const { page } = await openTablet(north)
    await buttonOf(page, 'I’m on it', rosa).click()
    await press(page.getByRole('dialog'), 'I’m on it, without my name')
    await buttonOf(page, 'Undo', rosa).click()
    await buttonOf(page, 'I’m on it', rosa).waitFor()
    assert.equal(await stateOf(ana, id), 'OPEN')
    assert.equal((await codesOf(ana, id)).at(-1), 'ACKNOWLEDGEMENT_UNDONE')
  })
})

describe('the first screen', needsBrowser(), () => {
  test('begins with the most urgent alarm and its button, however small it is', async () => {
    const { patients, ana, north } = await makeWard('Margarete')
    const [greta] = patients
    assert.ok(greta)
    const smallest = { width: 320, height: 568 }
    const { page } = await pool.openPage(ana, { path: '/', ...smallest })
    const { page: station } = await openTablet(north, { width: 1024, height: 600 })
    // What is to be set up is there before the alarm, and below it afterwards.
    await page.getByText('You cannot be reached').waitFor()
    await page.getByRole('button', { name: 'No sound here' }).waitFor()
    await fall(greta)
    const shownAtHand = [page]
    // The Now of an admin is that of caregivers, with other alarms as well.
    if (isFull) shownAtHand.push((await pool.openPage(adminAccount, { path: '/', ...smallest })).page)
    for (const shown of [...shownAtHand, station]) await buttonOf(shown, 'I’m on it', greta).waitFor()
    const check = async (shown: Page, size: { width: number; height: number }, textSize = '100%') => {
      await shown.setViewportSize(size)
      await shown.evaluate(`document.documentElement.style.fontSize = '${textSize}'`)
      // An admin has alarms of other wards as well.
      const button = shown.getByRole('button', { name: /^I’m on it: / }).first()
      await button.click({ trial: true })
      await shown.evaluate('scrollTo(0, 0)')
      const { x, y, width, height } = await boxOf(button)
      const name = `${size.width} × ${size.height}, text at ${textSize}`
      assert.ok(y >= 0 && y + height <= size.height, `the button ends at ${y + height}: ${name}`)
      assert.ok(x >= 0 && x + width <= size.width, `the button is ${width} wide: ${name}`)
      assert.ok(height >= 64, `the button is ${height} high: ${name}`)
    }
    for (const shown of shownAtHand) {
      await check(shown, { width: 320, height: 568 }, '200%')
      await check(shown, { width: 667, height: 375 })
      if (!isFull) continue
      await check(shown, { width: 320, height: 568 })
      await check(shown, { width: 390, height: 844 }, '200%')
    }
    // The screen that a message leads to.
    const [{ id }] = await incidentsOf(service, greta)
    await page.goto(`/incidents/${id}`)
    await buttonOf(page, 'I’m on it', greta).waitFor()
    await check(page, { width: 320, height: 568 })
    await check(page, { width: 667, height: 375 })
    await check(page, { width: 320, height: 568 }, '200%')
    await page.getByText('You cannot be reached').waitFor()
    await check(station, { width: 1024, height: 600 })
    await check(station, { width: 1024, height: 600 }, '200%')
    await check(station, { width: 1280, height: 800 }, '200%')
    // The links of the frame are in the menu meanwhile.
    await page.evaluate(`document.documentElement.style.fontSize = ''`)
    await press(page, 'Menu')
    await page.getByRole('navigation').getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL('**/incidents')
  })
})

describe('a new alarm', needsBrowser(), () => {
  test('comes to the front of an open dialog, is answered there, and nothing that was typed is lost', async () => {
    const { patients, ana } = await makeWard('Rosa', 'Karl')
    const [rosa, karl] = patients
    assert.ok(rosa && karl)
    const id = await fall(rosa)
    const { page } = await pool.openPage(ana, { path: `/incidents/${id}`, ...phone })
    await page.getByRole('button', { name: 'End the incident …' }).click()
    const dialog = page.getByRole('dialog')
    const note = dialog.getByLabel(/^Note/)
    await note.fill('She sat on the carpet.')
    const other = await fall(karl)
    const alarm = page
      .getByRole('alert')
      .filter({ hasText: `${nameOf(karl)} has fallen` })
      .last()
    await alarm.getByText('Room 2').waitFor()
    await buttonOf(page, 'I’m on it', karl).click()
    await buttonOf(page, 'Undo', karl).waitFor()
    assert.equal(await stateOf(ana, other), 'ACKNOWLEDGED')
    assert.equal(await note.inputValue(), 'She sat on the carpet.')
    await dialog.locator('textarea:focus').waitFor()
    // The most severe of those who wait is in front, and what was answered takes nobody's place.
    const later: Person[] = []
    for (const confidence of [0.6, 0.6, 0.95]) {
      const resident = await service.signUp({
        firstName: 'Irma',
        lastName: `${rosa.lastName} ${later.length}`,
      })
      await assign(service, ana.id, resident.id)
      await reportFall(service, resident, { confidence })
      later.push(resident)
    }
    await page.locator('.alarms-in-front').getByText('1 more').waitFor()
    const inFront = await page.locator('.alarm-in-front strong').allInnerTexts()
    const found = later.map((resident) => inFront.findIndex((text) => text.includes(nameOf(resident))))
    assert.ok(found[2] === 0 && found[0] !== -1 && found[1] === -1, inFront.join())
    await dialog.getByLabel('Something else').check()
    await press(dialog, 'End the incident')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await stateOf(ana, id), 'RESOLVED')
  })

  fullTest('comes to the front of the PIN at a station, whose dialogs close by themselves', async () => {
    const { patients, ana, north } = await makeWard('Rosa', 'Karl')
    const [rosa, karl] = patients
    assert.ok(rosa && karl)
    await setPin(service, ana)
    await fall(rosa)
    const { page } = await openTablet(north, { movesClock: true })
    await buttonOf(page, 'I’m on it', rosa).click()
    const ofRosa = page.getByRole('dialog', { name: `Room 1: ${nameOf(rosa)} has fallen` })
    for (const digit of '47') await press(ofRosa, digit)
    const id = await fall(karl)
    const alarm = page
      .getByRole('alert')
      .filter({ hasText: `${nameOf(karl)} has fallen` })
      .last()
    await alarm.getByText('Room 2').waitFor()
    await alarm.getByRole('button').click()
    const ofKarl = page.getByRole('dialog', { name: `Room 2: ${nameOf(karl)} has fallen` })
    await press(ofKarl, 'I’m on it, without my name')
    await ofRosa.getByText('2 digits of the PIN entered').waitFor()
    assert.equal(await stateOf(ana, id), 'ACKNOWLEDGED')
    await page.clock.install()
    await press(ofRosa, '1')
    await page.clock.fastForward(15_000)
    await press(ofRosa, '1')
    await page.clock.fastForward(15_000)
    await ofRosa.getByText('4 digits of the PIN entered').waitFor()
    await page.clock.fastForward(6000)
    await ofRosa.waitFor({ state: 'detached' })
  })
})

describe('a page that is left open', needsBrowser(), () => {
  fullTest('says nothing old as if it were so now', async () => {
    const { patients, ana, north } = await makeWard('Rosa')
    const [rosa] = patients
    assert.ok(rosa)
    await addDevice(service, rosa.token, everythingElse)
    const { page: hers } = await browser.openPage(service, rosa, { expectedErrors: [lostLine], ...phone })
    await hers.clock.install()
    await hers.goto('/')
    await hers.getByText(/^Last reading: .* ago\.|^Last reading: now\./).waitFor()
    // Back after six silent minutes, the page would read it again, and say so at once.
    await hers.route('**/api/device/*', (route) => route.abort())
    await hers.clock.fastForward('06:00')
    await hers.getByText(/^Last known reading: \d/).waitFor()
    // The clock of the page goes on meanwhile.
    await hers.getByText(/\b([6-9]|1\d) minutes ago/).waitFor()
    assert.equal(await hers.getByText('is working').count(), 0)
    assert.equal(await hers.getByText(/^Last reading: /).count(), 0)

    // The lists of alarms are read, but not how everybody is doing.
    const { page: station } = await openTablet(north, { movesClock: true })
    const { page: nurse } = await pool.openPage(ana, { path: '/', ...phone })
    await nurse.getByText('All is well.').waitFor()
    await station.getByText('All is well.').waitFor()
    await station.clock.install()
    await station.route('**/api/station/overview', (route) => route.abort())
    await station.clock.fastForward('02:00')
    await station.getByText(/^⚠ Not live since/).waitFor()
    assert.equal(await station.getByText('All is well.').count(), 0)
  })
})

describe('a calm screen', needsBrowser(), () => {
  test('says that all is well only if everybody is being watched, and else who is not', async () => {
    const { patients, ana, north } = await makeWard('Rosa', 'Karl')
    const [rosa, karl] = patients
    assert.ok(rosa && karl)
    await addDevice(service, rosa.token, everythingElse)
    const { page: nurse } = await pool.openPage(ana, { path: '/', ...phone })
    const { page: station } = await openTablet(north)
    for (const page of [nurse, station]) {
      await page.getByText('1 patient is not being watched: a fall would not be noticed.').waitFor()
      await page.getByText('Who is not being watched?').click()
      await page.getByRole('listitem').getByText(`Karl ${karl.lastName}`).first().waitFor()
      assert.equal(await page.getByText('All is well').count(), 0)
    }
    assert.equal(await nurse.locator('details').getByRole('link').count(), 1)
    await addDevice(service, karl.token, everythingElse)
    for (const page of [nurse, station]) {
      await page.reload()
      await page.getByText('All is well. Nobody needs help at the moment.').waitFor()
    }
    if (!isFull) return
    const { page: german } = await browser.openPage(service, ana, { path: '/', language: 'de', ...phone })
    await german.getByText('Alles in Ordnung.').waitFor()
    await service.ctx.db.query('update devices set disabled = true where user_id = $1', [rosa.id])
    await german.reload()
    await german.getByText('1 Patient wird nicht überwacht').waitFor()
  })
})
