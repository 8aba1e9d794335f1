import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { act, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import type { Person } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { openStream } from '../support/streams.ts'
import { until } from '../support/until.ts'
import { browserSettings, startListening, useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import {
  acknowledgeButton,
  collectEventIds,
  consoleFolder,
  fallCard,
  fallLink,
  fallTitle,
  makeHousehold,
  waitUntilLive,
} from './support/console.ts'
import { startKillable } from './support/killable-service.ts'
import { openLine } from './support/line.ts'

const service = useService(browserSettings, { consoleFolder })
const browser = useBrowser()

const notLive = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /^⚠ Not live since \d\d:\d\d( [AP]M)?\./ })

/** isGrey is whether something is shown without its colours. */
const isGrey = (page: Page, selector: string) =>
  page.evaluate<boolean>(
    `getComputedStyle(document.querySelector('${selector}')).filter.includes('grayscale')`,
  )

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
      expectedErrors: [/net::ERR|Failed to load resource|The service cannot be reached/],
    })
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/')
    await page.getByText('The service cannot be reached').waitFor()
    await page.unroute('**/api/**')
    await waitUntilLive(page)
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
    const outage = {
      path: '/',
      expectedErrors: [/net::ERR|Failed to load resource|The service cannot be reached/],
    }
    const { page: now } = await browser.openPage(mortal, ana, outage)
    const { page: incident } = await browser.openPage(mortal, eva, outage)
    await fallLink(incident, rosa).click()
    await fallTitle(incident, rosa).waitFor()
    for (const page of [now, incident]) await waitUntilLive(page)
    const id = new URL(incident.url()).pathname.split('/').at(-1)
    const ids = await collectEventIds(now, ana)
    await mortal.post(`/incidents/${id}/acknowledge`, eva.token, {})
    await fallCard(now, rosa).getByText('Eva Marín is on it').waitFor()
    const [firstId = ''] = await ids()

    await mortal.kill()
    for (const page of [now, incident]) await notLive(page).waitFor()
    assert.ok(await isGrey(now, '.incident-card'), 'what may be old is grey')
    assert.ok(await isGrey(incident, '.incident-header'), 'what may be old is grey')
    // The pages come back only after all of this has happened.
    const waiting: Route[] = []
    for (const page of [now, incident])
      await page.route('**/api/events', async (route) => void waiting.push(route))
    await mortal.start()
    await fallOf(luis)
    await mortal.post(`/incidents/${id}/release`, eva.token)
    await until(() => waiting.length === 2, 10_000)
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
    await until(() => witness.events.some(({ data }) => data.patientId === luis.id), 10_000)
    const lastId = witness.events.at(-1)?.id
    await until(async () => (await ids()).at(-1) === lastId, 10_000)
    assert.deepEqual(
      await ids(),
      witness.events.map((event) => event.id),
    )
  })

  test('says that it is not live while the line is lost, and while the service refuses', async () => {
    const { patient, ana } = await makeHousehold(service)
    await fall(patient)
    const expectedErrors = [/net::ERR|Failed to load resource/]
    const { page, context } = await browser.openPage(service, ana, { path: '/', expectedErrors })
    await waitUntilLive(page)
    await context.setOffline(true)
    await notLive(page).waitFor()
    assert.ok(await isGrey(page, '.incident-card'))
    assert.ok(await isGrey(page, '.patient-tile'))
    await page.route('**/api/events', (route) => route.fulfill({ status: 503 }))
    const refused = page.waitForResponse('**/api/events')
    await context.setOffline(false)
    await refused
    await page.waitForResponse('**/api/events')
    assert.equal(await notLive(page).count(), 1, 'a refusal is no line')
    await page.unroute('**/api/events')
    await waitUntilLive(page)
    assert.ok(!(await isGrey(page, '.incident-card')))
  })

  test('comes back to the incident after the session has ended', async () => {
    const { patient, ana, eva } = await makeHousehold(service)
    const id = await fall(patient)
    const path = `/incidents/${id}`
    const { page } = await browser.openPage(service, ana, {
      path,
      expectedErrors: [/net::ERR|Failed to load resource|The service cannot be reached/],
    })
    await fallTitle(page, patient).waitFor()
    await waitUntilLive(page)
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
  })

  test('shows what happened while it was frozen', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page, context } = await browser.openPage(service, ana, { path: '/' })
    await waitUntilLive(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await fall(patient)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await fallCard(page, patient).waitFor()
    assert.equal(await fallCard(page, patient).count(), 1)
  })

  test('notices that it slept for an hour, and shows what happened meanwhile', async () => {
    const { patient, ana } = await makeHousehold(service)
    const line = await openLine(await startListening(service))
    after(() => line.close())
    const { page } = await browser.openPage(line, ana)
    await page.clock.install()
    await page.goto('/')
    await waitUntilLive(page)
    await page.getByText('All is well.').waitFor()
    line.die()
    await fall(patient)
    await page.clock.fastForward('01:00:00')
    await fallCard(page, patient).waitFor({ timeout: 10_000 })
    await waitUntilLive(page)
  })
})
