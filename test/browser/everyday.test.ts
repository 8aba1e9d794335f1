import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { randomMac } from '../support/readings.ts'
import { adminAccount, useService } from '../support/service.ts'
import { createTeam } from '../support/teams.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { makeHousehold, waitUntilLive } from './support/console.ts'
import { consoleOptions, watchConsole } from './support/console-page.ts'
import { done } from './support/house.ts'
import { assertFits } from './support/screen-checks.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()

const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Goes to a screen as a link does, and waits until it has the heading. */
async function go(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

/** The narrowest window that must work; colours are read as they are while they fade into each other. */
const narrow = { width: 320, reducedMotion: true }

/** Those of an admin on which little is changed. */
const screensToRead = [
  ['/admin/deliveries', 'Deliveries'],
  ['/admin/detection', 'Detection'],
  ['/admin/kept-falls', 'Falls of deleted people'],
  ['/admin/report', 'Monthly report'],
] as const

// Each screen is used once, in one page, and checked as it then is; what else can be done there is tested in
// `npm run test:full`.
describe('everyday work', needsBrowser(), () => {
  test('of a caregiver: every screen of theirs saves what is changed there', async () => {
    const { patient, ana } = await makeHousehold(service)
    const team = await createTeam(service, await service.adminToken(), {}, [ana])
    const { page } = await browser.openPage(service, ana, { path: `/patients/${patient.id}`, ...narrow })
    await waitUntilLive(page)
    const dialog = page.getByRole('dialog')
    const tab = (name: string) => page.getByRole('tab', { name }).click()

    await press(page, 'Change the contacts')
    await dialog.getByLabel('Number of the emergency contact').fill('+34 600 999 000')
    await press(dialog, 'Save')
    await page.getByRole('link', { name: '+34 600 999 000' }).waitFor()

    await tab('Alarms')
    const monitoring = page.getByRole('region', { name: 'Monitoring' })
    await monitoring.getByLabel('Urgent at this battery level').fill('81')
    await press(monitoring, 'Save')
    await monitoring.getByText('Enter a whole number from 1 to 80, or nothing.').waitFor()
    await monitoring.getByLabel('Urgent at this battery level').fill('5')
    await press(monitoring, 'Save')
    await monitoring.getByText('Saved').waitFor()
    await assertFits(page, 'Alarms')

    await tab('Devices')
    await press(page, 'Register a device')
    await dialog.getByLabel('Name of the device').fill('Belt')
    await press(dialog, 'Register')
    assert.match(await dialog.getByLabel('Device key', { exact: true }).inputValue(), /^fwk_/)
    await press(dialog, 'Close')
    await page.getByRole('listitem').filter({ hasText: 'Belt' }).getByText('Has sent nothing yet').waitFor()
    await assertFits(page, 'Devices')

    await tab('Notes')
    const note = 'Hears badly.\n<img src=x onerror=alert(1)>'
    await page.getByLabel('New note').fill(note)
    await press(page, 'Save the note')
    await page.getByRole('listitem').getByText(note).waitFor()
    await assertFits(page, 'Notes')

    await tab('Messages')
    const name = `${patient.firstName} ${patient.lastName}`
    await page.getByLabel(`Message to ${name}`).fill('How are you?')
    await press(page, 'Send')
    await page.getByRole('listitem').getByText('How are you?').waitFor()
    await assertFits(page, 'Messages')

    await page.getByRole('link', { name: 'Report a fall' }).click()
    await page.getByLabel('Where').fill('Bathroom')
    await assertFits(page, 'Report a fall')
    await press(page, 'Report the fall')
    await page.getByText('You are on it').waitFor()
    await page.getByRole('link', { name: 'Fall record' }).click()
    await press(page, 'Change the record')
    await page.getByLabel('Doctor told?').selectOption({ label: 'Yes' })
    await press(page, 'Save')
    await page.getByText('Doctor told?: “not stated” → “Yes”').waitFor()
    await assertFits(page, 'Fall record')

    await go(page, `/teams/${team.id}`, team.name)
    await page.getByLabel('Note for those who come next').fill('Room 2 slept badly.')
    await press(page, 'Add the note')
    await page.getByRole('listitem').getByText('Room 2 slept badly.').waitFor()
    await assertFits(page, 'Team')

    await go(page, '/me/notifications', 'My notifications')
    await page.getByText('On duty now').waitFor()
    await page.getByLabel('I am on duty').click()
    await page.getByText('Off duty now').waitFor()
    await assertFits(page, 'My notifications')

    await go(page, '/me/profile', 'My profile')
    await page.getByLabel('First name').fill('Anita')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    await assertFits(page, 'My profile')

    const read = (path: string) => done(service, 'GET', path, ana)
    assert.equal((await read(`/patients/${patient.id}/monitoring`)).batteryUrgent, 5)
    assert.equal((await read('/caregivers/me/duty')).onDuty, false)
    assert.equal((await read('/profile/me')).firstName, 'Anita')
    const [fall, ...others] = await read(`/patients/${patient.id}/falls`)
    assert.deepEqual([fall.location, others.length], ['Bathroom', 0])
  })

  test('of an admin: people, teams, devices, policies and webhooks are changed, and the log says so', async () => {
    const admin = { ...adminAccount, token: await service.adminToken() }
    const { patient } = await makeHousehold(service)
    const { page } = await browser.openPage(service, admin, { path: '/admin/people', ...narrow })
    const { settle } = watchConsole(page)
    await waitUntilLive(page)
    const dialog = page.getByRole('dialog')

    await press(page, 'Invite a person')
    await dialog.getByLabel('First name').fill('Ida')
    await dialog.getByLabel('Last name').fill('Lind')
    await dialog.getByLabel('E-mail').fill('ida@example.org')
    await press(dialog, 'Create the account and its link')
    const link = await dialog.getByLabel('Link to choose a password').inputValue()
    assert.match(link, /\/invitation#[\w-]{20}/)
    await press(dialog, 'Close')
    await page.getByLabel('Search by name or e-mail').fill('lind')
    await page.getByText('1 person found').waitFor()
    await assertFits(page, 'People')
    await page.getByRole('link', { name: 'Ida Lind' }).click()
    await page.getByLabel('Last name').fill('Lindner')
    await press(page, 'Save')
    await page.getByText('Saved').waitFor()
    await assertFits(page, 'Person')

    await go(page, '/teams', 'Teams')
    await page.getByLabel('Name', { exact: true }).fill('Kitchen')
    await press(page, 'Create the team')
    await page.getByRole('link', { name: 'Kitchen', exact: true }).click()
    await page.getByRole('heading', { name: 'Kitchen', level: 1 }).waitFor()

    await go(page, '/admin/devices', 'Devices')
    const mac = randomMac()
    await press(page, 'Register a device')
    await dialog.getByLabel('MAC address').fill(mac)
    await dialog.getByRole('searchbox').fill(patient.lastName)
    await press(dialog, new RegExp(`^${patient.firstName} ${patient.lastName}`))
    await press(dialog, 'Register')
    assert.match(await dialog.getByLabel('Device key', { exact: true }).inputValue(), /^fwk_/)
    await press(dialog, 'Close')
    await page.getByRole('row').filter({ hasText: mac }).getByText('No reading yet').waitFor()
    await assertFits(page, 'Devices')

    await go(page, '/admin/escalation', 'Escalation')
    await settle()
    await press(page, 'Change: High')
    const high = page.getByRole('region', { name: 'High' })
    await high.getByLabel('Seconds after the beginning').nth(1).fill('90')
    await press(high, 'Save')
    await high.getByText('After 90 seconds').waitFor()
    await assertFits(page, 'Escalation')

    await go(page, '/admin/system', 'System')
    // What loads last moves the button: a press that begins before and ends after it is none.
    await settle()
    await page.getByLabel('Address').fill('https://example.org/hook')
    await press(page, 'Add a webhook')
    await page.getByLabel('The secret, shown only now:').waitFor()
    await page.getByText('https://example.org/hook').first().waitFor()
    await assertFits(page, 'System')

    for (const [path, heading] of screensToRead) {
      await go(page, path, heading)
      await settle()
      await assertFits(page, heading)
    }

    await go(page, '/admin/audit', 'Audit log')
    await page
      .getByRole('cell', { name: /webhook/ })
      .first()
      .waitFor()
    await assertFits(page, 'Audit log')
  })
})
