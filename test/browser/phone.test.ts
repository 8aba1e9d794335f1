import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { type MotionRow, openMotionSensors } from '../../harness/motion-sensors.ts'
import { until } from '../../harness/until.ts'
import { falling } from '../../tools/detection/synthetic-motion.ts'
import { fullTest } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { useService } from '../support/service.ts'
import { browserSettings, signIn, useBrowser } from './support/browser.ts'
import { consoleFolder, fallCard, makeHousehold } from './support/console.ts'
import { beginJourney } from './support/journey.ts'
import { axe } from './support/page-checks.ts'
import { called, helpButton, undelivered } from './support/patient-page.ts'
import {
  connected,
  deviceOf,
  keptSeconds,
  moodyBrowser,
  nextStored,
  openPaired,
  phone,
  type StoredReading,
  state,
  storedOf,
  watching,
} from './support/phone-page.ts'

const publicUrl = 'https://care.example.org'
const service = useService({ ...browserSettings, PUBLIC_URL: publicUrl }, { consoleFolder })
const browser = useBrowser({ hasSensors: true })

const hz = 50
/** Somebody stands, falls in the seventh second and lies still, with the phone at the wrist. */
const fall: MotionRow[] = Array.from({ length: 30 * hz }, (_, i) => {
  const { accel, gyro } = falling(i / hz)
  return [...accel, ...gyro]
})

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`isHidden = ${isHidden}; document.dispatchEvent(new Event('visibilitychange'))`)

/** With the dates of what was not today: an hour before midnight has begun on the day before. */
const nobodyWatched = /^Nobody watched from (.+, )?\d\d:\d\d to (.+, )?\d\d:\d\d\.$/

const sendsLive = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/sensor-stream') && response.ok())

describe('a phone as a device', needsBrowser(), () => {
  test('is set up in half a minute, notices a fall, and asks whether somebody is fine', async (t: TestContext) => {
    const { patient, ana } = await makeHousehold(service)
    const journey = beginJourney(t, 'phone')
    const desk = await browser.openPage(service, ana, { path: `/patients/${patient.id}` })
    const opened = await browser.openPage(service, undefined, phone)
    const sensors = await openMotionSensors(opened.page)

    await journey.act(desk.page, 'go to the devices of the patient', () =>
      desk.page.getByRole('tab', { name: 'Devices', exact: true }).click(),
    )
    await journey.act(desk.page, 'choose “Use a phone”', () =>
      desk.page.getByRole('button', { name: 'Use a phone' }).click(),
    )
    const code = desk.page.getByRole('img', { name: 'QR code with the link for the phone' })
    await code.waitFor()
    const link = new URL(await desk.page.getByRole('textbox', { name: 'Link for the phone' }).inputValue())
    assert.equal(link.origin, publicUrl)
    assert.equal(link.pathname, '/phone')
    assert.deepEqual(await axe(desk.page), [])

    await journey.act(desk.page, 'scan the code with the phone')
    await journey.act(desk.page, 'open the page', () => opened.page.goto(`${link.pathname}${link.hash}`))
    await journey.act(opened.page, 'touch “Start”', () =>
      opened.page.getByRole('button', { name: 'Start' }).click(),
    )
    await watching(opened.page).waitFor()
    await connected(opened.page).waitFor()
    await journey.end(opened.page, 30)
    assert.equal(new URL(opened.page.url()).hash, '', 'the secret leaves the address bar')
    await desk.page.getByText('A phone is connected.').waitFor()
    assert.deepEqual(await axe(opened.page), [])

    await desk.page.goto('/')
    await opened.page.getByLabel('Where is the phone?').selectOption('On the wrist or in the hand')
    const { id } = await deviceOf(service, patient)
    const shown = new AbortController()
    const fallAgain = async () => {
      while (!shown.signal.aborted) await sensors.play(fall, hz, shown.signal)
    }
    // A busy machine is late, and leaves out an impact of a tenth of a second: then they fall once more.
    const seen = fallCard(desk.page, patient).waitFor({ timeout: 150_000 })
    await Promise.all([seen.finally(() => shown.abort()), fallAgain()])
    const [incident] = await incidentsOf(service, ana)
    assert.deepEqual([incident.kind, incident.deviceId, incident.patientId], ['FALL', id, patient.id])
  })

  test('keeps what it measures while the line is cut and the page is loaded again, and calls for help', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page, context } = await openPaired(browser, service, patient)
    const { id } = await deviceOf(service, patient)
    await context.route('**/api/**', (route) => route.abort())
    await until(async () => (await keptSeconds(page)) >= 3, 60_000, 'readings that are kept')
    await helpButton(page).click()
    await undelivered(page).waitFor()
    await page.reload()
    await watching(page).waitFor()
    await until(
      async () => (await keptSeconds(page)) >= 5,
      60_000,
      'readings from before the page was loaded',
    )
    await undelivered(page).waitFor()
    await context.unroute('**/api/**')
    await called(page).waitFor()
    await connected(page).waitFor()
    assert.deepEqual(
      (await incidentsOf(service, ana)).map(({ kind }) => kind),
      ['SOS'],
    )

    // Each reading begins where the one before ended, but while the page was loaded again.
    const stored = await storedOf(service, patient, id)
    const seconds = stored.reduce((sum, { samples }) => sum + samples.values.length / samples.rateHz, 0)
    assert.ok(seconds >= 7, String(seconds))
    const gaps = stored.slice(1).map(({ uptime, samples }, i) => {
      const beganAt = uptime - (samples.values.length / samples.rateHz) * 1000
      return beganAt - (stored[i] as StoredReading).uptime
    })
    assert.ok(gaps.filter((ms) => ms > 20).length <= 1, gaps.join(' '))
  })

  fullTest('says since when nobody has watched, and that it is no device any more', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await openPaired(browser, service, patient)
    await page.goto('/layers.css')
    await page.evaluate(`localStorage.setItem('fallwatch-phone-watched', Date.now() - 600_000)`)
    await page.goto('/phone')
    await watching(page).waitFor()
    await state(page).getByText(nobodyWatched).waitFor()

    const { id } = await deviceOf(service, patient)
    await service.call('DELETE', `/device/${id}`, { token: patient.token })
    await page.getByText(`This phone is no longer a device of ${patient.firstName}.`).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.reload()
    await page.getByRole('button', { name: 'All right' }).click()
    await page.getByText('This phone is no device yet.').waitFor()
  })

  fullTest('is given up on the phone', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await openPaired(browser, service, patient)
    await page.getByRole('button', { name: 'Stop using this phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('This phone is no device yet.').waitFor()
    const { body } = await service.call('GET', '/device/keys', { token: patient.token })
    assert.deepEqual(body.data, [])
  })

  fullTest('is paired with a code that is valid only', async () => {
    const { page } = await browser.openPage(service, undefined, { ...phone, expectedErrors: [/400/] })
    await page.goto(`/phone#${'x'.repeat(43)}`)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('This code is invalid, was used or has expired.').waitFor()
  })
})

describe('a phone in trouble', needsBrowser(), () => {
  test('that has slept for an hour says so, and what it sees then is seen at once', async () => {
    const { patient } = await makeHousehold(service)
    const { page, context } = await openPaired(browser, service, patient, ({ page: opened }) =>
      opened.addInitScript(moodyBrowser),
    )
    const { id } = await deviceOf(service, patient)
    await hide(page, true)
    await state(page)
      .getByText(/^⚠ Not watching since (.+, )?\d\d:\d\d$/)
      .waitFor()
    // An answer with the time of one clock must not arrive once the other one is an hour later.
    await context.setOffline(true)
    // The clock of the sensors stands still meanwhile.
    await page.evaluate('setMs += 3_600_000')
    service.advance('1h')
    await context.setOffline(false)
    const sent = sendsLive(page)
    await hide(page, false)
    await watching(page).waitFor()
    await state(page).getByText(nobodyWatched).waitFor()
    await sent
    await connected(page).waitFor()
    const newest = await nextStored(service, patient, id)
    const ageMs = service.ctx.now().getTime() - Date.parse(String(newest?.timestamp))
    assert.ok(Math.abs(ageMs) < 60_000, `${ageMs} ms`)
  })

  fullTest(
    'still calls for help when its patient signs in and out beside it, and while somebody else is signed in',
    async () => {
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
    },
  )
})
