import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { incidentOf, incidentsOf } from '../support/incidents.ts'
import type { Person } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { browserSettings, signIn, useBrowser } from './support/browser.ts'
import { consoleFolder, makeHousehold, watchApi } from './support/console.ts'
import { hold } from './support/hold.ts'
import { beginCheck } from './support/house.ts'
import { usePagePool } from './support/page-pool.ts'
import {
  called,
  fineButton,
  helpButton,
  loadPatientPage,
  noticeSignedOut,
  patientPage,
  undelivered,
} from './support/patient-page.ts'

const service = useService(browserSettings, { consoleFolder })
const browser = useBrowser()

const pool = usePagePool(browser, service)

async function openHome(patient: Person) {
  const opened = await pool.openPage(patient, patientPage)
  await loadPatientPage(opened)
  return opened
}

describe('a call for help', needsBrowser(), () => {
  test('can be pressed over a dialog that was open before the fall', async () => {
    const { patient } = await makeHousehold(service)
    const { page } = await openHome(patient)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'My profile' }).click()
    await page.getByRole('button', { name: 'Delete my account …' }).click()
    const typed = page.getByRole('dialog').getByRole('textbox')
    await typed.fill('del')
    await beginCheck(service, patient)
    await page.getByRole('alertdialog', { name: 'Are you fine?' }).getByRole('timer').waitFor()
    await fineButton(page).click()
    await page.getByText('Hold “I’m fine” until the ring is full.').waitFor()
    await helpButton(page).click()
    await until(async () => (await incidentsOf(service, patient, { state: 'OPEN' })).length > 0)
    assert.equal(await typed.inputValue(), 'del')
  })

  test('is not followed by an “I’m fine” from before it that had no answer', async () => {
    const { patient, ana } = await makeHousehold(service)
    const { page } = await browser.openPage(service, patient, patientPage)
    await page.clock.install()
    await loadPatientPage({ page })
    const question = page.getByRole('alertdialog', { name: 'Are you fine?' })
    await beginCheck(service, patient)
    await question.waitFor()
    await page.route('**/api/incidents/*/ok', (route) => route.abort())
    await hold(page, fineButton(page), page.getByText('Your caregivers do not know yet that you are fine.'))
    await helpButton(page).click()
    const [incident] = await until(async () => {
      const open = await incidentsOf(service, patient, { state: 'OPEN' })
      return open.length > 0 && open
    })
    await page.unroute('**/api/incidents/*/ok')
    const sent = watchApi(page, (request) => request.endsWith('/ok'))
    await page.clock.fastForward(30_000)
    // What the clock has set off was sent before this.
    await page.evaluate("fetch('/api/health')")
    assert.deepEqual(sent, [])
    assert.equal((await incidentOf(service, ana, incident.id)).fineAt, null)
  })

  test('is sent, and shown, when somebody else has signed in to the browser of the patient', async () => {
    const { patient, ana } = await makeHousehold(service)
    const neighbour = await service.signUp({ firstName: 'Otto' })
    const { page, context, url } = await openHome(patient)
    const isLost = /\/api\/(sos|incidents\/[^/]+\/help)$/
    await page.route(isLost, (route) => route.abort())
    await helpButton(page).click()
    await undelivered(page).waitFor()
    const told = page.getByText(`${patient.firstName} called for help on this device at`)
    const helped = page.getByRole('button', { name: `${patient.firstName} has been helped` })
    for (const [person, count] of [
      [ana, 1],
      [neighbour, 0],
    ] as const) {
      await signIn(context, url, person)
      await page.goto('/')
      await told.waitFor()
      assert.equal(await helped.count(), count)
    }
    await page.unroute(isLost)
    await told.waitFor({ state: 'detached' })
    const [incident] = await incidentsOf(service, ana)
    assert.deepEqual([incident.kind, incident.patientId], ['SOS', patient.id])
    assert.deepEqual(await incidentsOf(service, neighbour), [])
  })

  fullTest('is made where the browser stores nothing, also when the sign-in has ended', async () => {
    const { patient, ana } = await makeHousehold(service)
    const script = `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })`
    const { page, context } = await browser.openPage(service, patient, patientPage)
    await context.addInitScript(script)
    await loadPatientPage({ page })
    service.advance('25h')
    await noticeSignedOut(page)
    const ended = page.getByText('Your sign-in has ended. The two buttons still work.')
    await ended.waitFor()
    await page.reload()
    await ended.waitFor()
    await helpButton(page).click()
    await called(page).waitFor()
    const { token } = (await service.logIn(ana.email)).body
    assert.equal((await incidentsOf(service, { ...ana, token }))[0].patientId, patient.id)
  })

  fullTest(
    'is asked for by the clock of the service where that of the browser is wrong and nobody is signed in',
    async () => {
      const { patient } = await makeHousehold(service)
      const { page, context } = await browser.openPage(service, patient, patientPage)
      await loadPatientPage({ page })
      await context.clearCookies({ name: 'session' })
      await page.clock.install({ time: Date.now() - 3_600_000 })
      await page.reload()
      await page.getByText('Your sign-in has ended. The two buttons still work.').waitFor()
      await beginCheck(service, patient)
      const question = page.getByRole('alertdialog', { name: 'Are you fine?' })
      await question
        .getByRole('timer')
        .getByText(/^[0-5]:\d\d$/)
        .waitFor()
    },
  )
})
