import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { IncidentKind, IncidentState, Outcome } from '../../src/alerting/model/incident.ts'
import { addDevice, assertFields, type Person, sixCallers } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

interface Incident {
  openedAt: Date
  kind?: IncidentKind
  state?: IncidentState
  outcome?: Outcome | null
  level?: string
  deviceId?: string | null
  acknowledgedAfter?: number
  resolvedAfter?: number
}

/** Inserts a resolved incident of a fall, unless told otherwise; times are seconds. */
async function addIncident({ id }: Person, incident: Incident): Promise<void> {
  const { openedAt, kind = 'FALL', state = 'RESOLVED', outcome = null, level = 'HIGH' } = incident
  const { deviceId = null, acknowledgedAfter, resolvedAfter } = incident
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(openedAt.getTime() + seconds * 1000)
  const fallId = randomUUID()
  await service.ctx.db.query(
    `insert into falls (id, user_id, device_id, confidence, status, created_at, updated_at)
     values ($1, $2, $3, 0.8, $4, $5, $5)`,
    [fallId, id, deviceId, level, openedAt],
  )
  await service.ctx.db.query(
    `insert into incidents (id, kind, state, severity, patient_id, fall_id, device_id, opened_at,
                            first_acknowledged_at, resolved_at, outcome)
     values ($1, $2, $3, 'HIGH', $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[randomUUID(), kind, state, id, fallId, deviceId, openedAt],
      ...[after(acknowledgedAfter), after(resolvedAfter), outcome],
    ],
  )
}

const ask = async (weeks?: string) => {
  const answer = await service.call('GET', '/admin/detection', {
    token: await service.adminToken(),
    ...(weeks !== undefined && { query: { weeks } }),
  })
  return answer
}

const figures = async (weeks?: string) => {
  const answer = await ask(weeks)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const ago = (duration: { weeks?: number; seconds?: number }) =>
  new Date(service.ctx.now().getTime() - (duration.weeks ?? 0) * 604_800_000 - (duration.seconds ?? 0) * 1000)

/** The day on which the week of a time begins. */
const mondayOf = (time: Date) => {
  const day = (time.getUTCDay() + 6) % 7
  return new Date(time.getTime() - day * 86_400_000).toISOString().slice(0, 10)
}

const none = {
  ...{ incidents: 0, realFalls: 0, nearFalls: 0, falseAlarms: 0, tests: 0, other: 0 },
  ...{ cancelled: 0, unlabelled: 0, precision: null },
  ...{ medianAcknowledgeSeconds: null, medianResolveSeconds: null },
  ...{ answeredWithin60s: null, answeredWithin180s: null },
}

test('without incidents, everything is there and zero', async () => {
  const { from, to, total, byWeek, bySource, byLevel, byDevice } = await figures()
  assert.deepEqual(total, none)
  assert.equal(byWeek.length, 12)
  assert.deepEqual(byWeek.at(-1), { week: mondayOf(service.ctx.now()), ...none })
  assert.equal(byWeek[0].week, mondayOf(ago({ weeks: 11 })))
  assert.equal(from, `${byWeek[0].week}T00:00:00.000Z`)
  assert.ok(to > from)
  assert.deepEqual(bySource, [
    { source: 'DETECTED', ...none },
    { source: 'REPORTED', ...none },
  ])
  assert.deepEqual(
    byLevel,
    ['POTENTIAL', 'HIGH', 'CONFIRMED'].map((level) => ({ level, ...none })),
  )
  assert.deepEqual(byDevice, [])
})

describe('the figures', () => {
  let rosa: Person
  let deviceId: string
  const goneId = randomUUID()
  const last = () => ago({ weeks: 1 })

  before(async () => {
    rosa = await service.signUp()
    deviceId = (await addDevice(service, rosa.token)).id
    const openedAt = last()
    const add = (incident: Partial<Incident>) => addIncident(rosa, { openedAt, ...incident })
    await add({
      ...{ deviceId, level: 'CONFIRMED', outcome: 'REAL_FALL' },
      ...{ acknowledgedAfter: 30, resolvedAfter: 600 },
    })
    await add({
      ...{ deviceId, level: 'CONFIRMED', outcome: 'REAL_FALL' },
      ...{ acknowledgedAfter: 61, resolvedAfter: 900 },
    })
    await add({
      ...{ deviceId, level: 'POTENTIAL', outcome: 'FALSE_ALARM' },
      ...{ acknowledgedAfter: 181, resolvedAfter: 300 },
    })
    await add({ deviceId: goneId, outcome: 'FALSE_ALARM', acknowledgedAfter: 60, resolvedAfter: 120 })
    await add({ deviceId: goneId, outcome: 'FALSE_ALARM', resolvedAfter: 45 })
    await add({ deviceId, outcome: 'NEAR_FALL', acknowledgedAfter: 20, resolvedAfter: 30 })
    await add({ outcome: 'HELP_GIVEN', acknowledgedAfter: 10, resolvedAfter: 20 })
    await add({ outcome: 'OTHER', acknowledgedAfter: 10, resolvedAfter: 20 })
    await add({ outcome: 'TEST', acknowledgedAfter: 10, resolvedAfter: 20 })
    await add({ state: 'CANCELLED', deviceId })
    await add({ state: 'ACKNOWLEDGED', acknowledgedAfter: 170 })
    // Of other kinds, and of another time.
    await add({ kind: 'SOS', outcome: 'HELP_GIVEN' })
    await addIncident(rosa, { openedAt: ago({ weeks: 30 }), deviceId, outcome: 'REAL_FALL' })
  })

  test('count outcomes', async () => {
    const { total } = await figures()
    const {
      medianAcknowledgeSeconds,
      medianResolveSeconds,
      answeredWithin60s,
      answeredWithin180s,
      ...counts
    } = total
    assert.deepEqual(counts, {
      ...{ incidents: 11, realFalls: 2, nearFalls: 1, falseAlarms: 3, tests: 1, other: 2 },
      ...{ cancelled: 1, unlabelled: 1, precision: 0.4 },
    })
  })

  test('measure how fast incidents were answered; to resolve one answers it', async () => {
    const { total } = await figures()
    // Acknowledged after 10, 10, 10, 20, 30, 60, 61, 170 and 181 seconds.
    assert.equal(total.medianAcknowledgeSeconds, 30)
    // Resolved after 20, 20, 20, 30, 45, 120, 300, 600 and 900 seconds.
    assert.equal(total.medianResolveSeconds, 45)
    assert.equal(total.answeredWithin60s, 0.7)
    assert.equal(total.answeredWithin180s, 0.9)
  })

  test('are given by week', async () => {
    const { byWeek, total } = await figures('2')
    assert.deepEqual(
      byWeek.map(({ week }: { week: string }) => week),
      [mondayOf(last()), mondayOf(service.ctx.now())],
    )
    assert.deepEqual(byWeek[0], { week: mondayOf(last()), ...total })
    assert.equal((await figures('1')).total.incidents, 0)
    const { byWeek: many, total: all } = await figures('31')
    assert.deepEqual([all.incidents, many.length, many[0].incidents], [12, 31, 1])
  })

  test('are given by source', async () => {
    const [detected, reported] = (await figures()).bySource
    assert.deepEqual([detected.source, detected.incidents, detected.precision], ['DETECTED', 7, 0.4])
    assert.deepEqual([reported.source, reported.incidents, reported.precision], ['REPORTED', 4, null])
    assert.equal(reported.medianAcknowledgeSeconds, 10)
  })

  test('are given by level', async () => {
    const { byLevel } = await figures()
    const short = byLevel.map((row: Record<string, unknown>) => [
      ...[row.level, row.incidents, row.precision, row.medianAcknowledgeSeconds],
    ])
    assert.deepEqual(short, [
      ['POTENTIAL', 1, 0, 181],
      ['HIGH', 8, 0, 15],
      ['CONFIRMED', 2, 1, 45.5],
    ])
  })

  test('are given by device, the most false alarms first', async () => {
    const [noisy, other, ...rest] = (await figures()).byDevice
    assert.deepEqual(rest, [])
    assertFields(noisy, ['deviceId', 'deviceName', ...Object.keys(none)])
    assert.deepEqual([noisy.deviceId, noisy.deviceName, noisy.falseAlarms], [goneId, null, 2])
    assert.equal(other.deviceId, deviceId)
    assert.equal(typeof other.deviceName, 'string')
    const { incidents, realFalls, falseAlarms, nearFalls, cancelled, precision } = other
    assert.deepEqual(
      { incidents, realFalls, falseAlarms, nearFalls, cancelled, precision },
      { incidents: 5, realFalls: 2, falseAlarms: 1, nearFalls: 1, cancelled: 1, precision: 0.6667 },
    )
  })

  test('wait for what is too recent to be late, and then count it as unanswered', async () => {
    const luis = await service.signUp()
    await addIncident(luis, { openedAt: service.ctx.now(), state: 'OPEN' })
    const shares = async () => {
      const { total } = await figures()
      return [total.answeredWithin60s, total.answeredWithin180s]
    }
    assert.deepEqual(await shares(), [0.7, 0.9])
    service.advance('90s')
    assert.deepEqual(await shares(), [0.6364, 0.9])
    service.advance('2m')
    assert.deepEqual(await shares(), [0.6364, 0.8182])
  })
})

describe('who asks', () => {
  test('must be an admin', async () => {
    const statuses: number[] = []
    for (const [, token] of (await sixCallers(service)).tokens)
      statuses.push((await service.call('GET', '/admin/detection', { token })).status)
    assert.deepEqual(statuses, [401, 403, 403, 403, 403, 200])
  })

  for (const weeks of ['0', '105', '-1', '1.5', 'all', '']) {
    test(`gets 400 for weeks=${weeks}`, async () => {
      const { status, body } = await ask(weeks)
      assert.deepEqual([status, Object.keys(body.details)], [400, ['weeks']])
    })
  }

  test('may ask for two years', async () => {
    assert.equal((await figures('104')).byWeek.length, 104)
  })
})
