// Full: Now with a few residents is in home-journey.test.ts, and the rules of its list are tested without a browser.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { createTeam, makeHouse } from '../support/teams.ts'
import { moveIn, signUpResident } from '../support/wards.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { axe, findSidewaysScroll } from './support/page-checks.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, consoleOptions)
const visit = useSharedPage(useBrowser(), service)

const site = 'Elm House'

describe('a home on Now', needsBrowser(), () => {
  test('is shown by ward on a desk, can be filtered, and is one column on a phone', async () => {
    const ana = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
    const rooms = (ward: string | null, names: (string | null)[]) =>
      names.map((room) => ({ site, ward, room, lastName: 'Voss' }))
    await moveIn(service, ana, [
      ...rooms('10', ['1']),
      ...rooms('2', ['10', '2', 'A1', null]),
      // As many as the overview has.
      ...rooms(
        '3',
        Array.from({ length: 493 }, (_, i) => `${i + 1}`),
      ),
      ...[{ site: null, ward: null, room: null, lastName: 'Nowhere' }],
    ])
    const otto = await signUpResident(
      service,
      ana,
      { site, ward: '2', room: '7' },
      { firstName: 'Otto', lastName: 'Lang' },
    )
    await reportFall(service, otto)
    const page = await visit(ana, '/')
    const wards = page.locator('.resident-ward')
    // They are drawn little by little.
    await wards.filter({ hasText: 'Nowhere' }).waitFor()
    assert.deepEqual(await wards.getByRole('heading').allInnerTexts(), [
      ...['Ward 2 · Elm House', 'Ward 3 · Elm House', 'Ward 10 · Elm House', 'Without a ward'],
    ])
    const tiles = (ward: string) => page.getByRole('region', { name: ward }).locator('.resident-tile')
    assert.deepEqual(
      (await tiles('Ward 2 · Elm House').allInnerTexts()).map((text) => text.split('\n')[0]),
      ['Room 2', 'Room 7', 'Room 10', 'Room A1', 'Irma Voss'],
    )
    assert.equal(await page.locator('.resident-tile').count(), 500)
    // The alarm is above all of them.
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0
    assert.ok((await top('.incident-card')) < (await top('.resident-filter')))

    const choose = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await choose('Needs help 1')
    await page.getByText('1 of 500').waitFor()
    assert.deepEqual(await page.locator('.resident-name').allInnerTexts(), ['Otto Lang'])
    await choose('All 500')
    await page.getByLabel('Room or name').fill('49')
    await page.getByText('5 of 500').waitFor()
    assert.equal(await page.locator('.resident-tile').count(), 5)
    await choose('No active device 5')
    assert.equal(await page.locator('.resident-tile').count(), 5)
    await choose('Not watched 5')
    assert.equal(await page.locator('.resident-tile').count(), 5)
    await page.getByLabel('Room or name').fill('nowhere')
    await page.getByText('1 of 500').waitFor()
    assert.deepEqual(await wards.getByRole('heading').allInnerTexts(), ['Without a ward'])
    assert.deepEqual(await axe(page), [])

    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.patient-tile').first().waitFor()
    assert.equal(await page.locator('.resident-tile').count(), 0)
    const edges = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.patient-tile')].map((tile) => tile.getBoundingClientRect().left)`,
    )
    assert.equal(new Set(edges).size, 1, 'one column')
    assert.deepEqual(await findSidewaysScroll(page), [])
  })
})

test('a place in a ward that a stranger gave is confirmed by the admin', needsBrowser(), async () => {
  const { stranger: nurse, caregiver, patient, admin } = await makeCircle(service)
  const { north } = makeHouse()
  const body = { ...north, room: '9' }
  await done(service, 'PUT', `/patients/${patient.id}/residence`, caregiver, body)
  const team = await createTeam(service, admin.token, north, [nurse])
  const page = await visit(admin, `/teams/${team.id}`)
  const places = page.getByRole('region', { name: '1 place is not confirmed' })
  await places.getByText('Room 9').waitFor()
  await places.getByRole('button', { name: 'Confirm the place of Rosa Marín' }).click()
  await places.waitFor({ state: 'detached' })
  const { patients } = await done(service, 'GET', `/admin/teams/${team.id}`, admin)
  assert.deepEqual(
    patients.map(({ id, room }: { id: string; room: string }) => [id, room]),
    [[patient.id, '9']],
  )
})
