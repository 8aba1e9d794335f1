// Full: what the admin of a home reads and sorts; the rules are tested through HTTP, and each screen in screens.test.ts.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { needsBrowser } from '../../harness/chromium.ts'
import { addUnregisteredDevice } from '../support/readings.ts'
import { adminAccount, useService } from '../support/service.ts'
import { browserSettings, useBrowser } from './support/browser.ts'
import { consoleOptions } from './support/console-page.ts'
import { done } from './support/house.ts'
import { useSharedPage } from './support/shared-page.ts'

const service = useService(browserSettings, consoleOptions)
const browser = useBrowser()
const visit = useSharedPage(browser, service)

const open = (path: string, width?: number) => visit(adminAccount, path, { ...(width && { width }) })

/** Somebody who has been registered for long. */
async function resident(firstName: string, lastName: string, room: string, ward = 'Nord') {
  const person = await service.signUp({ firstName, lastName })
  await service.ctx.db.query(`update users set created_at = now() - interval '400 days' where id = $1`, [
    person.id,
  ])
  await service.ctx.db.query(
    `insert into residences (patient_id, site, ward, room) values ($1, 'Lindenhof', $2, $3)`,
    [person.id, ward, room],
  )
  return person
}

/** Stores a fall that was answered after a minute, and resolved as real; or one that is still open. */
async function fell({ id }: { id: string }, at: Date, isOpen = false) {
  const incidentId = randomUUID()
  const answeredAt = isOpen ? null : new Date(at.getTime() + 60_000)
  await service.ctx.db.query(
    `insert into incidents (id, kind, state, severity, patient_id, opened_at, first_acknowledged_at, resolved_at, outcome)
     values ($1, 'FALL', $2, 'HIGH', $3, $4, $5, $5, $6)`,
    [incidentId, isOpen ? 'OPEN' : 'RESOLVED', id, at, answeredAt, isOpen ? null : 'REAL_FALL'],
  )
  await service.ctx.db.query(
    `insert into falls (id, user_id, confidence, status, incident_id, created_at, updated_at, responded_at)
     values ($1, $2, 0.8, 'HIGH', $3, $4, $4, $5)`,
    [randomUUID(), id, incidentId, at, answeredAt],
  )
}

const daysAgo = (days: number) => new Date(service.ctx.now().getTime() - days * 86_400_000)

describe('the admin of a home', needsBrowser(), () => {
  test('reads when people fall, how fast they are answered, and who had a calm month', async () => {
    const rosa = await resident('Rosa', 'Marín', '12')
    const otto = await resident('Otto', 'Braun', '3')
    for (const name of ['Klein', 'Vogel', 'Winter']) await resident('Ida', name, '7')
    const lastMonth = service.ctx.now()
    lastMonth.setUTCDate(15)
    lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1)
    lastMonth.setUTCHours(3, 10)
    const open15 = new Date(lastMonth.getTime() + 3_600_000)
    await fell(rosa, lastMonth)
    await fell(otto, open15, true)
    for (const days of [70, 100, 130]) await fell(rosa, daysAgo(days))

    const page = await open('/admin/report')
    const month = page.getByLabel('Month')
    await month.selectOption(lastMonth.toISOString().slice(0, 7))
    await page.getByText('5 falls in twelve months').first().waitFor()
    // Pictures come first, and each has its numbers as a table.
    const byHour = page.getByRole('figure', { name: /Falls by hour of the day/ })
    await byHour.getByRole('button', { name: 'Show as a table' }).click()
    const hour = byHour.getByRole('row', { name: /^3:00 to 4:00/ })
    assert.match(await hour.innerText(), /1\s*$/)
    const rate = page.getByRole('row', { name: /^Falls per 1,000 resident-days/ })
    // Two falls of five people in a month of 28 to 31 days, and none in the month before.
    assert.match(await rate.innerText(), /1[2-4]\.\d+\s+\d/)
    await page.getByRole('row', { name: /^Nine of ten answered within 1 min/ }).waitFor()
    // A fall without an outcome has none; its state is not shown instead.
    const ottos = page.getByRole('row').filter({ hasText: 'Otto Braun' }).last()
    await ottos.getByText('Not recorded yet').waitFor()
    assert.equal(await page.getByText('Nobody is on it').count(), 0)
    const calm = page.getByText('3 patients without a fall, alarm or call')
    await calm.waitFor()
    assert.equal(await page.getByText('Ida Vogel').count(), 0)
    await calm.click()
    await page.getByText('Ida Vogel').waitFor()
  })

  test('sorts people and devices by their columns, also on a phone', async () => {
    const [anna, bela] = [await resident('Anna', 'Aal', '901'), await resident('Bela', 'Zorn', '900')]
    for (const [person, battery] of [
      [anna, 70],
      [bela, 9],
    ] as const) {
      const { id } = await addUnregisteredDevice(service, person.id)
      await service.ctx.db.query(
        `update device_states set battery = $2, last_seen = now() where device = (select number from devices where id = $1)`,
        [id, battery],
      )
    }
    const page = await open('/admin/people')
    const first = page.getByRole('row').nth(1)
    await first.filter({ hasText: 'Anna Aal' }).waitFor()
    const room = page.getByRole('columnheader', { name: 'Room' })
    await room.getByRole('button').click()
    await page.locator('th[aria-sort=ascending]', { hasText: 'Room' }).waitFor()
    await room.getByRole('button').click()
    await page.locator('th[aria-sort=descending]', { hasText: 'Room' }).waitFor()
    await first.filter({ hasText: 'Anna Aal' }).waitFor()
    await page.getByRole('row', { name: /Bela Zorn.*Room 900/ }).waitFor()

    const phone = await open('/admin/devices', 320)
    await phone.getByLabel('Sort by').selectOption('Battery, ascending')
    await phone.locator('tbody tr').first().filter({ hasText: 'Bela Zorn' }).waitFor()
    await phone.getByLabel('Sort by').selectOption('Battery, descending')
    await phone.locator('tbody tr').first().filter({ hasText: 'Anna Aal' }).waitFor()
  })

  test('chooses the words of a home, in every language, and those of a family again', async () => {
    const { page } = await browser.openPage(service, adminAccount, { path: '/admin/system', language: 'de' })
    const choice = page.getByLabel('Wer nutzt diese Installation?')
    await choice.selectOption('Ein Heim: Bewohner und Pflegekräfte')
    await page.getByText('Bewohner mit hohem Risiko').waitFor()
    await page.goto('/admin/people')
    await page.getByRole('option', { name: 'Pflegekräfte' }).waitFor({ state: 'attached' })
    assert.equal(await page.getByText(/Patient|Betreu/).count(), 0)
    // Another browser learns it with its first answer.
    const english = await open('/admin/report')
    await english.getByRole('heading', { name: 'Residents' }).waitFor()
    await resident('Ada', 'Wirth', '21', 'West')
    const token = await service.adminToken()
    const station = { name: 'Tablet West', site: 'Lindenhof', ward: 'West' }
    const { code } = await done(service, 'POST', '/admin/stations', { token }, station)
    const tablet = await visit(undefined, '/station', { expectedErrors: [/401/] })
    await tablet.getByLabel('Code').fill(code)
    await tablet.getByRole('button', { name: 'Sign this tablet in' }).click()
    await tablet.getByText(/^No resident lives here/).waitFor()
    await open('/admin/system')
    await english.getByLabel('Who uses this installation?').selectOption('A family: patients and caregivers')
    await english.getByText('Patients at high risk').waitFor()
  })

  test('finds names in the audit log, and short ids of what was deleted', async () => {
    const rosa = await resident('Rosa', 'Zafra', '14')
    const [gone, actor] = [randomUUID(), randomUUID()]
    const message = `Patient assigned to caregiver ${rosa.id}, not to ${gone}`
    await service.ctx.db.query(
      `insert into audit_log (level, action, message, actor_id, subject_id, ip, request_id, at)
       values ('INFO', 'test.named', $1, $2, $3, '10.0.0.1', 'a-request', $4)`,
      [message, actor, rosa.id, service.ctx.now()],
    )
    const page = await open('/admin/audit')
    const row = page.getByRole('row').filter({ hasText: 'test.named' })
    await row.getByText('Patient assigned to caregiver Rosa Zafra').waitFor()
    assert.equal(await row.getByRole('link', { name: 'Rosa Zafra' }).count(), 2)
    await row.getByText(`${actor.slice(0, 8)} (deleted)`).waitFor()
    await row.getByText(`${gone.slice(0, 8)} (deleted)`).waitFor()
    assert.equal(await page.getByText(/[\da-f]{8}-[\da-f]{4}-/).count(), 0)
  })
})
