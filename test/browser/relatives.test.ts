// Full: a relative answers in acknowledge-page.test.ts, and who may do what is tested through HTTP.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import type { Person } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { createTeam, makeHouse } from '../support/teams.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()
const visit = useSharedPage(browser, service)

const phone = { width: 390, height: 844 }
const tablet = { width: 1024, height: 768 }

describe('a relative', needsBrowser(), () => {
  test('is assigned by an admin, goes there without silencing the staff, and changes what an admin allows', async () => {
    const { patient, caregiver, admin } = await makeCircle(service)
    const eva: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Eva', lastName: 'Sanz' })
    const office = await visit(admin, `/admin/people/${patient.id}`)
    await office.getByRole('button', { name: 'Assign a caregiver' }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByLabel('Caregiver').fill(eva.email)
    await dialog.getByRole('button', { name: /^Eva Sanz/ }).click()
    await dialog.getByLabel('Staff or relative').selectOption('RELATIVE')
    await dialog.getByLabel('Relationship').fill('daughter')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await office.getByText('daughter').first().waitFor()

    await reportFall(service, patient)
    const nurse = await browser.openPage(service, caregiver, { ...tablet, path: '/' })
    const page = await visit(eva, '/', phone)
    await page.getByText('Staff are alerted all the same.', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: /I’m going/ }).click()
    await page.getByText('You are going').waitFor()
    // The nurse sees at once who goes, and still has to answer.
    await nurse.page.getByText('Eva Sanz (daughter) is going').waitFor()
    await nurse.page.getByText('Staff are alerted until one of them is on it.').waitFor()
    await nurse.page.getByRole('button', { name: /on it/ }).waitFor()
    const [incident] = await incidentsOf(service, caregiver)
    assert.equal(incident.state, 'OPEN')

    await page.goto(`/incidents/${incident.id}`)
    await page.getByText('Staff end this incident.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'End the incident' }).count(), 0)
    await page.getByRole('button', { name: 'I cannot go' }).click()
    await page.getByRole('button', { name: /I’m going/ }).waitFor()

    // What staff do beside each other is not offered to her.
    await act(service, caregiver, incident.id, 'acknowledge')
    await page.getByText('Ana Gil is on it').waitFor()
    await page.getByRole('button', { name: /I’m going/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Take over' }).count(), 0)
    await act(service, caregiver, incident.id, 'resolve', { outcome: 'HELP_GIVEN' })
    await page.getByText('Help was given').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Correct the outcome' }).count(), 0)

    await page.goto(`/patients/${patient.id}?tab=settings`)
    await page.getByText(/^Staff change this\./).waitFor()
    await visit(admin, `/patients/${patient.id}?tab=settings`)
    await office.getByRole('button', { name: 'Show what relatives may do' }).click()
    await office.getByLabel(/^Relatives may change the place/).check()
    await office.getByText('Saved.').waitFor()
    await visit(eva, `/patients/${patient.id}?tab=settings`, phone)
    await page.getByRole('radiogroup').waitFor()
  })
})

describe('a move to another ward', needsBrowser(), () => {
  test('asks first while an incident is open, and names who would no longer be told', async () => {
    const { neighbour: luis, caregiver, stranger, admin } = await makeCircle(service)
    const { north, south } = makeHouse()
    await createTeam(service, admin.token, north, [caregiver])
    await createTeam(service, admin.token, south, [stranger])
    const path = `/patients/${luis.id}/residence`
    await done(service, 'PUT', `${path}?confirm=true`, admin, { ...north, room: '1' })
    await reportFall(service, luis)
    const page = await visit(admin, `/patients/${luis.id}`, { ...phone, expectedErrors: [/409/] })
    await page.getByRole('button', { name: 'Change the place' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ward').fill(south.ward)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^An incident of this person is open\./).waitFor()
    await dialog.getByText('No longer notified: Ana Gil').waitFor()
    // The question is about this place, not about another one that is typed now.
    await dialog.getByLabel('Ward').fill(north.ward)
    await dialog.getByRole('button', { name: 'Move anyway' }).waitFor({ state: 'detached' })
    await dialog.getByLabel('Ward').fill(south.ward)
    const wardOf = async () =>
      (await service.call('GET', path, { token: admin.token })).body.data.ward as string
    assert.equal(await wardOf(), north.ward)
    await page.setViewportSize(tablet)
    await dialog.getByRole('button', { name: 'Move anyway' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await wardOf(), south.ward)
  })
})
