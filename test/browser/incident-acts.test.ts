import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { fullTest } from '../support/full.ts'
import { incidentOf, incidentsOf } from '../support/incidents.ts'
import { makeCircle } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { setPin } from '../support/stations.ts'
import { makeHouse, settle } from '../support/teams.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { makeHousehold } from './support/console.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()

const phone = { width: 390, height: 844 }
const tablet = { width: 1024, height: 768 }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('a fall that somebody saw', needsBrowser(), () => {
  fullTest('is reported on a phone, documented, changed with its history, and printed', async () => {
    const { patient, ana, eva } = await makeHousehold(service)
    const first = { location: 'Bathroom', footwear: 'SOCKS', injuries: 'A graze on the elbow' }
    const { page } = await browser.openPage(service, ana, {
      ...{ ...phone, path: `/patients/${patient.id}`, expectedErrors: [/409.*record/] },
    })
    await page.getByRole('link', { name: 'Report a fall' }).click()
    await page.getByLabel('Where').fill('Bathroom')
    await page.getByLabel('Footwear').selectOption({ label: 'Socks' })
    await page.getByLabel('Injuries, pain').fill('A graze on the elbow')
    // What was written stays while its author looks at something else.
    await page.goBack()
    await page.getByRole('link', { name: 'Report a fall' }).click()
    assert.equal(await page.getByLabel('Injuries, pain').inputValue(), 'A graze on the elbow')
    await page.getByRole('button', { name: 'Report the fall' }).dblclick()

    await page.getByText('You are on it').waitFor()
    await page.getByText(/^Reported a fall of/).waitFor()
    const { data } = (await service.call('GET', `/patients/${patient.id}/falls`, { token: ana.token })).body
    assert.equal(data.length, 1)
    await page.getByRole('link', { name: 'Fall record' }).click()
    await page.getByText('Reported by Ana Gil', { exact: false }).waitFor()
    await press(page, 'Change the record')
    await page.getByLabel('Doctor told?').selectOption({ label: 'Yes' })
    // A colleague is faster: neither loses what they wrote without knowing.
    const [{ id: fallId }] = data
    await done(service, 'PUT', `/falls/${fallId}/record`, eva, { ...first, measures: 'Wound cleaned' })
    await press(page, 'Save')
    await page.getByText('What was done: “not stated” → “Wound cleaned”').waitFor()
    await page.locator('option:checked', { hasText: 'Yes' }).waitFor({ state: 'attached' })
    await page.getByLabel('What was done').fill('Wound cleaned')
    await press(page, 'Save')
    await page.getByText('Doctor told?: “not stated” → “Yes”').waitFor()

    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false)
    await page.getByText('Date, signature').waitFor()
    await page.getByText('A graze on the elbow').first().waitFor()
  })

  fullTest(
    'is reported at the tablet of a ward with a PIN, and what was written survives closing',
    async () => {
      const { patient, caregiver, admin } = await makeCircle(service)
      const { north } = makeHouse()
      await settle(service, patient, north)
      await setPin(service, caregiver)
      const { code } = await done(service, 'POST', '/admin/stations', admin, { name: randomUUID(), ...north })
      const options = { ...tablet, path: '/station', expectedErrors: [/401/] }
      const { page } = await browser.openPage(service, undefined, options)
      await page.getByLabel('Code').fill(code)
      await press(page, 'Sign this tablet in')
      await press(page, 'Report a fall')
      const dialog = page.getByRole('dialog', { name: 'Report a fall' })
      await dialog.getByLabel('Who fell?').selectOption({ label: '7: Rosa Marín' })
      await dialog.getByLabel('Where').fill('Corridor')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await press(page, 'Report a fall')
      assert.equal(await dialog.getByLabel('Where').inputValue(), 'Corridor')
      await dialog.getByRole('button', { name: 'Report the fall' }).click()
      await dialog.getByText('Choose your name and enter your PIN.').waitFor()
      await dialog.getByLabel('Who are you?').selectOption({ label: 'Ana Gil' })
      for (const digit of '4711') await dialog.getByRole('button', { name: digit, exact: true }).click()
      await dialog.getByRole('button', { name: 'Report the fall' }).click()
      await page.getByText('Ana Gil is on it').waitFor()
      const [incident] = await incidentsOf(service, caregiver)
      assert.equal(incident.state, 'ACKNOWLEDGED')
    },
  )
})

test(
  'on a phone, a second person is asked for and comes, and takes over after a question',
  needsBrowser(),
  async () => {
    const { patient, ana, eva } = await makeHousehold(service)
    const body = { occurredAt: service.ctx.now().toISOString() }
    const { incidentId } = await done(service, 'POST', `/patients/${patient.id}/falls`, ana, body)
    const path = `/incidents/${incidentId}`
    const { page: hers } = await browser.openPage(service, ana, { ...phone, path })
    const { page } = await browser.openPage(service, eva, { ...tablet, path: '/' })
    await page.getByText('Ana Gil is on it').waitFor()
    await press(hers, 'Ask for a second person')
    await hers.getByText('A second person is needed').waitFor()
    // Eva has no contact, and only a page that is open tells her.
    await hers.getByText(/^Nobody could be told outside the console\./).waitFor()
    await page.getByText('Everything has been answered. A second person is needed.').waitFor()
    await page.goto(path)
    await press(page, 'I’m coming as well')
    await page.getByText('You are going').waitFor()
    await hers.getByText('Eva Sol is going').waitFor()

    await press(page, 'Take over')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Ana Gil is on it\./).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await incidentOf(service, ana, incidentId)).handledBy.id, ana.id)
    await press(page, 'Take over')
    await dialog.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('You are on it').waitFor()
    await hers.getByText('Eva Sol is on it').waitFor()
  },
)

fullTest('an outcome is corrected, and the first one stays in the timeline', needsBrowser(), async () => {
  const { patient, ana } = await makeHousehold(service)
  const body = { occurredAt: service.ctx.now().toISOString() }
  const { incidentId } = await done(service, 'POST', `/patients/${patient.id}/falls`, ana, body)
  await done(service, 'POST', `/incidents/${incidentId}/resolve`, ana, { outcome: 'FALSE_ALARM' })
  const { page } = await browser.openPage(service, ana, { ...phone, path: `/incidents/${incidentId}` })
  await press(page, 'Correct the outcome')
  await page.setViewportSize(tablet)
  const dialog = page.getByRole('dialog', { name: 'Correct the outcome' })
  await dialog.getByLabel('A real fall').check()
  await dialog.getByLabel('Injuries, if there are any').fill('A broken wrist')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText('A false alarm → A real fall').waitFor()
  const { outcome, injuries } = await incidentOf(service, ana, incidentId)
  assert.deepEqual([outcome, injuries], ['REAL_FALL', 'A broken wrist'])
})
