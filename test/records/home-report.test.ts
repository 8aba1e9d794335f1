import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setResidences } from '../../src/care/residences/residences.store.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ TIME_ZONE: 'Europe/Madrid' })

const homeReport = async (query: Record<string, string>) => {
  const answer = await service.call('GET', '/admin/report', { token: await service.adminToken(), query })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Somebody who has been registered, and has lived at a site, for long. */
async function resident(site: string, ward = 'One') {
  const { id } = await service.signUp()
  await service.ctx.db.query(`update users set created_at = '2025-01-01T00:00:00Z' where id = $1`, [id])
  await move(id, site, ward, '2025-01-01T00:00:00Z')
  return id
}

const move = (patientId: string, site: string, ward: string, at: string) =>
  setResidences(service.ctx.db, [{ patientId, site, ward, room: null, isConfirmed: true }], new Date(at))

interface Alarm {
  outcome?: string
  /** Seconds until the first acknowledgement. */
  answered?: number
  state?: string
  /** Whether a person reported it, instead of a device. */
  isReported?: boolean
}

async function fall(patientId: string, at: string, { outcome, answered, ...rest }: Alarm = {}) {
  const { state = outcome ? 'RESOLVED' : 'OPEN', isReported = false } = rest
  const incidentId = randomUUID()
  const answeredAt = answered === undefined ? null : new Date(Date.parse(at) + answered * 1000)
  await service.ctx.db.query(
    `insert into incidents (id, kind, state, severity, patient_id, opened_at, first_acknowledged_at, outcome)
     values ($1, 'FALL', $2, 'HIGH', $3, $4, $5, $6)`,
    // One unresolved incident of a patient is all that there can be.
    [incidentId, state === 'OPEN' ? 'RESOLVED' : state, patientId, at, answeredAt, outcome],
  )
  await service.ctx.db.query(
    `insert into falls (id, user_id, confidence, status, accel, incident_id, created_at, updated_at, responded_at)
     values ($1, $2, 0.8, 'HIGH', $3, $4, $5, $5, $6)`,
    [randomUUID(), patientId, isReported ? null : [0, 0, 9.8], incidentId, at, answeredAt],
  )
}

/** The hours that have falls, with their number. */
const hoursOf = (byHour: number[]) =>
  Object.fromEntries([...byHour.entries()].filter(([, count]) => count > 0))

/** The weeks that have falls. */
const weeksOf = (byWeek: { weekStart: string; count: number }[]) =>
  Object.fromEntries(
    byWeek.filter(({ count }) => count > 0).map(({ weekStart, count }) => [weekStart, count]),
  )

describe('the figures of a home', () => {
  test('count falls by hour and week of the time zone, in this month, the one before and twelve', async () => {
    const site = `Site ${randomUUID()}`
    const [ana, eva] = [await resident(site), await resident(site)]
    const real = (answered: number) => ({ outcome: 'REAL_FALL', answered })
    // A second before and after the twelve months begin at midnight of Madrid.
    await fall(ana, '2025-07-31T21:59:59Z', real(5))
    await fall(ana, '2025-07-31T22:00:00Z', real(5))
    // The last second of June, and the first of July.
    await fall(ana, '2026-06-30T21:59:59Z', real(100))
    await fall(ana, '2026-06-30T22:00:00Z', real(10))
    await fall(eva, '2026-07-03T10:20:00Z', { ...real(70), isReported: true })
    await fall(eva, '2026-07-31T21:59:59Z', real(200))
    await fall(eva, '2026-07-31T22:00:00Z', real(5))
    await fall(ana, '2026-07-12T10:00:00Z', { outcome: 'FALSE_ALARM', answered: 20 })
    await fall(ana, '2026-07-13T10:00:00Z', { state: 'CANCELLED' })
    const data = await homeReport({ month: '2026-07', site })
    assert.deepEqual(data.counts, {
      ...{ falls: 3, reported: 1, nearFalls: 0, falseAlarms: 1, tests: 0, cancelled: 1 },
    })
    assert.deepEqual(hoursOf(data.byHour), { 0: 1, 12: 1, 23: 1 })
    assert.deepEqual(
      [data.twelveMonths.from, data.twelveMonths.to],
      ['2025-07-31T22:00:00.000Z', '2026-07-31T22:00:00.000Z'],
    )
    assert.deepEqual(hoursOf(data.twelveMonths.byHour), { 0: 2, 12: 1, 23: 2 })
    assert.deepEqual(weeksOf(data.twelveMonths.byWeek), {
      '2025-07-28': 1,
      '2026-06-29': 3,
      '2026-07-27': 1,
    })
    assert.equal(data.twelveMonths.byWeek.length, 53)
    assert.deepEqual(data.responses, {
      ...{ answered: 4, unanswered: 0, medianSeconds: 45, p90Seconds: 200, longestSeconds: 200 },
      ...{ within60s: 0.5, within180s: 0.75 },
    })
    assert.deepEqual([data.residentDays, data.fallsPer1000Days], [62, 48.39])
    assert.equal(data.previous.month, '2026-06')
    assert.deepEqual([data.previous.counts.falls, data.previous.responses.medianSeconds], [1, 100])
    assert.deepEqual([data.previous.residentDays, data.previous.fallsPer1000Days], [60, 16.67])
  })

  test('count the days on which people lived in a ward, from registration and until they moved', async () => {
    const site = `Site ${randomUUID()}`
    const [ana, eva] = [await resident(site, 'One'), await resident(site, 'One')]
    await move(eva, site, 'Two', '2026-07-10T22:00:00Z')
    await service.ctx.db.query(`update users set created_at = '2026-06-20T22:00:00Z' where id = $1`, [ana])
    const one = await homeReport({ month: '2026-07', site, ward: 'one' })
    const two = await homeReport({ month: '2026-07', site, ward: 'Two' })
    assert.deepEqual([one.residentDays, two.residentDays], [31 + 10, 21])
    assert.deepEqual([one.previous.residentDays, two.previous.residentDays], [10 + 30, 0])
    assert.equal(two.previous.fallsPer1000Days, null)
    // October has an hour more in Madrid, and the year before nobody had moved.
    assert.equal((await homeReport({ month: '2025-10', site, ward: 'One' })).residentDays, 31)
  })

  test('end with the last sign of somebody whose account is inactive, and with now', async () => {
    const site = `Site ${randomUUID()}`
    const ana = await resident(site)
    await service.ctx.db.query(
      `update users set status = 'inactive', last_login = '2026-07-10T22:00:00Z' where id = $1`,
      [ana],
    )
    assert.equal((await homeReport({ month: '2026-07', site })).residentDays, 10)
    assert.equal((await homeReport({ month: '2026-08', site })).residentDays, 0)
    const other = `Site ${randomUUID()}`
    await resident(other)
    const now = service.ctx.now()
    const { residentDays, from, twelveMonths } = await homeReport({
      month: now.toISOString().slice(0, 7),
      site: other,
    })
    assert.equal(residentDays, Math.round(((now.getTime() - Date.parse(from)) / 86_400_000) * 10) / 10)
    assert.ok(Date.parse(twelveMonths.byWeek.at(-1).weekStart) <= now.getTime())
  })

  test('are those of all patients without a place, and of nobody at an unknown one', async () => {
    const all = await homeReport({ month: '2026-07' })
    assert.ok(all.residentDays > 100 && all.counts.falls >= 3)
    const none = await homeReport({ month: '2026-07', site: 'nowhere' })
    assert.deepEqual([none.residentDays, none.fallsPer1000Days, none.responses.p90Seconds], [0, null, null])
  })
})
