import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest, isFull } from '../support/full.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import type { Person } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { browserSettings, lostLine, signIn, useBrowser } from './support/browser.ts'
import { consoleFolder, live, makeHousehold, waitUntilLive } from './support/console.ts'
import { hold } from './support/hold.ts'
import { beginCheck, done } from './support/house.ts'
import { startKillable } from './support/killable-service.ts'
import { usePagePool } from './support/page-pool.ts'
import {
  called,
  fineButton,
  helpButton,
  loadPatientPage,
  noticeSignedOut,
  patientPage,
  phone,
  saidFine,
  undelivered,
} from './support/patient-page.ts'

const emergencyPhone = '+34 900 112 112'
const service = useService({ ...browserSettings, EMERGENCY_PHONE: emergencyPhone }, { consoleFolder })
const browser = useBrowser()

const pool = usePagePool(browser, service)

async function openHome(patient: Person) {
  const opened = await pool.openPage(patient, patientPage)
  await loadPatientPage(opened)
  return opened
}

const callsIn = async (patient: Person, id: string) => {
  const { timeline } = await incidentOf(service, patient, id)
  return timeline.filter(({ data }: { data: { code: string } }) => data.code === 'HELP_REQUESTED')
}

describe('a patient whose sign-in has ended', needsBrowser(), () => {
  test('keeps both buttons, is helped, and loses no call when the page is ended as well', async () => {
    const { patient, ana } = await makeHousehold(service)
    await done(service, 'PUT', `/patients/${patient.id}`, ana, { emergencyContact: '+34 600 999 000' })
    const { page, context, url } = await openHome(patient)
    service.advance('25h')
    await noticeSignedOut(page)
    const ended = page.getByText('Your sign-in has ended. The two buttons still work.')
    await ended.waitFor()
    for (const again of [false, true]) {
      if (again) await page.reload()
      await ended.waitFor()
      assert.equal(new URL(page.url()).pathname, '/')
      assert.equal(await page.getByLabel('Password').count(), 0)
      await helpButton(page).waitFor()
    }
    await helpButton(page).click()
    await called(page).waitFor()
    const { token } = (await service.logIn(ana.email)).body
    const [incident] = await incidentsOf(service, { ...ana, token })
    assert.deepEqual([incident.kind, incident.patientId], ['SOS', patient.id])
    await act(service, { ...ana, token }, incident.id, 'acknowledge', { etaMinutes: 5 })
    await page.getByRole('heading', { name: 'Ana Gil is taking care of you' }).waitFor()
    await hold(page, fineButton(page), saidFine(page))

    const adminToken = await service.adminToken()
    const sessions = `/admin/users/${patient.id}/sessions`
    const listed = (await service.call('GET', sessions, { token: adminToken })).body.data
    assert.deepEqual(
      listed.map(({ kind }: { kind: string }) => kind),
      ['HELP_PAGE'],
    )
    await service.call('DELETE', `${sessions}/${listed[0].id}`, { token: adminToken })
    await page.getByText('This page can no longer call for help.').waitFor()
    await helpButton(page).click()
    await undelivered(page).waitFor()
    const numbers = page.locator('.undelivered').getByRole('link', { name: /Call/ })
    const hrefs = await Promise.all((await numbers.all()).map((link) => link.getAttribute('href')))
    assert.deepEqual(hrefs, ['tel:+34600999000', 'tel:+34900112112'])
    await page.reload()
    await undelivered(page).waitFor()
    await page.getByRole('link', { name: 'Sign in to send it' }).click()
    await page.getByLabel('E-mail').waitFor()
    await signIn(context, url, patient)
    await page.goto('/')
    await waitUntilLive(page)
    await page.getByText(/^You asked for help again/).waitFor()
    assert.equal(await undelivered(page).count(), 0)
  })

  fullTest('ends the page by signing out, and sees it among the sessions before', async () => {
    const { patient } = await makeHousehold(service)
    const { page, context } = await openHome(patient)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'My profile' }).click()
    const list = page.getByRole('region', { name: 'Where you are signed in' })
    await list.getByText('Page that can only call for help').waitFor()
    assert.equal(await list.getByText('This browser').count(), 2)
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    await page.goto('/')
    await page.getByLabel('E-mail').waitFor()
    const names = (await context.cookies()).map(({ name }) => name)
    assert.deepEqual(names, [])
  })
})

describe('a call for help', needsBrowser(), () => {
  for (const gapMs of isFull ? [150, 300] : [300])
    test(`is not called off by a second tap after ${gapMs} ms`, async () => {
      const { patient } = await makeHousehold(service)
      const { page } = await openHome(patient)
      const box = await helpButton(page).boundingBox()
      assert.ok(box)
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.click(x, y)
      await page.waitForTimeout(gapMs)
      await page.mouse.click(x, y)
      await called(page).waitFor()
      // Where the button that calls it off is, a tap is not enough either.
      const fine = await fineButton(page).boundingBox()
      assert.ok(fine)
      await page.mouse.click(fine.x + 20, fine.y + 20)
      await page.getByText('Hold “I’m fine” until the ring is full.').waitFor()
      const [incident] = await incidentsOf(service, patient)
      assert.equal(incident.fineAt, null)
      assert.equal((await callsIn(patient, incident.id)).length, 1)
    })

  test('is not made twice when its answer is lost, and its page says so within seconds of the line being back', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await browser.openPage(service, patient, {
      ...phone,
      expectedErrors: [lostLine, /The service cannot be reached/],
    })
    await page.clock.install()
    await loadPatientPage({ page })
    // The service has the call; its answer is lost.
    await page.route('**/api/sos', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await helpButton(page).click()
    await undelivered(page).waitFor()
    const [incident] = await incidentsOf(service, patient)
    // Opened without a connection, the page does not know whether the sign-in still counts.
    await page.route('**/api/**', (route) => route.abort())
    const isRead = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/help-page'))
    await page.reload()
    await undelivered(page).waitFor()
    assert.ok(await helpButton(page).isVisible())
    await isRead
    await page.unrouteAll()
    await page.clock.fastForward(7000)
    // Not after the minute that a page may wait when nobody has called.
    await called(page).waitFor({ timeout: 30_000 })
    await live(page).waitFor({ timeout: 30_000 })
    assert.equal(await undelivered(page).count(), 0)
    const incidents = await incidentsOf(service, patient)
    assert.deepEqual(
      incidents.map(({ id }) => id),
      [incident.id],
    )
    assert.equal((await callsIn(patient, incident.id)).length, 1)
  })

  fullTest(
    'is neither lost nor made twice when the service is killed between the touch and the answer',
    async () => {
      const killable = await startKillable()
      after(() => killable.stop())
      const rosa = await killable.signUp({ firstName: 'Rosa' })
      const { page } = await browser.openPage(killable, rosa, {
        ...phone,
        expectedErrors: [lostLine, /The service cannot be reached/],
        serviceWorker: true,
      })
      await page.goto('/')
      await waitUntilLive(page)
      await until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), 60_000)
      const incidents = async (state: string) => {
        const response = await fetch(`${killable.url}/api/incidents?state=${state}`, {
          headers: { authorization: `Bearer ${rosa.token}` },
        })
        return ((await response.json()) as { data: { id: string }[] }).data
      }

      // The service has the call; its answer is lost.
      await page.route(
        '**/api/sos',
        async (route) => {
          await route.fetch()
          await killable.kill()
          await route.abort()
        },
        { times: 1 },
      )
      await helpButton(page).click()
      await undelivered(page).waitFor()
      await page.reload()
      await undelivered(page).waitFor()
      assert.ok(await helpButton(page).isVisible())
      await killable.start()
      await called(page).waitFor()
      await until(async () => (await undelivered(page).count()) === 0)
      const [incident, ...others] = await incidents('OPEN')
      assert.ok(incident && others.length === 0)
      const detail = await fetch(`${killable.url}/api/incidents/${incident.id}`, {
        headers: { authorization: `Bearer ${rosa.token}` },
      })
      const { data } = (await detail.json()) as { data: { timeline: { data: { code: string } }[] } }
      assert.equal(data.timeline.filter((entry) => entry.data.code === 'HELP_REQUESTED').length, 1)
    },
  )

  test('that was called off before it arrived never arrives', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await openHome(patient)
    await page.route('**/api/sos', (route) => route.abort())
    await helpButton(page).click()
    await undelivered(page).waitFor()
    await hold(page, fineButton(page), page.getByText('Your call for help was called off.'))
    await page.unroute('**/api/sos')
    await until(() => page.evaluate<boolean>("localStorage.getItem('fallwatch-calls') === '[]'"))
    assert.deepEqual(await incidentsOf(service, patient), [])
  })
})

interface Places {
  size: string
  fine: object
  help: object
}

/** The smallest ones have the least room; large text is what could push the buttons out of it. */
const sizes = [
  { width: 320, height: 568 },
  { width: 667, height: 375 },
  ...(isFull ? [phone, { width: 844, height: 390 }] : []),
]
const textSizes = isFull ? ['100%', '200%'] : ['200%']

/** Measures where the buttons are in windows of several sizes, with normal and with doubled text. */
async function placesOf(page: Page): Promise<Places[]> {
  const places: Places[] = []
  for (const size of sizes)
    for (const text of textSizes) {
      await page.setViewportSize(size)
      await page.evaluate(`document.documentElement.style.fontSize = '${text}'`)
      const [fine, help] = [await fineButton(page).boundingBox(), await helpButton(page).boundingBox()]
      const name = `${size.width}×${size.height}, ${text}`
      assert.ok(fine && help, name)
      for (const box of [fine, help]) {
        assert.ok(box.height >= 64 && box.width >= 64, `${name}: ${JSON.stringify(box)}`)
        assert.ok(box.y >= 0 && box.y + box.height <= size.height, `${name}: ${JSON.stringify(box)}`)
      }
      const isCut = await page.evaluate<boolean>(
        "[...document.querySelectorAll('.big-button')].some((b) => b.scrollHeight > b.clientHeight + 1 || b.scrollWidth > b.clientWidth + 1)",
      )
      assert.ok(!isCut, `${name}: a button has more text than room`)
      places.push({ size: name, fine, help })
    }
  await page.setViewportSize(phone)
  await page.evaluate("document.documentElement.style.fontSize = ''")
  return places
}

describe('the two buttons of a patient', needsBrowser(), () => {
  test('keep their places in every state, and “I’m fine” is held once there is an alarm', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page } = await openHome(patient)
    const calm = await placesOf(page)
    const stays = async (state: string) => assert.deepEqual(await placesOf(page), calm, state)
    await fineButton(page).click()
    await page.getByText('Good to hear. There is no alarm, so nobody was called.').waitFor()
    await stays('all well')

    const question = page.getByRole('alertdialog', { name: 'Are you fine?' })
    await beginCheck(service, patient)
    await question.getByRole('timer').waitFor()
    await stays('a fall is being checked')
    await fineButton(page).click()
    await page.getByText('Hold “I’m fine” until the ring is full.').waitFor()
    await hold(page, fineButton(page), page.getByText('Good to hear that you are fine. Nobody has to come.'))
    assert.deepEqual(await incidentsOf(service, patient), [])

    await page.route('**/api/sos', (route) => route.abort())
    await helpButton(page).click()
    await undelivered(page).waitFor()
    await stays('no connection')
    await page.unroute('**/api/sos')
    await called(page).waitFor()
    await stays('called')
    const [incident] = await incidentsOf(service, patient)
    await act(service, ana, incident.id, 'acknowledge', { etaMinutes: 5 })
    await page.getByRole('heading', { name: 'Ana Gil is taking care of you' }).waitFor()
    await stays('somebody comes')

    // A screen reader cannot hold: it is asked.
    await page.evaluate("document.querySelector('.big-button-fine').click()")
    await page.getByText('Tell your caregivers that you are fine?').waitFor()
    await stays('the question')
    await page.getByRole('button', { name: 'No', exact: true }).click()
    assert.equal((await incidentsOf(service, patient))[0].fineAt, null)
    // A key is held as a finger is.
    await fineButton(page).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Hold “I’m fine” until the ring is full.').waitFor()
    assert.equal((await incidentsOf(service, patient))[0].fineAt, null)
    await page.keyboard.down('Enter')
    await saidFine(page).waitFor()
    await page.keyboard.up('Enter')
    await stays('said to be fine')
    service.advance('25h')
    await noticeSignedOut(page)
    await page.getByText('Your sign-in has ended. The two buttons still work.').waitFor()
    await stays('the sign-in has ended')
  })
})
