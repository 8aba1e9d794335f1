// Full: rare work of an admin; its rules are tested through HTTP, and its screens in screens.test.ts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { adminAccount, useService } from '../support/service.ts'
import { backupsOf } from './support/backups.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, { ...consoleOptions, backups: backupsOf(40, 64) })
const visit = useSharedPage(useBrowser(), service)

const open = (path: string) => visit(adminAccount, path)

describe('an admin', needsBrowser(), () => {
  test('records a representative, pauses vital signs on their behalf, and ends it', async () => {
    const { patient, admin } = await makeCircle(service)
    const page = await open(`/admin/people/${patient.id}`)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByText('No representative is recorded.').waitFor()
    assert.equal(await page.getByText('Share the vital signs').count(), 0)
    await press('Record a representative')
    await page.getByLabel('Name of the representative').fill('Eva Marín')
    const relationship = page.getByRole('textbox', { name: 'Relationship' })
    const saveForm = page.locator('form').filter({ has: relationship }).getByRole('button', { name: 'Save' })
    await saveForm.click()
    await page.getByText('Say why this person decides').waitFor()
    await relationship.fill('Daughter, by power of attorney')
    await saveForm.click()

    await page.getByText('Eva Marín').waitFor()
    await page.getByLabel('Share the vital signs of Rosa Marín').click()
    await page.getByText('Nobody but Rosa Marín sees these vital signs.').waitFor()
    const { sharing, representative } = await done(service, 'GET', `/patients/${patient.id}/access`, admin)
    assert.equal(sharing.vitals, false)
    assert.equal(representative.relationship, 'Daughter, by power of attorney')

    await press('End the representation')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What was decided so far stays as it is.').waitFor()
    await dialog.getByRole('button', { name: 'End the representation' }).click()
    await page.getByText('No representative is recorded.').waitFor()
  })

  test('sees the backups, and that the last good one is too old', async () => {
    const page = await open('/admin/system')
    const backups = page.getByRole('region', { name: 'Backups' })
    await backups.getByText('Overdue: more than 36 hours old').waitFor()
    await backups.getByText('yesterday').waitFor()
    // One line is the heading.
    assert.equal(await backups.getByRole('row').count(), 3)
    await backups.getByRole('cell', { name: '734 MB' }).first().waitFor()
  })

  test('finds the numbers of falls that were kept of deleted people', async () => {
    const { patient, admin } = await makeCircle(service)
    await reportFall(service, patient)
    await done(service, 'DELETE', `/admin/users/${patient.id}?keepStatistics=true`, admin)
    const page = await open('/admin/detection')
    await page.getByRole('link', { name: 'Falls of deleted people' }).click()
    await page.getByText('1 fall. Near falls, false alarms and tests are not counted.').waitFor()
    assert.equal(await page.getByText('Rosa').count(), 0)
  })
})
