// Full: the rules of links are tested through HTTP, and their screens in screens.test.ts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { until } from '../../harness/until.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { addDevice } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, consoleOptions)
const visit = useSharedPage(useBrowser(), service)

describe('sharing and reports', needsBrowser(), () => {
  test('a patient makes a link, and somebody outside opens it with the code', async () => {
    const { patient } = await makeCircle(service)
    await addDevice(service, patient.token, { heart_rate: 72, spo2: 97 })
    await reportFall(service, patient)
    const page = await visit(patient, '/me/privacy')
    await page.getByLabel('For whom').fill('Dr. Vega')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    const code = await page.getByLabel('Code', { exact: true }).inputValue()
    assert.match(code, /^\d{8}$/)

    const outside = await visit(undefined, link, { expectedErrors: [/401/] })
    await outside.getByLabel('Code').fill('1')
    await outside.getByRole('button', { name: 'Open' }).click()
    await outside.getByText('do not open anything').waitFor()
    await outside.getByLabel('Code').fill(code)
    await outside.getByRole('button', { name: 'Open' }).click()
    await outside.getByRole('heading', { name: 'Rosa Marín' }).waitFor()
    await outside.getByRole('cell', { name: 'Kitchen' }).waitFor()
    assert.ok(!outside.url().includes('#'), 'the token leaves the address bar')

    await visit(patient, '/me/privacy')
    await page.getByText('opened once').waitFor()
    await page.getByRole('button', { name: 'Revoke: Dr. Vega' }).click()
    await page.getByText('Revoked').waitFor()
  })

  test('a patient decides whether Home Assistant shows them, and by which name', async () => {
    const { patient } = await makeCircle(service)
    const page = await visit(patient, '/me/privacy')
    const stored = async () =>
      (await service.call('GET', `/patients/${patient.id}/home-assistant`, { token: patient.token })).body
        .data
    const choose = (name: string) => page.getByRole('checkbox', { name }).press('Space')
    await page.getByText('Not allowed.').waitFor()
    await choose('Appear in Home Assistant')
    await page.getByText('has no broker').waitFor()
    await choose('With my name')
    await until(async () => (await stored()).showName)
    await page.getByText('Allowed since').waitFor()
    await choose('Appear in Home Assistant')
    await page.getByText('Not allowed.').waitFor()
    assert.deepEqual(await stored(), { shown: false, showName: false, since: null, available: false })
  })

  test('an open page hides the vital signs as soon as the patient pauses them, and shows them again', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await addDevice(service, patient.token, { heart_rate: 72, spo2: 97 })
    const page = await visit(caregiver, `/patients/${patient.id}`)
    const chart = page.getByLabel('Heart rate: mean, lowest and highest values').first()
    await chart.waitFor()
    const share = (vitals: boolean) =>
      service.call('PUT', `/patients/${patient.id}/sharing`, { token: patient.token, body: { vitals } })
    await share(false)
    await page.getByText(/^Paused by the patient since/).waitFor()
    await page.getByText('Heart rate unknown').waitFor()
    assert.equal(await chart.isVisible(), false)
    await share(true)
    await chart.waitFor()
    assert.equal(await page.getByText(/^Paused by the patient/).isVisible(), false)
  })

  test('a report is printed without the frame, black on white', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await reportFall(service, patient)
    const page = await visit(caregiver, `/patients/${patient.id}/report`)
    await page.getByRole('cell', { name: 'Kitchen' }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    // A4 between its margins.
    await page.setViewportSize({ width: 717, height: 1000 })
    const heading = await page.getByRole('columnheader', { name: 'Where' }).boundingBox()
    assert.ok((heading?.width ?? 0) > 20, 'the falls are a table on paper, too')
    assert.equal(await page.locator('.shell-header').isVisible(), false)
    assert.equal(await page.locator('.report-controls').isVisible(), false)
    assert.equal(await page.getByRole('cell', { name: 'Kitchen' }).isVisible(), true)
    const colours =
      'getComputedStyle(document.body).color + getComputedStyle(document.documentElement).backgroundColor'
    assert.deepEqual(await page.evaluate(colours), 'rgb(0, 0, 0)rgb(255, 255, 255)')
  })
})
