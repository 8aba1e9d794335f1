import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { addDevice, type Person } from '../support/readings.ts'
import { type TestService, useService } from '../support/service.ts'
import { openStream } from '../support/streams.ts'
import {
  type Account,
  browserSettings,
  lostLine,
  type PageOptions,
  type ServiceAddress,
  startListening,
  useBrowser,
} from './support/browser.ts'
import {
  acknowledgeButton,
  collectEventIds,
  consoleFolder,
  fallCard,
  fallLink,
  fallTitle,
  live,
  makeHousehold,
  waitUntilLive,
} from './support/console.ts'
import { watchConsole } from './support/console-page.ts'
import { startKillable } from './support/killable-service.ts'
import { openLine } from './support/line.ts'
import { usePagePool } from './support/page-pool.ts'

const service = useService(browserSettings, { consoleFolder })
const browser = useBrowser()
const pool = usePagePool(browser, service)

/** Opens a page whose clock can be moved: what it does after some seconds need not be waited for. */
async function open(
  at: TestService | ServiceAddress,
  person: Account,
  { path = '/', ...options }: PageOptions = {},
) {
  const opened = await browser.openPage(at, person, { expectedErrors: [lostLine], ...options })
  await opened.page.clock.install()
  await opened.page.goto(path)
  return opened
}

const waitMs = 60_000

/** Waits for something that a page shows after some time, and moves its clock meanwhile. */
const hurry = (page: Page, wanted: Locator) =>
  until(async () => {
    await page.clock.fastForward(1000)
    return wanted.first().isVisible()
  }, waitMs)

const notLive = (page: Page) =>
  // After midnight with the date of the day before.
  page.getByRole('alert').filter({ hasText: /^⚠ Not live since (.+, )?\d\d:\d\d( [AP]M)?\./ })

/** Whether something is shown without its colours. */
const isGrey = (page: Page, selector: string) =>
  page.evaluate<boolean>(
    `getComputedStyle(document.querySelector('${selector}')).filter.includes('grayscale')`,
  )

const minuteMs = 60_000
const clockTime = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(ms))

async function fall(patient: Person): Promise<string> {
  await reportFall(service, patient)
  return (await incidentsOf(service, patient))[0].id
}

test(
  'a page that was loaded while the service was away loads itself when it is back',
  needsBrowser(),
  async () => {
    const ana = await service.signUp({ firstName: 'Ana', role: 'CAREGIVER' })
    const { page } = await browser.openPage(service, ana, {
      expectedErrors: [lostLine, /The service cannot be reached/],
    })
    await page.clock.install()
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/')
    await hurry(page, page.getByText('The service cannot be reached'))
    await page.unroute('**/api/**')
    await page.clock.fastForward(5000)
    await waitUntilLive(page)
  },
)

fullTest(
  'a page that asked too often comes back by itself, and is not calm meanwhile',
  needsBrowser(),
  async () => {
    const { patient, ana } = await makeHousehold(service)
    await fall(patient)
    const { page } = await browser.openPage(service, ana, { expectedErrors: [/429|Too many requests/] })
    const refuse = (route: Route) =>
      route.fulfill({
        ...{ status: 429, headers: { 'retry-after': '2' } },
        json: { success: false, error: 'Too many requests' },
      })
    await page.clock.install()
    await page.route('**/api/me', refuse)
    await page.route('**/api/incidents?*', refuse, { times: 1 })
    await page.goto('/')
    await page.getByText('This page loads again by itself').waitFor()
    await page.unroute('**/api/me')
    await page.clock.fastForward(5000)
    const unknown = page.getByRole('alert').filter({ hasText: 'an alarm may be missing here' })
    await unknown.waitFor()
    assert.equal(await page.getByText('All is well.').count(), 0)
    await hurry(page, fallCard(page, patient))
    await waitUntilLive(page)
    assert.equal(await unknown.count(), 0)
  },
)

describe('an open page', needsBrowser(), () => {
  test('outlives a service that is killed: no gap, nothing twice', async () => {
    const mortal = await startKillable()
    after(() => mortal.stop())
    const [rosa, luis, ana, eva] = await Promise.all([
      mortal.signUp({ firstName: 'Rosa' }),
      mortal.signUp({ firstName: 'Luis' }),
      mortal.signUp({ firstName: 'Ana', role: 'CAREGIVER' }),
      mortal.signUp({ firstName: 'Eva', role: 'CAREGIVER' }),
    ])
    await mortal.assign(ana, [rosa, luis])
    await mortal.assign(eva, [rosa])
    const fallOf = ({ token }: typeof rosa) => mortal.post('/falls', token, { confidence: 0.8 })
    await fallOf(rosa)
    const outage = { expectedErrors: [lostLine, /The service cannot be reached/], serviceWorker: true }
    const { page: now } = await open(mortal, ana, outage)
    const { page: incident } = await open(mortal, eva, outage)
    await fallLink(incident, rosa).click()
    await fallTitle(incident, rosa).waitFor()
    for (const page of [now, incident]) await waitUntilLive(page)
    const id = new URL(incident.url()).pathname.split('/').at(-1)
    const ids = await collectEventIds(now, ana)
    await mortal.post(`/incidents/${id}/acknowledge`, eva.token, {})
    await fallCard(now, rosa).getByText('Eva Marín is on it').waitFor()
    const [firstId = ''] = await ids()

    await mortal.kill()
    for (const page of [now, incident]) await hurry(page, notLive(page))
    assert.ok(await isGrey(now, '.incident-card'), 'what may be old is grey')
    assert.ok(await isGrey(incident, '.incident-header'), 'what may be old is grey')
    // The pages come back only after all of this has happened.
    const waiting: Route[] = []
    for (const page of [now, incident])
      await page.route('**/api/events', async (route) => void waiting.push(route))
    await mortal.start()
    await fallOf(luis)
    await mortal.post(`/incidents/${id}/release`, eva.token)
    await until(() => waiting.length === 2, waitMs)
    await Promise.all(waiting.map((route) => route.continue()))

    for (const page of [now, incident]) await waitUntilLive(page)
    await fallCard(now, luis).waitFor()
    await acknowledgeButton(fallCard(now, rosa)).waitFor()
    await acknowledgeButton(incident).waitFor()
    for (const patient of [rosa, luis]) assert.equal(await fallCard(now, patient).count(), 1)
    assert.ok(!(await isGrey(now, '.incident-card')))
    // What another client gets that has missed nothing.
    const witness = await openStream(mortal.port, ana.token, String(Number(firstId) - 1))
    after(() => witness.close())
    await until(() => witness.events.some(({ data }) => data.patientId === luis.id), waitMs)
    const lastId = witness.events.at(-1)?.id
    await until(async () => (await ids()).at(-1) === lastId, waitMs)
    assert.deepEqual(
      await ids(),
      witness.events.map((event) => event.id),
    )
  })

  test('says that it is not live while the line is lost, and while the service refuses', async () => {
    const { patient, ana } = await makeHousehold(service)
    await fall(patient)
    const { page, context } = await open(service, ana, { path: '/layers.css' })
    // A part of the screen is still being loaded when the line is lost.
    const summaryFile = /\/shift-summary-.*\.js$/
    const asked: Route[] = []
    await page.route(summaryFile, (route) => void asked.push(route))
    await page.goto('/')
    await waitUntilLive(page)
    const parts = ['.incident-card', '.patient-tile']
    for (const part of parts) await page.locator(part).waitFor()
    await until(() => asked.length > 0, waitMs)
    await context.setOffline(true)
    for (const route of asked) await route.abort()
    await page.unroute(summaryFile)
    await hurry(page, notLive(page))
    for (const part of parts) assert.ok(await isGrey(page, part), part)
    await page.route('**/api/events', (route) => route.fulfill({ status: 503 }))
    const refused = page.waitForResponse('**/api/events')
    await context.setOffline(false)
    await refused
    const refusedAgain = page.waitForResponse('**/api/events')
    await page.clock.fastForward(2000)
    await refusedAgain
    assert.equal(await notLive(page).count(), 1, 'a refusal is no line')
    await page.unroute('**/api/events')
    await hurry(page, live(page))
    assert.ok(!(await isGrey(page, '.incident-card')))
    await hurry(page, page.locator('.shift-summary, .shift-summary-line'))
  })

  test('keeps its alarms in sight where a screen cannot be loaded, and loads it when the line is back', async () => {
    const { patient, ana } = await makeHousehold(service)
    await fall(patient)
    // As on plain HTTP, there is no service worker that keeps the files of the console.
    const { page, context } = await open(service, ana, {
      path: '/layers.css',
      expectedErrors: [lostLine, /The service cannot be reached/, /dynamically imported module/],
    })
    const { settle } = watchConsole(page)
    // The screens of alarms, and what they import, are loaded while nothing else is to be done.
    const isLoaded = page.waitForResponse(/\/incident-screen-.*\.js$/)
    await page.goto('/')
    await waitUntilLive(page)
    await isLoaded
    await settle()
    await context.setOffline(true)
    await hurry(page, notLive(page))
    const unreachable = page.getByText('The service cannot be reached')
    await page.getByRole('link', { name: 'Messages' }).click()
    await hurry(page, page.getByRole('alert').filter({ has: unreachable }))
    assert.equal(await notLive(page).count(), 1)
    // What answers an alarm was loaded before.
    await page.getByRole('alert').filter({ hasText: 'Help is needed now' }).getByRole('link').click()
    await hurry(page, unreachable)
    await page.getByRole('link', { name: 'Now' }).click()
    await fallCard(page, patient).waitFor()
    await page.getByRole('link', { name: 'Messages' }).click()
    await hurry(page, unreachable)
    await context.setOffline(false)
    await page.clock.fastForward(5000)
    await page.getByRole('heading', { name: 'Messages' }).waitFor()
  })

  fullTest('shows nothing old as if it were now, whatever it shows', async () => {
    const { patient, ana } = await makeHousehold(service)
    await addDevice(service, patient.token, { heart_rate: 88 })
    await fall(patient)
    const shown: [person: Person, screens: [path: string, old: string][]][] = [
      [
        ana,
        [
          ['/incidents', '.is-old .table'],
          [`/patients/${patient.id}`, '.patient-old .chart'],
        ],
      ],
      [patient, [['/', '.home-old #help-status']]],
    ]
    for (const [person, screens] of shown) {
      const { page, context } = await open(service, person, { path: '/me/profile' })
      for (const [path, old] of screens) {
        await context.setOffline(false)
        await page.goto(path)
        await waitUntilLive(page)
        await page.locator(old.replace(/^\S+ /, '')).first().waitFor()
        assert.equal(await page.locator(old).count(), 0, path)
        await context.setOffline(true)
        await hurry(page, page.locator(old))
      }
    }
  })

  fullTest('does not tell what should have happened since as if it had', async () => {
    const { patient, ana } = await makeHousehold(service)
    await addDevice(service, patient.token, { heart_rate: 88 })
    const [mine, hers] = [await open(service, patient), await open(service, ana)]
    for (const { page } of [mine, hers]) await waitUntilLive(page)
    await mine.page.getByText(/^✓ Yes, .+ is working$/).waitFor()
    await fall(patient)
    await fallCard(hers.page, patient).waitFor()
    for (const { page, context } of [mine, hers]) {
      await context.setOffline(true)
      await page.clock.fastForward('10:00')
    }
    await mine.page.getByText(/was working when we last looked$/).waitFor()
    await hers.page.getByText('Not known at the moment whether more people have been notified').waitFor()
  })

  fullTest('notices that the tab that reads the stream hangs, and reads one itself', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page, context } = await browser.openPage(service, ana, { expectedErrors: [lostLine] })
    const hanging = await context.newPage()
    await hanging.goto('/layers.css')
    await hanging.evaluate(`{
      const name = 'fallwatch-live-${ana.id}'
      navigator.locks.request(name, () => new Promise(() => {})).catch(() => {})
      const channel = new BroadcastChannel(name)
      const status = { state: 'live', sinceMs: Date.now(), noticedMs: Date.now() }
      channel.onmessage = () => {
        channel.onmessage = null
        channel.postMessage({ type: 'status', status, reachable: true, aheadMs: 0 })
      }
    }`)
    await page.clock.install()
    await page.route('**/api/events', (route) => route.abort())
    await page.goto('/')
    await waitUntilLive(page)
    await page.clock.fastForward('00:50')
    await hurry(page, notLive(page))
    await page.unroute('**/api/events')
    await hurry(page, live(page))
    await fall(patient)
    await fallCard(page, patient).waitFor()
  })

  test('says whether what somebody pressed is still being sent', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await open(service, patient)
    await waitUntilLive(page)
    const failure = page.locator('.undelivered')
    await page.route('**/api/sos', (route) =>
      route.fulfill({ status: 403, json: { success: false, error: 'Forbidden' } }),
    )
    await page.getByRole('button', { name: 'I need help' }).click()
    await failure.getByText('Your call for help has not got through yet.').waitFor()
    await page.unroute('**/api/sos')
    await page.getByRole('button', { name: 'I need help' }).click()
    await page.getByRole('heading', { name: 'Help has been called' }).waitFor()
    assert.equal(await failure.count(), 0)
    await page.route('**/api/incidents/*/ok', (route) => route.abort())
    // Its clock stands still.
    await page.getByRole('button', { name: 'I’m fine' }).hover()
    await page.mouse.down()
    await hurry(page, page.getByText(/^Your caregivers do not know yet that you are fine. We keep trying/))
    await page.mouse.up()
    await page.unroute('**/api/incidents/*/ok')
    await hurry(page, page.getByText(/^Thank you. Your caregivers can see that you are fine/))
    assert.equal(await failure.count(), 0)
  })

  test('never pretends that somebody has signed out', async () => {
    const { ana } = await makeHousehold(service)
    const { page, context } = await pool.openPage(ana, { path: '/me/profile', expectedErrors: [lostLine] })
    await waitUntilLive(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const device = page.getByRole('region', { name: 'This device' })
    await context.setOffline(true)
    for (const place of [menu, device]) {
      await place.getByRole('button', { name: 'Sign out' }).click()
      await place.getByRole('alert').getByText('you are still signed in on this device').waitFor()
    }
    await context.setOffline(false)
    await waitUntilLive(page)
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('comes back to the incident after the session has ended', async () => {
    const { patient, ana, eva } = await makeHousehold(service)
    const id = await fall(patient)
    const path = `/incidents/${id}`
    const { page } = await pool.openPage(ana, {
      path,
      expectedErrors: [lostLine, /The service cannot be reached/],
    })
    await fallTitle(page, patient).waitFor()
    await waitUntilLive(page)
    await page.getByRole('button', { name: 'Add a note' }).click()
    const note = page.getByLabel('Note for everybody who sees this')
    assert.ok(await page.getByRole('button', { name: 'Add the note' }).isDisabled())
    await note.fill('She waits in the kitchen')
    // Another browser of hers changes the password, which ends all other sessions.
    const newPassword = 'Starry-Night-24!'
    const body = { currentPassword: ana.password, newPassword, confirmPassword: newPassword }
    const changed = await service.call('POST', '/profile/password', { token: ana.token, body })
    assert.equal(changed.status, 200, changed.text)
    await page.getByText('Your session has ended.').waitFor()
    assert.equal(await fallTitle(page, patient).count(), 0, 'what is seen needs a session')
    await act(service, eva, id, 'acknowledge', {})
    await page.getByLabel('E-mail').fill(ana.email)
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Eva Sol is on it').waitFor()
    assert.equal(new URL(page.url()).pathname, path)
    await waitUntilLive(page)
    assert.equal(await note.inputValue(), 'She waits in the kitchen')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await page.getByRole('listitem').getByText('She waits in the kitchen').waitFor()
    await note.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'End the incident' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('She slipped on the mat')
    await act(service, eva, id, 'resolve', { outcome: 'REAL_FALL' })
    await dialog.getByText('Eva Sol has already ended it.').waitFor()
    assert.equal(await dialog.getByLabel('Note').inputValue(), 'She slipped on the mat')
    await dialog.getByRole('button', { name: 'Add the note' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('listitem').getByText('She slipped on the mat').waitFor()
  })

  fullTest('shows what happened while it was frozen', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page, context } = await pool.openPage(ana, { path: '/' })
    await waitUntilLive(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await fall(patient)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await fallCard(page, patient).waitFor()
    assert.equal(await fallCard(page, patient).count(), 1)
  })

  fullTest('notices that it slept for an hour, and shows what happened meanwhile', async () => {
    const { patient, ana } = await makeHousehold(service)
    const line = await openLine(await startListening(service))
    after(() => line.close())
    const { page } = await browser.openPage(line, ana, { expectedErrors: [lostLine] })
    // Its clock is fast, and nothing that it shows is wrong for that.
    await page.clock.install({ time: Date.now() + 10 * minuteMs })
    await page.goto('/')
    await waitUntilLive(page)
    await page.getByText('No alarm is open.').waitFor()
    line.die()
    const diedAtMs = Date.now()
    await page.route('**/api/events', (route) => route.abort())
    await page.clock.fastForward('01:00:00')
    const text = (await notLive(page).textContent()) ?? ''
    const times = [-1, 0, 1].map((minutes) => clockTime(diedAtMs + minutes * minuteMs))
    assert.ok(
      times.some((time) => text.includes(` ${time}.`)),
      `${text}, although the line died at ${times[1]}`,
    )
    await page.unroute('**/api/events')
    await fall(patient)
    await hurry(page, fallCard(page, patient))
    await waitUntilLive(page)
    await fallCard(page, patient)
      .getByText(/^(now|\d+ seconds? ago)$/)
      .first()
      .waitFor()
  })
})
