import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { countWaiting } from '../support/locks.ts'
import { reportFall } from '../support/people.ts'
import { assign, countRows, type Person, tally, times } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })

interface Line {
  id: string
  patientId: string
  fallId: string
  severity: string
  repeats: number
}

const potential = 0.6
const high = 0.8
const confirmed = 0.95

/** A caregiver, and so many patients of theirs. */
async function ward(patientCount = 1) {
  const ana: Person = await service.signUp({ role: 'CAREGIVER' })
  const patients: Person[] = await times(patientCount, () => service.signUp())
  for (const { id } of patients) await assign(service, ana.id, id)
  return { ana, patients, patient: patients[0] as Person }
}

/** Reports a fall of that confidence and lets a second pass. */
async function fall(patient: Person | undefined, confidence = high): Promise<string> {
  const { id } = await reportFall(service, patient as Person, { confidence })
  service.advance('1s')
  return id
}

async function list({ token }: Person, query: Record<string, string> = {}) {
  const answer = await service.call('GET', '/caregivers/alerts', { token, query })
  assert.equal(answer.status, 200, answer.text)
  return { lines: answer.body.data as Line[], total: answer.body.pagination.total as number }
}

/** Gives what each line of the active list stands for. */
const linesOf = async (caregiver: Person) =>
  (await list(caregiver)).lines.map(({ fallId, severity, repeats }) => [fallId, severity, repeats])

const acknowledge = ({ token }: Person, id: string | undefined) =>
  service.call('POST', `/caregivers/alerts/${id}/acknowledge`, { token })

async function acknowledgeFirst(caregiver: Person) {
  const answer = await acknowledge(caregiver, (await list(caregiver)).lines[0]?.id)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const openFalls = async ({ token }: Person) => {
  const { data } = (await service.call('GET', '/falls', { token, query: { limit: '100' } })).body
  return data.filter(({ responded }: { responded: boolean }) => !responded).length
}

const setLevel = (fallId: string, level: string) =>
  service.ctx.db.query('update falls set status = $2 where id = $1', [fallId, level])

describe('the active list', () => {
  test('keeps the falls of one patient from burying those of another', async () => {
    const { ana, patients } = await ward(2)
    const [rosa, luis] = patients
    const serious = await fall(luis, confirmed)
    let last = ''
    for (let i = 0; i < 150; i++) last = await fall(rosa, high)
    const { lines, total } = await list(ana, { limit: '10' })
    assert.deepEqual(
      lines.map(({ fallId, repeats }) => [fallId, repeats]),
      [
        [serious, 0],
        [last, 149],
      ],
    )
    assert.equal(total, 2)
    const { data: me } = (await service.call('GET', '/caregivers/me', { token: ana.token })).body
    assert.equal(me.activeAlerts, total)
  })

  test('shows a run as its most severe, newest alert', async () => {
    const { ana, patient } = await ward()
    await fall(patient, high)
    const newest = await fall(patient, high)
    const behind = await fall(patient, potential)
    assert.deepEqual(await linesOf(ana), [[newest, 'HIGH', 2]])
    await setLevel(behind, 'CONFIRMED')
    assert.deepEqual(await linesOf(ana), [[behind, 'CRITICAL', 2]])
  })

  test('is ordered by severity, then by who has waited longest, whatever `sort` and `order` say', async () => {
    const { ana, patients } = await ward(4)
    const [waitedLongest, waitedLess, least, most] = patients
    await fall(waitedLongest, potential)
    const third = await fall(waitedLess, high)
    const last = await fall(least, potential)
    const second = await fall(waitedLongest, high)
    const first = await fall(most, confirmed)
    const expected = [first, second, third, last]
    for (const query of [{}, { order: 'asc' }, { order: 'desc', sort: 'createdAt' }, { status: 'active' }]) {
      const { lines } = await list(ana, query as Record<string, string>)
      assert.deepEqual(
        lines.map(({ fallId }) => fallId),
        expected,
        JSON.stringify(query),
      )
    }
  })

  test('goes on from where the last page ended, though its lines were acknowledged meanwhile', async () => {
    const { ana, patients } = await ward(5)
    const falls: string[] = []
    for (const patient of patients) falls.push(await fall(patient))
    const shown: string[] = []
    for (const page of ['1', '2', '3', '4']) {
      const { lines } = await list(ana, { limit: '2', page })
      for (const { id, fallId } of lines) {
        shown.push(fallId)
        await acknowledge(ana, id)
      }
      if (page === '1') await fall(patients[4], confirmed)
    }
    assert.deepEqual(shown, falls.slice(0, 4), 'the fifth has moved to the top')
    assert.deepEqual((await list(ana)).total, 1)
    const { lines, total } = await list(ana, { page: '7' })
    assert.deepEqual([lines, total], [[], 1])
  })

  test('has no line of an incident that another caregiver handles', async () => {
    const { ana, patients } = await ward(2)
    const [rosa, luis] = patients
    const eva = await service.signUp({ role: 'CAREGIVER' })
    await assign(service, eva.id, rosa?.id ?? '')
    await fall(rosa, confirmed)
    const answered = await fall(rosa, confirmed)
    await acknowledgeFirst(eva)
    const [ofLuis, ofRosa] = [await fall(luis, confirmed), await fall(rosa, high)]
    assert.deepEqual(await linesOf(ana), [[ofLuis, 'CRITICAL', 0]])
    const handled = (await list(ana, { status: 'handled' })).lines
    assert.deepEqual([handled[0]?.fallId, handled[1]?.fallId, handled.length], [ofRosa, answered, 3])
    assert.equal((await acknowledge(ana, handled[1]?.id)).status, 409)
    assert.deepEqual(await linesOf(eva), [[ofRosa, 'HIGH', 0]], 'who handles it is told of the new fall')
  })

  test('leaves every alert to the other views, newest first', async () => {
    const { ana, patient } = await ward()
    const falls: string[] = []
    for (const confidence of [high, potential, confirmed]) falls.unshift(await fall(patient, confidence))
    const fallsIn = async (status: string) => {
      const { lines, total } = await list(ana, { status })
      assert.equal(total, lines.length)
      assert.ok(lines.every(({ repeats }) => repeats === 0))
      return lines.map(({ fallId }) => fallId)
    }
    assert.deepEqual([await fallsIn('all'), await fallsIn('acknowledged')], [falls, []])
    await acknowledgeFirst(ana)
    assert.deepEqual([await fallsIn('all'), await fallsIn('acknowledged')], [falls, falls])
  })
})

describe('acknowledging the line of a run', () => {
  const auditEntries = ({ id }: Person) =>
    service.ctx.db.query<{ message: string }>(
      `select message from audit_log where action = 'alert.acknowledged' and subject_id = $1`,
      [id],
    )

  test('acknowledges all that it stands for, and responds to their falls', async () => {
    const { ana, patients } = await ward(2)
    const [rosa, luis] = patients as [Person, Person]
    for (const confidence of [potential, confirmed, high, potential]) await fall(rosa, confidence)
    const other = await fall(luis, potential)
    const { repeats, acknowledged } = await acknowledgeFirst(ana)
    assert.deepEqual([repeats, acknowledged], [0, true])
    assert.deepEqual(await linesOf(ana), [[other, 'MEDIUM', 0]])
    assert.deepEqual([await openFalls(rosa), await openFalls(luis)], [0, 1])
    assert.deepEqual(await auditEntries(rosa), [{ message: 'Alert acknowledged, with 3 more of its run' }])
    await acknowledgeFirst(ana)
    assert.deepEqual(await auditEntries(luis), [{ message: 'Alert acknowledged' }])
  })

  test('takes the runs of the other caregivers off their lists', async () => {
    const { ana, patient } = await ward()
    const eva = await service.signUp({ role: 'CAREGIVER' })
    await assign(service, eva.id, patient.id)
    await fall(patient)
    await fall(patient)
    await acknowledgeFirst(ana)
    assert.deepEqual(await linesOf(eva), [])
  })

  for (const [severity, confidence] of [
    ['MEDIUM', potential],
    ['HIGH', high],
    ['CRITICAL', confirmed],
  ] as const) {
    test(`leaves a fall of severity ${severity} that came in since the list was read`, async () => {
      const { ana, patient } = await ward()
      for (let i = 0; i < 3; i++) await fall(patient, high)
      const { lines } = await list(ana)
      const unseen = await fall(patient, confidence)
      assert.equal((await acknowledge(ana, lines[0]?.id)).status, 200)
      assert.deepEqual(await linesOf(ana), [[unseen, severity, 0]])
      assert.equal(await openFalls(patient), 1)
    })
  }

  test('leaves a fall that has become more severe since', async () => {
    const { ana, patient } = await ward()
    const raised = await fall(patient, potential)
    await fall(patient, high)
    const { lines } = await list(ana)
    await setLevel(raised, 'CONFIRMED')
    await acknowledge(ana, lines[0]?.id)
    assert.deepEqual(await linesOf(ana), [[raised, 'CRITICAL', 0]])
  })

  test('leaves a fall that becomes more severe at the same moment', async () => {
    const { ana, patient } = await ward()
    const raised = await fall(patient, potential)
    const head = await fall(patient, high)
    const { lines } = await list(ana)
    let answer: ReturnType<typeof acknowledge> | undefined
    await service.ctx.db.transaction(async (tx) => {
      await tx.query(`update falls set status = 'CONFIRMED' where id = $1`, [raised])
      answer = acknowledge(ana, lines[0]?.id)
      await until(async () => (await countWaiting(service)) > 0, 20_000)
    })
    assert.equal((await answer)?.body.data.fallId, head)
    assert.deepEqual(await linesOf(ana), [[raised, 'CRITICAL', 0]])
  })

  test('leaves what was listed later, when it is an older line that is acknowledged', async () => {
    const { ana, patient } = await ward()
    await fall(patient)
    const { lines } = await list(ana)
    const newer = await fall(patient)
    await list(ana)
    await acknowledge(ana, lines[0]?.id)
    assert.deepEqual(await linesOf(ana), [[newer, 'HIGH', 0]])
  })

  test('twenty times at once is one transition', async () => {
    const { ana, patient } = await ward()
    for (let i = 0; i < 5; i++) await fall(patient)
    const { lines } = await list(ana)
    const answers = await times(20, () => acknowledge(ana, lines[0]?.id))
    assert.deepEqual(tally(answers), { 200: 20 })
    assert.equal((await auditEntries(patient)).length, 1)
    const [row] = await service.ctx.db.query<{ count: number }>(
      `select count(distinct acknowledged_at)::int as count from alerts where caregiver_id = $1`,
      [ana.id],
    )
    assert.equal(row?.count, 1)
  })

  test('by several, while the patient or one of them is deleted, is 200, 401, 404 or 409', async () => {
    for (let i = 0; i < 5; i++) {
      const { ana, patient } = await ward()
      const others: Person[] = await times(2, () => service.signUp({ role: 'CAREGIVER' }))
      for (const { id } of others) await assign(service, id, patient.id)
      for (let falls = 0; falls < 6; falls++) await fall(patient)
      const open: [Person, string | undefined][] = []
      for (const caregiver of [ana, ...others]) open.push([caregiver, (await list(caregiver)).lines[0]?.id])
      const leaver = i % 2 ? patient : ana
      const [deleted, ...answers] = await Promise.all([
        service.call('DELETE', '/profile/me', { token: leaver.token, body: { confirmation: true } }),
        ...open.map(([caregiver, id]) => acknowledge(caregiver, id)),
      ])
      assert.equal(deleted.status, 200, deleted.text)
      for (const { status, text } of answers) assert.ok([200, 401, 404, 409].includes(status), text)
    }
  })

  test('is refused for a patient who was taken away, and leaves the run', async () => {
    const { ana, patient } = await ward()
    await fall(patient)
    await fall(patient)
    const { lines } = await list(ana)
    await service.ctx.db.query('delete from assignments where caregiver_id = $1', [ana.id])
    assert.equal((await acknowledge(ana, lines[0]?.id)).status, 403)
    const untouched = 'alerts where caregiver_id = $1 and acknowledged_at is null'
    assert.equal(await countRows(service, untouched, [ana.id]), 2)
  })
})
