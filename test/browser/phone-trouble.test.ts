import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { openMotionSensors } from '../../harness/motion-sensors.ts'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { useService } from '../support/service.ts'
import { browserSettings, signIn, useBrowser } from './support/browser.ts'
import { consoleFolder, makeHousehold } from './support/console.ts'
import { called, helpButton } from './support/patient-page.ts'
import {
  connected,
  deviceOf,
  devicesOf,
  keptSeconds,
  openPaired,
  phoneToken,
  state,
  storedOf,
  watching,
} from './support/phone-page.ts'

const service = useService(browserSettings, { consoleFolder })
const browser = useBrowser({ hasSensors: true })

/** Lets the clock of a page be set, and the page be hidden: its sensors say nothing then. */
const moodyBrowser = `
  globalThis.setMs = 0
  const now = Date.now
  Date.now = () => now() + globalThis.setMs
  globalThis.isHidden = false
  Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden })
  addEventListener('devicemotion', (event) => globalThis.isHidden && event.stopImmediatePropagation(), { capture: true })
`
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`isHidden = ${isHidden}; document.dispatchEvent(new Event('visibilitychange'))`)

const sendsLive = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/sensor-stream') && response.ok())

/** Waits until another reading was stored, and gives the newest one. */
async function nextStored(...[, person, id]: Parameters<typeof storedOf>) {
  const before = (await storedOf(service, person, id)).length
  await until(async () => (await storedOf(service, person, id)).length > before, 60_000, 'another reading')
  return (await storedOf(service, person, id)).at(-1)
}

describe('a phone in trouble', needsBrowser(), () => {
  test('that has slept for an hour says so, and what it sees then is seen at once', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await openPaired(browser, service, patient, ({ page: opened }) =>
      opened.addInitScript(moodyBrowser),
    )
    const { id } = await deviceOf(service, patient)
    await hide(page, true)
    await state(page)
      .getByText(/^⚠ Not watching since \d\d:\d\d$/)
      .waitFor()
    // The clock of the sensors stands still meanwhile.
    await page.evaluate('setMs += 3_600_000')
    service.advance('1h')
    const sent = sendsLive(page)
    await hide(page, false)
    await watching(page).waitFor()
    await state(page)
      .getByText(/^Nobody watched from \d\d:\d\d to \d\d:\d\d\.$/)
      .waitFor()
    await sent
    await connected(page).waitFor()
    const newest = await nextStored(service, patient, id)
    const ageMs = service.ctx.now().getTime() - Date.parse(String(newest?.timestamp))
    assert.ok(Math.abs(ageMs) < 60_000, `${ageMs} ms`)
  })

  fullTest(
    'whose clock is set wrong sends the times of the service, also once it is loaded without a line',
    async () => {
      const { patient } = await makeHousehold(service)
      const { page, context } = await openPaired(browser, service, patient, ({ page: opened }) =>
        // A clock that is ten minutes fast.
        opened.addInitScript(`${moodyBrowser}; globalThis.setMs = 600_000`),
      )
      const { id } = await deviceOf(service, patient)
      await context.route('**/api/**', (route) => route.abort())
      await page.reload()
      await watching(page).waitFor()
      await until(async () => (await keptSeconds(page)) >= 4, 60_000, 'readings that are kept')
      // Somebody sets it meanwhile.
      await page.evaluate('setMs = -600_000')
      await until(async () => (await keptSeconds(page)) >= 7, 60_000, 'readings after the clock was set')
      await context.unroute('**/api/**')
      await connected(page).waitFor()
      await nextStored(service, patient, id)
      const stored = await storedOf(service, patient, id)
      assert.equal(await state(page).getByText('lost').count(), 0)
      const now = service.ctx.now().getTime()
      for (const { timestamp } of stored)
        assert.ok(Math.abs(now - Date.parse(timestamp)) < 120_000, timestamp)
      const gaps = stored.slice(1).map(({ uptime, samples }, i) => {
        const lengthMs = (samples.values.length / samples.rateHz) * 1000
        return uptime - lengthMs - (stored[i]?.uptime ?? 0)
      })
      assert.ok(gaps.filter((ms) => Math.abs(ms) > 20).length <= 1, gaps.join(' '))
    },
  )

  fullTest('goes on when its storage is full, and says what would be lost', async () => {
    const { patient } = await makeHousehold(service)
    const { page, context, url } = await openPaired(browser, service, patient)
    const { id } = await deviceOf(service, patient)
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 })
    await context.route('**/api/**', (route) => route.abort())
    await state(page).getByText('Do not load this page again').waitFor()
    await until(async () => (await keptSeconds(page)) >= 5, 60_000, 'readings that are kept')
    await context.unroute('**/api/**')
    await connected(page).waitFor()
    await nextStored(service, patient, id)
    assert.equal(await state(page).getByText('lost').count(), 0)
    const stored = await storedOf(service, patient, id)
    const gaps = stored.slice(1).map(({ uptime, samples }, i) => {
      const lengthMs = (samples.values.length / samples.rateHz) * 1000
      return uptime - lengthMs - (stored[i]?.uptime ?? 0)
    })
    assert.deepEqual(
      gaps.filter((ms) => Math.abs(ms) > 20),
      [],
    )
  })

  fullTest('is one device in two tabs, and no tab undoes what another one has done', async () => {
    const { patient: rosa } = await makeHousehold(service)
    const karl = await service.signUp({ firstName: 'Karl', lastName: 'Moser' })
    const { page, context } = await openPaired(browser, service, rosa)
    const other = await context.newPage()
    await openMotionSensors(other)
    await other.goto('/phone')
    await watching(other).waitFor()
    const isElsewhere = state(page).getByText('Another tab of this browser is watching. Close this one.')
    await isElsewhere.waitFor()
    assert.equal(await state(page).getByText('Connecting').count(), 0)
    // Whichever is looked at watches: a hidden one gets no motion.
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
    await watching(page).waitFor()
    await connected(page).waitFor()
    await nextStored(service, rosa, (await deviceOf(service, rosa)).id)

    await other.goto('/layers.css')
    await other.goto(`/phone#${await phoneToken(service, karl)}`)
    await other.getByRole('button', { name: 'Start' }).click()
    // The first tab, which watched for somebody else, learns of it.
    const title = { name: `${karl.firstName}’s phone`, exact: true }
    await page.getByRole('heading', title).waitFor()
    const tabsThatWatch = async () => (await watching(page).count()) + (await watching(other).count())
    await until(async () => (await tabsThatWatch()) === 1, 60_000, 'one tab that watches')
    const { id } = await deviceOf(service, karl)
    await nextStored(service, karl, id)
    await page.close()
    await watching(other).waitFor()
    await other.reload()
    await watching(other).waitFor()
    await other.getByRole('heading', title).waitFor()
    const { body } = await service.call('GET', '/device/keys', { token: rosa.token })
    assert.deepEqual(body.data, [])
  })

  fullTest('goes on as it was after a code that is no longer valid', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await openPaired(browser, service, patient, async ({ problems }) => {
      await problems.take()
    })
    await page.goto('/layers.css')
    await page.goto(`/phone#${'x'.repeat(43)}`)
    await page.getByText(`This phone is already a device of ${patient.firstName}.`).waitFor()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('This code is invalid, was used or has expired.').waitFor()
    await page.getByRole('button', { name: `Go on as ${patient.firstName}’s phone` }).click()
    await watching(page).waitFor()
    await connected(page).waitFor()
    assert.equal((await devicesOf(service, patient)).length, 1)
  })

  test('still calls for help when its patient signs in and out beside it, and while somebody else is signed in', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page, context, url } = await openPaired(browser, service, patient)
    await signIn(context, url, patient)
    const own = await context.newPage()
    await own.goto('/')
    await own.getByRole('button', { name: 'I need help' }).waitFor()
    const headers = { 'x-requested-with': 'fallwatch' }
    assert.equal((await context.request.post(`${url}/api/auth/logout`, { headers })).status(), 200)
    await own.close()
    await signIn(context, url, ana)
    await helpButton(page).click()
    await called(page).waitFor()
    const [incident] = await incidentsOf(service, ana)
    assert.deepEqual([incident.kind, incident.patientId], ['SOS', patient.id])
  })

  fullTest('takes the page of a network in between for a lost line, and not for its end', async () => {
    const { patient } = await makeHousehold(service)
    const { page, context } = await openPaired(browser, service, patient)
    const { id } = await deviceOf(service, patient)
    await context.route('**/sensor-stream*', (route) =>
      route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>Sign in to the guest network</h1>' }),
    )
    await state(page).getByText('No connection:').waitFor()
    await until(async () => (await keptSeconds(page)) >= 2, 60_000, 'readings that are kept')
    await context.unroute('**/sensor-stream*')
    await connected(page).waitFor()
    await nextStored(service, patient, id)
  })
})
