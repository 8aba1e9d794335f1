// Full: phone.test.ts has a phone without a line, one that slept, and one beside other sign-ins.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { openMotionSensors } from '../../harness/motion-sensors.ts'
import { until } from '../../harness/until.ts'
import { useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleFolder, makeHousehold } from './support/console.ts'
import {
  connected,
  deviceOf,
  devicesOf,
  keptSeconds,
  moodyBrowser,
  nextStored,
  openPaired,
  phoneToken,
  state,
  storedOf,
  watching,
} from './support/phone-page.ts'

const service = useService(browserSettings, { consoleFolder })
const browser = useBrowser({ hasSensors: true })

describe('a phone in trouble', needsBrowser(), () => {
  test('whose clock is set wrong sends the times of the service, also once it is loaded without a line', async () => {
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
    for (const { timestamp } of stored) assert.ok(Math.abs(now - Date.parse(timestamp)) < 120_000, timestamp)
    const gaps = stored.slice(1).map(({ uptime, samples }, i) => {
      const lengthMs = (samples.values.length / samples.rateHz) * 1000
      return uptime - lengthMs - (stored[i]?.uptime ?? 0)
    })
    assert.ok(gaps.filter((ms) => Math.abs(ms) > 20).length <= 1, gaps.join(' '))
  })

  test('goes on when its storage is full, and says what would be lost', async () => {
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

  test('is one device in two tabs, and no tab undoes what another one has done', async () => {
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

  test('goes on as it was after a code that is no longer valid', async () => {
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

  test('takes the page of a network in between for a lost line, and not for its end', async () => {
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
