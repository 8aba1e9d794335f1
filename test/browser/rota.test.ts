// Full: a rota is made in home-journey.test.ts, and its rules are tested through HTTP.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { needsBrowser } from '../../harness/chromium.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { assign } from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { createTeam, makeHouse, settle } from '../support/teams.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { fallCard } from './support/console.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, consoleOptions)
const visit = useSharedPage(useBrowser(), service)

const caregiver = (firstName: string, lastName: string) =>
  service.signUp({ role: 'CAREGIVER', firstName, lastName })

/** Counts what a person does: each press of a button, each choice. */
function counting() {
  let actions = 0
  return {
    count: () => actions,
    async press(within: Page | Locator, name: string | RegExp) {
      actions++
      await within.getByRole('button', { name }).first().click()
    },
    async choose(within: Page | Locator, name: string) {
      actions++
      await within.getByRole('checkbox', { name, exact: true }).check()
    },
  }
}

describe('the rota', needsBrowser(), () => {
  test('of three teams, three shifts and seven days takes at most 30 actions, and says what it lacks', async () => {
    const { admin } = await makeCircle(service)
    const teams: { id: string; name: string }[] = []
    for (let i = 0; i < 3; i++) {
      const members = [await caregiver('Ana', 'Gil'), await caregiver('Ben', 'Gil')]
      teams.push(await createTeam(service, admin.token, {}, members))
    }
    const { press, choose, count } = counting()
    const page = await visit(admin, '/rota')
    await page.getByRole('heading', { name: 'Rota of all teams' }).waitFor()
    await press(page, 'Add three shifts')
    await page.getByText('nobody in the shift 06:00 – 14:00: every day').first().waitFor()
    const listed = await done(service, 'GET', '/admin/rotas', admin)
    const [first] = listed.teams as [{ name: string }]
    await press(page, `${first.name}: shift 06:00 – 14:00`)
    const dialog = page.getByRole('dialog')
    for (let shift = 0; shift < 9; shift++) {
      await dialog.waitFor()
      for (const name of await dialog.locator('.rota-choices').first().getByRole('checkbox').all()) {
        const label = (await name.locator('..').textContent()) ?? ''
        await choose(dialog, label)
      }
      if (shift === 8) await press(dialog, 'Done')
      else await press(dialog, 'Next shift')
    }
    await dialog.waitFor({ state: 'detached' })
    await press(page, 'Save the rota')
    await page.getByText('Saved.').waitFor()
    assert.ok(count() <= 30, `${count()} actions`)
    assert.equal(await page.getByText('Not everything is covered').count(), 0)
    const { teams: saved } = await done(service, 'GET', '/admin/rotas', admin)
    for (const { id } of teams) {
      const { shifts, gaps } = saved.find((team: { id: string }) => team.id === id)
      assert.deepEqual([shifts.length, gaps], [21, []])
      assert.ok(shifts.every(({ caregivers }: { caregivers: object[] }) => caregivers.length === 2))
    }

    // One night without the shift is a gap, and a copy on other days and in other teams fills it.
    await page
      .getByRole('button', { name: `${first.name}, 22:00 – 06:00, Saturday: Ana Gil, Ben Gil` })
      .click()
    await press(dialog, 'Remove the shift')
    await page.getByText(`${first.name}: no shift from Sat 22:00 to Sun 06:00`).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const list = page.locator('.rota-list')
    await list.getByRole('button', { name: /22:00 – 06:00, Mon – Fri, Sun: Ana Gil, Ben Gil/ }).click()
    await choose(dialog, 'Saturday')
    await press(dialog, 'Done')
    await page.getByText('no shift from').waitFor({ state: 'detached' })
    await list.getByRole('button', { name: `Add a shift: ${first.name}` }).click()
    await dialog.getByLabel('From').fill('10:00')
    await dialog.getByLabel('To', { exact: true }).fill('12:00')
    for (const { name } of teams.filter(({ name }) => name !== first.name)) await choose(dialog, name)
    await press(dialog, 'Done')
    await page.getByText('nobody in the shift 10:00 – 12:00: every day').first().waitFor()
    assert.equal(await page.getByText('nobody in the shift 10:00 – 12:00').count(), 3)
    // What is not saved is kept while somebody looks elsewhere, and can be discarded.
    await page.getByRole('link', { name: 'Now', exact: true }).first().click()
    await page.goBack()
    await page.getByText('The changes are not saved yet.').waitFor()
    await press(page, 'Discard the changes')
    await page.getByText('nobody in the shift').first().waitFor({ state: 'detached' })

    // What another admin changes meanwhile in another team stays.
    await list.getByRole('button', { name: `Add a shift: ${first.name}` }).click()
    await press(dialog, 'Done')
    await page.getByText('nobody in the shift 06:00 – 14:00: every day').waitFor()
    const other = teams.find(({ name }) => name !== first.name)
    await done(service, 'PUT', '/admin/rotas', admin, { teams: [{ teamId: other?.id, shifts: [] }] })
    await press(page, 'Menu')
    await page.getByRole('link', { name: 'Teams', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill(`Kitchen ${first.name}`)
    await press(page, 'Create the team')
    await page.getByRole('link', { name: `Kitchen ${first.name}` }).waitFor()
    await page.getByRole('link', { name: 'Rota of all teams' }).click()
    await page.getByText(`Kitchen ${first.name}`).last().waitFor()
    await press(page, 'Save the rota')
    await page.getByText('Saved.').waitFor()
    const { teams: last } = await done(service, 'GET', '/admin/rotas', admin)
    assert.deepEqual(last.find(({ id }: { id: string }) => id === other?.id).shifts, [])
  })
})

describe('the change of shift', needsBrowser(), () => {
  test('shows notes and what happened below every alarm, and residents by room and by the rules of names', async () => {
    const { admin } = await makeCircle(service)
    const ana = await caregiver('Ana', 'Gil')
    const { north } = makeHouse()
    const patients = []
    for (const [lastName, room] of [
      ['Busch', null],
      ['Zander', '2'],
      ['Bäcker', null],
      ['Adler', '10'],
    ] as const) {
      const patient = await service.signUp({ firstName: 'Rosa', lastName })
      await assign(service, ana.id, patient.id)
      if (room) {
        await settle(service, patient, north)
        await done(service, 'PUT', `/patients/${patient.id}/residence`, admin, { room })
      }
      patients.push(patient)
    }
    const [busch, zander] = patients as [(typeof patients)[0], (typeof patients)[0]]
    const team = await createTeam(service, admin.token, {}, [ana])
    await done(service, 'POST', `/teams/${team.id}/handovers`, ana, { text: 'Room 2 slept badly.' })
    await reportFall(service, zander)
    const page = await visit(ana, '/', { width: 390, height: 844 })
    await fallCard(page, zander).waitFor()
    const line = page.locator('summary').filter({ hasText: /1 note · 1 fall · 1 still open/ })
    await line.click()
    await page.getByText('Room 2 slept badly.').waitFor()
    const isBelow = async () => {
      const [alarm, summary] = [await fallCard(page, zander).boundingBox(), await line.boundingBox()]
      return alarm !== null && summary !== null && summary.y > alarm.y + alarm.height - 1
    }
    assert.ok(await isBelow(), 'the summary stands above an alarm')

    await page.goto('/patients')
    await page.getByRole('link', { name: /Busch/ }).first().waitFor()
    const names = (await page.locator('.patients-list h2').allTextContents()).map((text) =>
      text.replace(/^.* /, ''),
    )
    assert.deepEqual(names.slice(-3), ['Adler', 'Bäcker', 'Busch'], 'without the one who has fallen')

    await service.ctx.db.query('update users set password_hash = null where id = $1', [busch.id])
    await page.goto('/messages')
    await page.getByLabel('Write to somebody').selectOption({ label: 'Rosa Busch' })
    await page.getByText('Rosa Busch cannot sign in, and will not read a message here.').waitFor()
  })

  test('asks for the time zone, wards that exist, and PINs that are hard to guess', async () => {
    const { admin, patient, caregiver: ben } = await makeCircle(service)
    const { site, north } = makeHouse()
    await settle(service, patient, north)
    const page = await visit(admin, '/admin/system')
    await page.getByRole('button', { name: 'Show the time zone' }).click()
    await page.getByLabel('Time zone of the installation').selectOption('Europe/Berlin')
    await page.getByRole('button', { name: 'Save the time zone' }).click()
    await page.getByText('Saved. It applies from now on.').waitFor()
    assert.equal(service.ctx.timeZone.current(), 'Europe/Berlin')

    await page.goto('/teams')
    await page.getByLabel('Name of the station').fill(`Corridor ${site}`)
    await page
      .getByLabel('Ward')
      .last()
      .selectOption({ label: `North · ${site}` })
    await page.getByRole('button', { name: 'Create the station' }).click()
    const code = await page.getByLabel('Code, valid for 15 minutes').inputValue()
    const tablet = await visit(undefined, '/station', { expectedErrors: [/401/] })
    await tablet.getByLabel('Code').fill(code)
    await tablet.getByRole('button', { name: 'Sign this tablet in' }).click()
    await reportFall(service, patient)
    await tablet.getByRole('button', { name: /on it/ }).first().click()
    await tablet.getByText('nobody who looks after this ward has a PIN yet').waitFor()

    const profile = await visit(ben, '/me/profile')
    await profile.getByLabel('New PIN, 4 digits').fill('1234')
    await profile.getByRole('button', { name: 'Set the PIN' }).click()
    await profile.getByText('Others would try this PIN first.').waitFor()
  })
})
