import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertFields, assign, sixCallers } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ TIME_ZONE: 'America/St_Johns' })

const statisticsOf = (id: string, token: string, query: Record<string, string> = {}) =>
  service.call('GET', `/patients/${id}/falls/statistics`, { token, query })

const fall = (userId: string, at: string, status = 'HIGH') =>
  service.ctx.db.query(
    `insert into falls (id, user_id, confidence, status, created_at, updated_at) values ($1, $2, 0.8, $3, $4, $4)`,
    [randomUUID(), userId, status, at],
  )

describe('the statistics of falls', () => {
  test('count from POTENTIAL on, by the hours and weeks of the installation', async () => {
    const token = await service.adminToken()
    const { id } = await service.signUp()
    const { id: other } = await service.signUp()
    const monday = new Date(service.ctx.now().getTime() - 20 * 86_400_000)
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
    const day = monday.toISOString().slice(0, 10)
    // Half past two or half past three hours behind: both are still Sunday evening there.
    await fall(id, `${day}T00:10:00Z`, 'POTENTIAL')
    await fall(id, `${day}T12:10:00Z`, 'CONFIRMED')
    await fall(id, `${day}T12:20:00Z`, 'SUSPICIOUS')
    await fall(other, `${day}T12:10:00Z`)
    const answer = await statisticsOf(id, token)
    assert.equal(answer.status, 200)
    const { days, byHour, byWeek } = answer.body.data
    assertFields(answer.body.data, [
      'days',
      'byHour',
      'byWeek',
      'reported',
      'nearFalls',
      'falseAlarms',
      'tests',
    ])
    assert.deepEqual([days, byHour.length], [90, 24])
    assert.equal(byHour[20] + byHour[21], 1)
    assert.equal(byHour[8] + byHour[9], 1)
    assert.equal(
      byHour.reduce((sum: number, count: number) => sum + count),
      2,
    )
    assert.ok(byWeek.length === 13 || byWeek.length === 14)
    const before = new Date(monday.getTime() - 7 * 86_400_000).toISOString().slice(0, 10)
    assert.deepEqual(
      byWeek.filter(({ count }: { count: number }) => count > 0),
      [
        { weekStart: before, count: 1 },
        { weekStart: day, count: 1 },
      ],
    )
  })

  test('count apart what turned out to be no fall, which the list shows, too', async () => {
    const rosa = await service.signUp()
    const ana = await service.signUp({ role: 'CAREGIVER' })
    await assign(service, ana.id, rosa.id)
    const { token } = ana
    for (const outcome of ['FALSE_ALARM', 'REAL_FALL', null]) {
      await service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.8 } })
      const [incident] = (await service.call('GET', '/incidents', { token })).body.data
      const body = { outcome }
      if (outcome) await service.call('POST', `/incidents/${incident.id}/resolve`, { token, body })
    }
    await service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.4 } })
    const { byHour, nearFalls, falseAlarms, tests } = (await statisticsOf(rosa.id, token)).body.data
    assert.deepEqual([Math.max(...byHour), nearFalls, falseAlarms, tests], [2, 0, 1, 0])
    const falls = (await service.call('GET', `/patients/${rosa.id}/falls`, { token })).body.data
    type Listed = { incident: { state: string; outcome: string | null } | null }
    assert.deepEqual(
      falls.map(({ incident }: Listed) => incident && [incident.state, incident.outcome]),
      [null, ['OPEN', null], ['RESOLVED', 'REAL_FALL'], ['RESOLVED', 'FALSE_ALARM']],
    )
  })

  test('are of the days that are asked for', async () => {
    const { id, token } = await service.signUp()
    await fall(id, new Date(service.ctx.now().getTime() - 5 * 86_400_000).toISOString())
    const total = async (days: string) =>
      (await statisticsOf(id, token, { days })).body.data.byWeek.reduce(
        (sum: number, { count }: { count: number }) => sum + count,
        0,
      )
    assert.deepEqual([await total('4'), await total('6'), await total('365')], [0, 1, 1])
  })

  for (const days of ['0', '366', '-1', '1.5', 'abc', '']) {
    test(`are refused for days=${days}`, async () => {
      const { id, token } = await service.signUp()
      const answer = await statisticsOf(id, token, { days })
      assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, ['days']])
    })
  }

  test('are for the patient, assigned caregivers and admins', async () => {
    const { self, tokens } = await sixCallers(service)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await statisticsOf(self.id, token)).status)
    assert.deepEqual(statuses, [401, 200, 403, 200, 403, 200])
    assert.equal((await statisticsOf(randomUUID(), await service.adminToken())).status, 404)
  })
})

describe('the statistics of deleted people', () => {
  /** The clock of the installation is two and a half hours behind UTC until 1 November 2026, and then three and a half. */
  const days: [title: string, now: string, months: string[]][] = [
    ['on the last day of a month', '2026-11-01T01:00:00Z', ['2026-10', '2026-11']],
    ['on the first day of a month', '2026-11-01T03:00:00Z', ['2026-11']],
  ]
  for (const [title, now, months] of days) {
    test(`of one month are those of the month of the installation ${title}`, async () => {
      // The last minutes of September and of October there, and a day in November.
      const falls = ['2026-10-01T02:00:00Z', '2026-11-01T02:00:00Z', '2026-11-01T12:00:00Z']
      await service.ctx.db.query('delete from fall_statistics')
      const { id } = await service.signUp()
      for (const at of falls) await fall(id, at)
      const query = { keepStatistics: 'true' }
      const token = await service.adminToken()
      assert.equal((await service.call('DELETE', `/admin/users/${id}`, { token, query })).status, 200)
      const before = service.ctx.now()
      service.setClock(new Date(now))
      const answer = await service.call('GET', '/admin/fall-statistics', {
        token: await service.adminToken(),
        query: { months: '1' },
      })
      service.setClock(before)
      assert.equal(answer.status, 200, answer.text)
      const found = answer.body.data.map(({ month }: { month: string }) => month)
      assert.deepEqual([...new Set(found)].sort(), months)
    })
  }
})
