import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assign, countRows, type Fields, type Person, sixCallers, tally, times } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

interface Alert extends Fields {
  id: string
  fallId: string
}

/** A patient, and so many caregivers who look after them. */
async function household(caregiverCount = 1) {
  const patient = await service.signUp()
  const caregivers = await times(caregiverCount, () => service.signUp({ role: 'CAREGIVER' }))
  for (const { id } of caregivers) await assign(service, id, patient.id)
  return { patient, caregivers, caregiver: caregivers[0] as Person }
}

async function fall(patient: Person, fields: Fields = {}) {
  const body = { confidence: 0.8, ...fields }
  const answer = await service.call('POST', '/falls', { token: patient.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const list = (token: string, query = '') => service.call('GET', `/caregivers/alerts${query}`, { token })
const alertsOf = async (token: string, query = ''): Promise<Alert[]> => (await list(token, query)).body.data
const acknowledge = (token: string, id: string | undefined) =>
  service.call('POST', `/caregivers/alerts/${id}/acknowledge`, { token })

const responseOf = async ({ token }: Person, fallId: string) => {
  const { data } = (await service.call('GET', '/falls', { token })).body
  const { responded, responseTime } = data.find(({ id }: Alert) => id === fallId)
  return [responded, responseTime]
}

describe('an alert', () => {
  test('has exactly these fields', async () => {
    const { patient, caregiver } = await household()
    const { id: fallId } = await fall(patient, { location: 'Kitchen' })
    const answer = await list(caregiver.token)
    assert.equal(answer.status, 200)
    const [{ id, timestamp, incidentId }] = answer.body.data
    assert.equal(
      await countRows(service, 'incidents where id = $1 and fall_id = $2', [incidentId, fallId]),
      1,
    )
    assert.equal(new Date(timestamp).toISOString(), timestamp)
    assert.deepEqual(answer.body, {
      success: true,
      data: [
        {
          ...{ id, fallId, patientId: patient.id, patientName: 'Rosa Marín', type: 'FALL_DETECTED' },
          ...{ severity: 'HIGH', timestamp, acknowledged: false, acknowledgedAt: null, repeats: 0 },
          ...{ incidentId, handledBy: null },
          message: 'Rosa Marín has very probably fallen (place: Kitchen). Check on them now.',
        },
      ],
      pagination: { page: 1, limit: 100, total: 1, totalPages: 1 },
    })
  })

  const levels: [confidence: number, severity: string, message: string][] = [
    [0.6, 'MEDIUM', 'Rosa Marín has probably fallen. Please check on them.'],
    [0.8, 'HIGH', 'Rosa Marín has very probably fallen. Check on them now.'],
    [0.95, 'CRITICAL', 'Rosa Marín has fallen. Go to them now or call the emergency services.'],
  ]
  for (const [confidence, severity, message] of levels) {
    test(`of confidence ${confidence} is ${severity}`, async () => {
      const { patient, caregiver } = await household()
      await fall(patient, { confidence })
      const [alert, ...others] = await alertsOf(caregiver.token)
      assert.deepEqual([alert?.severity, alert?.message, others], [severity, message, []])
    })
  }

  for (const confidence of [0, 0.3, 0.4, 0.5]) {
    test(`does not come of confidence ${confidence}`, async () => {
      const { patient, caregiver } = await household()
      await fall(patient, { confidence })
      assert.deepEqual(await alertsOf(caregiver.token), [])
    })
  }

  test('names whom to call, and says when a fall is late', async () => {
    const { patient, caregiver } = await household()
    const { id } = await fall(patient, { confidence: 1 })
    const db = service.ctx.db
    await db.query(`update users set emergency_contact = '+34 600 1' where id = $1`, [patient.id])
    await db.query(`update falls set late = true, created_at = '2026-03-03T04:05:06Z' where id = $1`, [id])
    const [alert] = await alertsOf(caregiver.token)
    assert.equal(
      alert?.message,
      'Rosa Marín has fallen (reported late; it happened on 3 March 2026 at 04:05 UTC). Go to them now or call their emergency contact, +34 600 1.',
    )
  })

  test('says how certain the fall is by now', async () => {
    const { patient, caregiver } = await household()
    const { id } = await fall(patient, { confidence: 0.6 })
    await service.ctx.db.query(`update falls set confidence = 0.95, status = 'CONFIRMED' where id = $1`, [id])
    assert.equal((await alertsOf(caregiver.token))[0]?.severity, 'CRITICAL')
  })

  test('comes to each assigned caregiver, and to nobody else', async () => {
    const { patient, caregivers } = await household(3)
    const stranger = await service.signUp({ role: 'CAREGIVER' })
    await fall(patient)
    const ids = new Set()
    for (const { token } of caregivers) for (const { id } of await alertsOf(token)) ids.add(id)
    assert.equal(ids.size, 3)
    assert.deepEqual(await alertsOf(stranger.token), [])
  })
})

describe('the list of alerts', () => {
  test('shows by status what waits and what was acknowledged, in pages; but for what waits, newest first', async () => {
    const { token, id } = await service.signUp({ role: 'CAREGIVER' })
    const falls: string[] = []
    for (let i = 0; i < 5; i++) {
      const patient = await service.signUp()
      await assign(service, id, patient.id)
      falls.unshift((await fall(patient)).id)
      service.advance('1s')
    }
    const fallIds = async (query: string) => (await alertsOf(token, query)).map(({ fallId }) => fallId)
    const [, second] = await alertsOf(token, '?status=all')
    assert.equal((await acknowledge(token, second?.id)).status, 200)
    const waiting = falls.filter((_, i) => i !== 1).reverse()
    const queries: [query: string, expected: (string | undefined)[], total: number][] = [
      ['', waiting, 4],
      ['?status=active', waiting, 4],
      ['?status=acknowledged', [falls[1]], 1],
      ['?status=all', falls, 5],
      ['?status=all&order=asc', falls.toReversed(), 5],
      ['?status=all&sort=createdAt&limit=2', falls.slice(0, 2), 5],
      ['?status=all&sort=createdAt&limit=2&page=2', falls.slice(2, 4), 5],
      ['?status=all&sort=createdAt&limit=2&page=3', falls.slice(4), 5],
      ['?status=all&page=2', [], 5],
    ]
    for (const [query, expected, total] of queries) {
      assert.deepEqual(await fallIds(query), expected, query)
      assert.equal((await list(token, query)).body.pagination.total, total, query)
    }
  })

  for (const query of [
    'status=open',
    'status=',
    'sort=severity',
    'limit=0',
    'order=new',
    'status=all&status=all',
  ]) {
    test(`refuses ${query}`, async () => {
      const { token } = await service.signUp({ role: 'CAREGIVER' })
      const answer = await list(token, `?${query}`)
      const [field] = query.split('=')
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
    })
  }

  test('leaves out the patients who are no longer assigned, whatever the status', async () => {
    const { patient, caregiver } = await household()
    await fall(patient)
    await fall(patient)
    const [alert] = await alertsOf(caregiver.token)
    await acknowledge(caregiver.token, alert?.id)
    await service.ctx.db.query('delete from assignments where patient_id = $1', [patient.id])
    for (const status of ['active', 'acknowledged', 'all']) {
      const { body } = await list(caregiver.token, `?status=${status}`)
      assert.deepEqual([body.data, body.pagination.total], [[], 0], status)
    }
    await assign(service, caregiver.id, patient.id)
    assert.equal((await alertsOf(caregiver.token, '?status=all')).length, 2)
  })

  test('is a look at other people when there is somebody in it', async () => {
    const { patient, caregiver } = await household()
    const looks = () =>
      countRows(service, `audit_log where action = 'records.listed' and actor_id = $1`, [caregiver.id])
    await list(caregiver.token)
    assert.equal(await looks(), 0)
    await fall(patient)
    await list(caregiver.token)
    assert.equal(await looks(), 1)
  })
})

describe('acknowledging', () => {
  test('answers the alert, and again with the first time', async () => {
    const { patient, caregiver } = await household()
    await fall(patient)
    const [before] = await alertsOf(caregiver.token)
    const answer = await acknowledge(caregiver.token, before?.id)
    const { acknowledgedAt } = answer.body.data
    const handledBy = { id: caregiver.id, name: 'Rosa Marín' }
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { success: true, data: { ...before, acknowledged: true, acknowledgedAt, handledBy } }],
    )
    assert.ok(acknowledgedAt > String(before?.timestamp))
    service.advance('1m')
    const again = await acknowledge(caregiver.token, before?.id)
    assert.deepEqual([again.status, again.body], [200, answer.body])
    assert.deepEqual(await alertsOf(caregiver.token, '?status=acknowledged'), [answer.body.data])
  })

  test('responds to the fall, and the first of its caregivers counts', async () => {
    const { patient, caregivers } = await household(2)
    const { id } = await fall(patient)
    assert.deepEqual(await responseOf(patient, id), [false, null])
    const [ana, eva] = caregivers as [Person, Person]
    const [[ofAna], [ofEva]] = [await alertsOf(ana.token), await alertsOf(eva.token)]
    service.advance('90s')
    assert.equal((await acknowledge(ana.token, ofAna?.id)).status, 200)
    assert.deepEqual(await responseOf(patient, id), [true, 90])
    service.advance('90s')
    const late = await acknowledge(eva.token, ofEva?.id)
    assert.deepEqual([late.status, late.body.details], [409, { handledBy: 'Rosa Marín' }])
    assert.deepEqual(await responseOf(patient, id), [true, 90])
  })

  test('takes the alerts of the other caregivers off their active lists', async () => {
    const { patient, caregivers } = await household(2)
    await fall(patient)
    const [ana, eva] = caregivers as [Person, Person]
    const [alert] = await alertsOf(ana.token)
    await acknowledge(ana.token, alert?.id)
    assert.deepEqual([await alertsOf(ana.token), await alertsOf(eva.token)], [[], []])
    const [handled, ...others] = await alertsOf(eva.token, '?status=handled')
    assert.deepEqual(
      [handled?.acknowledged, handled?.handledBy, others],
      [false, { id: ana.id, name: 'Rosa Marín' }, []],
    )
    assert.deepEqual(await alertsOf(ana.token, '?status=handled'), [])
  })

  test('twenty times at once is one transition, whose time all responses contain', async () => {
    const { patient, caregiver } = await household()
    const { id } = await fall(patient)
    const [alert] = await alertsOf(caregiver.token)
    const answers = await times(20, () => acknowledge(caregiver.token, alert?.id))
    assert.deepEqual(tally(answers), { 200: 20 })
    const seen = new Set(answers.map(({ body }) => body.data.acknowledgedAt))
    assert.equal(seen.size, 1)
    const [row] = await service.ctx.db.query<{ at: Date }>(
      'select responded_at as at from falls where id = $1',
      [id],
    )
    assert.equal(row?.at.toISOString(), [...seen][0])
    const auditEntries = `audit_log where action = 'alert.acknowledged' and actor_id = $1 and subject_id = $2`
    assert.equal(await countRows(service, auditEntries, [caregiver.id, patient.id]), 1)
  })

  test('while the patient is deleted is 200, 409 or 404', async () => {
    for (let i = 0; i < 5; i++) {
      const { patient, caregivers } = await household(3)
      await fall(patient)
      const open: [string, string | undefined][] = []
      for (const { token } of caregivers) open.push([token, (await alertsOf(token))[0]?.id])
      const [deleted, ...answers] = await Promise.all([
        service.call('DELETE', '/profile/me', { token: patient.token, body: { confirmation: true } }),
        ...open.map(([token, id]) => acknowledge(token, id)),
      ])
      assert.equal(deleted.status, 200, deleted.text)
      for (const { status, text } of answers) assert.ok([200, 404, 409].includes(status), text)
    }
  })

  test('an alert of another caregiver, or of a patient no longer assigned, is 403', async () => {
    const { patient, caregivers } = await household(2)
    await fall(patient)
    const [ana, eva] = caregivers as [Person, Person]
    const [alert] = await alertsOf(ana.token)
    assert.equal((await acknowledge(eva.token, alert?.id)).status, 403)
    await service.ctx.db.query('delete from assignments where caregiver_id = $1', [ana.id])
    assert.equal((await acknowledge(ana.token, alert?.id)).status, 403)
    const untouched = 'alerts where caregiver_id = any($1) and acknowledged_at is null'
    assert.equal(await countRows(service, untouched, [[ana.id, eva.id]]), 2)
    await assign(service, ana.id, patient.id)
    assert.equal((await acknowledge(ana.token, alert?.id)).status, 200)
    await service.ctx.db.query('delete from assignments where caregiver_id = $1', [ana.id])
    assert.equal((await acknowledge(ana.token, alert?.id)).status, 403)
  })

  test('an unknown alert is 404, and what is no UUID 400', async () => {
    const { token } = await service.signUp({ role: 'CAREGIVER' })
    assert.equal((await acknowledge(token, randomUUID())).status, 404)
    const answer = await acknowledge(token, 'x')
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']])
  })
})

describe('each endpoint admits whom the access table says', () => {
  test('GET /caregivers/alerts', async () => {
    const { tokens } = await sixCallers(service)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await list(token)).status)
    assert.deepEqual(statuses, [401, 403, 403, 200, 200, 403])
  })

  test('POST /caregivers/alerts/:id/acknowledge', async () => {
    const { self, tokens } = await sixCallers(service)
    await fall(self)
    const [alert] = await alertsOf(tokens[3]?.[1] ?? '')
    const statuses = []
    for (const [, token] of tokens) statuses.push((await acknowledge(token, alert?.id)).status)
    assert.deepEqual(statuses, [401, 403, 403, 200, 403, 403])
  })
})
