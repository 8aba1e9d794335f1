import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { incidentOf, incidentsOf } from '../support/incidents.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { setPin } from '../support/stations.ts'
import { makeHouse, settle } from '../support/teams.ts'
import { browserSettings, lostLine, useBrowser } from './support/browser.ts'
import { needsBrowser } from './support/chromium.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()

/** openBoard is the tablet of a ward in which one patient lives, whose caregiver has the PIN 4711. */
async function openBoard() {
  const { patient, caregiver, admin } = await makeCircle(service)
  const { north } = makeHouse()
  await settle(service, patient, north)
  await setPin(service, caregiver)
  const { code } = await done(service, 'POST', '/admin/stations', admin, { name: randomUUID(), ...north })
  const expectedErrors = [/401/, /400.*acknowledge/, lostLine]
  const { page, context } = await browser.openPage(service, undefined, { path: '/station', expectedErrors })
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign this tablet in' }).click()
  await page.getByRole('heading', { name: /^North · / }).waitFor()
  return { page, context, patient, caregiver }
}

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

async function enterPin(dialog: Locator, pin: string): Promise<void> {
  for (const digit of pin) await press(dialog, digit)
}

describe('the tablet of a ward', needsBrowser(), () => {
  test('says where to go, is answered with a PIN, and asks what it was', async () => {
    const { page, patient, caregiver } = await openBoard()
    await press(page, 'No sound here')
    await page.getByText('Nobody needs help.').waitFor()
    await reportFall(service, patient)
    const card = page.getByRole('listitem').filter({ hasText: 'Rosa Marín has fallen' })
    await card.getByText('Room 7').waitFor()
    await card.getByRole('button', { name: 'I’m on it' }).click()

    const dialog = page.getByRole('dialog', { name: 'Room 7: Rosa Marín has fallen' })
    await press(dialog, 'I’m on it')
    await dialog.getByText('Choose your name and enter your PIN.').waitFor()
    await dialog.getByLabel('Who are you?').selectOption({ label: 'Ana Gil' })
    await enterPin(dialog, '4712')
    await press(dialog, 'I’m on it')
    await dialog.getByText('The PIN is wrong.').waitFor()
    await enterPin(dialog, '47119')
    await press(dialog, 'I’m on it')
    await card.getByText('Ana Gil is on it').waitFor()

    await card.getByRole('button', { name: 'End it' }).click()
    await dialog.getByLabel('Who are you?').selectOption({ label: 'Ana Gil' })
    await enterPin(dialog, '4711')
    await press(dialog, 'End it')
    await dialog.getByText('Choose what it was, please.').waitFor()
    await dialog.getByLabel('What was it?').selectOption({ label: 'A real fall' })
    await press(dialog, 'End it')
    await page.getByText('Nobody needs help.').waitFor()
    const [incident] = await incidentsOf(service, patient, { state: 'RESOLVED' })
    assert.equal((await incidentOf(service, caregiver, incident.id)).outcome, 'REAL_FALL')
  })

  test('says when what it shows may be old', async () => {
    const { page, context } = await openBoard()
    await page.getByText('Nobody needs help.').waitFor()
    await page.clock.install()
    await context.setOffline(true)
    await page.clock.fastForward('02:00')
    await page.getByText(/^⚠ Not live since/).waitFor()
    await page.getByText('When the connection was lost, nobody was waiting for an answer.').waitFor()
    assert.equal(await page.getByText('Nobody needs help.').count(), 0)
    await context.setOffline(false)
  })
})
