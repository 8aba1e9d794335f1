import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeCircle, reportFall } from '../support/people.ts'
import { addDevice } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import { consoleOptions } from './support/console-page.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()

describe('sharing and reports', needsBrowser(), () => {
  test('a patient makes a link, and somebody outside opens it with the code', async () => {
    const { patient } = await makeCircle(service)
    await addDevice(service, patient.token, { heart_rate: 72, spo2: 97 })
    await reportFall(service, patient)
    const { page } = await browser.openPage(service, patient, { path: '/me/privacy' })
    await page.getByLabel('For whom').fill('Dr. Vega')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    const code = await page.getByLabel('Code', { exact: true }).inputValue()
    assert.match(code, /^\d{8}$/)

    const { page: outside } = await browser.openPage(service, undefined, { expectedErrors: [/401/] })
    await outside.goto(link)
    await outside.getByLabel('Code').fill('1')
    await outside.getByRole('button', { name: 'Open' }).click()
    await outside.getByText('do not open anything').waitFor()
    await outside.getByLabel('Code').fill(code)
    await outside.getByRole('button', { name: 'Open' }).click()
    await outside.getByRole('heading', { name: 'Rosa Marín' }).waitFor()
    await outside.getByRole('cell', { name: 'Kitchen' }).waitFor()
    assert.ok(!outside.url().includes('#'), 'the token leaves the address bar')

    await page.reload()
    await page.getByText('opened once').waitFor()
    await page.getByRole('button', { name: 'Revoke: Dr. Vega' }).click()
    await page.getByText('Revoked').waitFor()
  })

  test('a report is printed without the frame, black on white', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await reportFall(service, patient)
    const path = `/patients/${patient.id}/report`
    const { page } = await browser.openPage(service, caregiver, { path, theme: 'dark' })
    await page.getByRole('cell', { name: 'Kitchen' }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.equal(await page.locator('.shell-header').isVisible(), false)
    assert.equal(await page.locator('.report-controls').isVisible(), false)
    assert.equal(await page.getByRole('cell', { name: 'Kitchen' }).isVisible(), true)
    const colours =
      'getComputedStyle(document.body).color + getComputedStyle(document.documentElement).backgroundColor'
    assert.deepEqual(await page.evaluate(colours), 'rgb(0, 0, 0)rgb(255, 255, 255)')
  })
})
