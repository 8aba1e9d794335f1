import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertFields, sixCallers } from './support/readings.ts'
import { useService } from './support/service.ts'

const service = useService({ TIME_ZONE: 'America/St_Johns' })

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
    assertFields(answer.body.data, ['days', 'byHour', 'byWeek'])
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
