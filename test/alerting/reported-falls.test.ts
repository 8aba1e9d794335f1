import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertHas } from '../contract/endpoint.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { useNtfy } from '../support/ntfy.ts'
import { type Circle, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, assign, countRows, fallSequence, type Person, tally, times } from '../support/readings.ts'
import { makeStation, setPin } from '../support/stations.ts'
import { makeHouse, settle } from '../support/teams.ts'
import { unzip } from '../support/unzip.ts'

const { service, ntfy } = useNtfy()

const ask = (method: string, path: string, { token }: { token: string }, body?: object) =>
  service.call(method, path, { token, ...(body && { body }) })

const minutesAgo = (minutes: number) => new Date(service.ctx.now().getTime() - minutes * 60_000).toISOString()

const details = {
  location: 'Bathroom',
  witnessed: false,
  foundBy: 'Ana, on her round',
  activity: 'TOILET',
  footwear: 'SOCKS',
  circumstances: 'The light was on.',
  injuries: 'A graze on the left elbow',
  measures: 'Helped up by two, wound cleaned.',
  doctorTold: true,
  doctorDetails: 'Dr. Vidal, 07:40',
  familyTold: false,
  familyDetails: null,
}

const report = (patient: { id: string }, reporter: { token: string }, fields: object = {}) =>
  ask('POST', `/patients/${patient.id}/falls`, reporter, { occurredAt: minutesAgo(5), ...details, ...fields })

async function reported(patient: { id: string }, reporter: { token: string }, fields: object = {}) {
  const answer = await report(patient, reporter, fields)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** A second caregiver of the patient, with an ntfy topic; `messages` is what arrives there. */
async function colleagueOf({ patient }: Circle) {
  const eva: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Eva', lastName: 'Sanz' })
  await assign(service, eva.id, patient.id)
  return { eva, messages: await ntfy.addTopic(eva) }
}

describe('POST /falls', () => {
  test('with the id of somebody else is refused with a hint, and records nothing', async () => {
    const { patient, caregiver } = await makeCircle(service)
    for (const patientId of [patient.id, randomUUID(), 'rosa', 7]) {
      const answer = await ask('POST', '/falls', caregiver, { confidence: 0.9, patientId })
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body.code, 'FALL_OF_SOMEBODY_ELSE')
      assert.match(answer.body.error, /POST \/patients\/:id\/falls/)
    }
    assert.equal(await countRows(service, 'falls where user_id = any($1)', [[patient.id, caregiver.id]]), 0)
  })

  test('with the own id, or none, stays the own fall of whoever calls it', async () => {
    const { patient } = await makeCircle(service)
    for (const patientId of [patient.id, patient.id.toUpperCase(), null]) {
      const answer = await ask('POST', '/falls', patient, { confidence: 0.4, patientId })
      assert.deepEqual([answer.status, answer.body.data?.userId], [201, patient.id], answer.text)
    }
  })
})

describe('a fall that somebody reports for a patient', () => {
  test('has a record, and an incident that the reporter has acknowledged, and of which nobody gets a message', async () => {
    const circle = await makeCircle(service)
    const { patient, caregiver } = circle
    const { eva, messages } = await colleagueOf(circle)
    const occurredAt = minutesAgo(5)
    const record = await reported(patient, caregiver, { occurredAt })
    assertHas(record, { ...details, occurredAt, patientId: patient.id, patientName: 'Rosa Marín' })
    assertHas(record, { level: 'CONFIRMED', source: 'REPORTED' })
    assert.equal(record.reportedBy.id, caregiver.id)
    assert.equal(record.versions.length, 1)
    const [incident] = await incidentsOf(service, eva, { state: 'ACKNOWLEDGED' })
    assertHas(incident, { id: record.incidentId, kind: 'FALL', fallId: record.fallId, nextStepAt: null })
    assert.equal(incident.handledBy.id, caregiver.id)
    // Everybody is informed: in the incident, and by the contract's alert, which somebody handles.
    const { data: alerts } = (
      await service.call('GET', '/caregivers/alerts', { token: eva.token, query: { status: 'handled' } })
    ).body
    assert.deepEqual([alerts.length, alerts[0].handledBy.id], [1, caregiver.id])
    assert.deepEqual((await ask('GET', '/caregivers/alerts', eva)).body.data, [])
    const { timeline, deliveries } = await incidentOf(service, eva, incident.id)
    assert.deepEqual(
      timeline.map(
        ({ type, data, actor }: { type: string; data: { code: string }; actor: Person | null }) => [
          type,
          data.code,
          actor?.id,
        ],
      ),
      [
        ['opened', 'FALL_REPORTED_BY_OTHER', caregiver.id],
        ['acknowledged', 'ACKNOWLEDGED', caregiver.id],
      ],
    )
    assert.deepEqual([deliveries, messages()], [[], []])
    assert.equal(await countRows(service, `deliveries where incident_id = $1`, [incident.id]), 0)
  })

  test('is in all lists of falls with its source, and was answered without a response time', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const { fallId } = await reported(patient, caregiver, { occurredAt: minutesAgo(90) })
    for (const [path, who] of [
      ['/falls', patient],
      [`/patients/${patient.id}/falls`, caregiver],
    ] as const) {
      const [fall] = (await ask('GET', path, who)).body.data
      assertHas(fall, {
        id: fallId,
        source: 'REPORTED',
        status: 'CONFIRMED',
        responded: true,
        responseTime: null,
      })
    }
    const fall = (await ask('GET', `/falls/${fallId}`, patient)).body.data
    assertHas(fall, { source: 'REPORTED', deviceId: null, evidence: null, injuries: details.injuries })
    assert.equal(fall.reportedBy.id, caregiver.id)
    const own = await reportFall(service, patient)
    assertHas((await ask('GET', `/falls/${own.id}`, patient)).body.data, {
      source: 'REPORTED',
      reportedBy: null,
    })
  })

  test('is one, however often the button was pressed', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const occurredAt = minutesAgo(5)
    const answers = await times(6, () => report(patient, caregiver, { occurredAt }))
    assert.deepEqual(tally(answers), { 201: 6 })
    assert.equal(new Set(answers.map(({ body }) => body.data.fallId)).size, 1)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { occurredAt: minutesAgo(4), ...details }
    const path = `/patients/${patient.id}/falls`
    const keyed = await times(4, () => service.call('POST', path, { token: caregiver.token, body, headers }))
    assert.equal(new Set(keyed.map((answer) => answer.body.data.fallId)).size, 1)
    assert.equal(await countRows(service, 'falls where user_id = $1', [patient.id]), 2)
    const other = await report(patient, caregiver, { occurredAt, injuries: 'A broken hip' })
    assert.deepEqual([other.status, other.body.code], [409, 'FALL_ALREADY_REPORTED'])
    const reused = await service.call('POST', path, {
      ...{ token: caregiver.token, headers },
      body: { ...body, injuries: 'None' },
    })
    assert.deepEqual([reused.status, reused.body.code], [409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('did not happen in the future, or long ago', async () => {
    const { patient, caregiver } = await makeCircle(service)
    for (const occurredAt of [minutesAgo(-10), minutesAgo(32 * 24 * 60), 'yesterday', undefined]) {
      const answer = await report(patient, caregiver, { occurredAt })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['occurredAt']], answer.text)
    }
    const answer = await report(patient, caregiver, {
      activity: 'FLYING',
      doctorTold: 'yes',
      measures: 'x'.repeat(2001),
    })
    assert.deepEqual(
      [answer.status, Object.keys(answer.body.details).sort()],
      [400, ['activity', 'doctorTold', 'measures']],
    )
    // The clock of a tablet may be a minute ahead.
    const early = await reported(patient, caregiver, { occurredAt: minutesAgo(-1) })
    assert.ok(Date.parse(early.occurredAt) <= service.ctx.now().getTime())
  })

  test('joins the unresolved incident of a detected fall, which keeps its trace, and is answered by it', async () => {
    const circle = await makeCircle(service)
    const { patient, caregiver } = circle
    const { eva } = await colleagueOf(circle)
    const { send } = await addDevice(service, patient.token)
    for (const [i, motion] of fallSequence.entries()) await send({ ...motion, uptime_ms: 10_000 + i * 1000 })
    const [detected] = await incidentsOf(service, caregiver)
    assert.equal(detected.state, 'OPEN')
    const record = await reported(patient, caregiver)
    assert.equal(record.incidentId, detected.id)
    const after = await incidentOf(service, caregiver, detected.id)
    assertHas(after, {
      state: 'ACKNOWLEDGED',
      fallId: detected.fallId,
      deviceId: detected.deviceId,
      severity: 'CRITICAL',
    })
    assert.ok(after.evidence.peakG > 0)
    // While a colleague is on it, a further report changes nothing of that.
    await reported(patient, eva)
    assert.equal((await incidentOf(service, eva, detected.id)).handledBy.id, caregiver.id)
    assert.equal(
      await countRows(service, 'falls where incident_id = $1 and responded_at is null', [detected.id]),
      0,
    )
  })

  test('opens no incident of somebody whom the reporter does not look after', async () => {
    const { patient, stranger, neighbour, admin } = await makeCircle(service)
    for (const [who, status] of [
      [patient, 403],
      [neighbour, 403],
      [stranger, 403],
      [admin, 201],
    ] as const)
      assert.equal((await report(patient, who)).status, status)
    assert.equal((await report({ id: randomUUID() }, admin)).status, 404)
    assert.equal((await report(stranger, admin)).status, 404)
  })
})

describe('the record of a fall', () => {
  test('is changed by those who look after the patient, and keeps what was written before', async () => {
    const circle = await makeCircle(service)
    const { patient, caregiver, stranger } = circle
    const { eva } = await colleagueOf(circle)
    const record = await reported(patient, caregiver)
    const path = `/falls/${record.fallId}/record`
    const occurredAt = minutesAgo(20)
    const change = {
      ...details,
      occurredAt,
      injuries: 'A broken wrist',
      familyTold: true,
      familyDetails: 'Her son, 08:10',
    }
    const changed = await ask('PUT', path, eva, change)
    assert.equal(changed.status, 200, changed.text)
    assertHas(changed.body.data, change)
    // The same once more is no further version.
    assert.equal((await ask('PUT', path, eva, change)).body.data.versions.length, 2)
    const { versions } = (await ask('GET', path, patient)).body.data
    assert.deepEqual(
      versions.map((version: { by: Person; injuries: string; familyTold: boolean }) => [
        version.by.id,
        version.injuries,
        version.familyTold,
      ]),
      [
        [caregiver.id, details.injuries, false],
        [eva.id, 'A broken wrist', true],
      ],
    )
    const [fall] = (await ask('GET', `/patients/${patient.id}/falls`, caregiver)).body.data
    assertHas(fall, { id: record.fallId, createdAt: occurredAt })
    const { timeline } = await incidentOf(service, caregiver, record.incidentId)
    assert.deepEqual([timeline.at(-1).type, timeline.at(-1).actor.id], ['documented', eva.id])
    for (const who of [patient, stranger]) assert.equal((await ask('PUT', path, who, change)).status, 403)
    assert.equal((await ask('GET', path, stranger)).status, 403)
    const logged = await service.ctx.db.query<{ action: string; message: string }>(
      `select action, message from audit_log where subject_id = $1 and action like 'fall.%' order by at`,
      [patient.id],
    )
    assert.deepEqual(
      logged.map(({ action }) => action),
      ['fall.reported', 'fall.documented'],
    )
    assert.doesNotMatch(logged.map(({ message }) => message).join(), /wrist|graze/)
  })

  test('is not replaced by somebody who has not read the newest version', async () => {
    const { patient, caregiver, admin } = await makeCircle(service)
    const body = { occurredAt: service.ctx.now().toISOString(), location: 'Hall' }
    const reported = await service.call('POST', `/patients/${patient.id}/falls`, {
      token: caregiver.token,
      body,
    })
    const path = `/falls/${reported.body.data.fallId}/record`
    const write = ({ token }: { token: string }, location: string) =>
      service.call('PUT', path, { token, body: { location, version: 1 } })
    // Of two at once, one is told of the other.
    const answers = await Promise.all([write(caregiver, 'Bath'), write(admin, 'Stairs')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'FALL_RECORD_CHANGED')
    const read = await service.call('GET', path, { token: admin.token })
    assert.equal(read.body.data.versions.length, 2)
  })

  test('can be written for a detected fall, whose time is that of the device', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const { send } = await addDevice(service, patient.token)
    for (const [i, motion] of fallSequence.entries()) await send({ ...motion, uptime_ms: 10_000 + i * 1000 })
    const [{ id }] = (await ask('GET', '/falls', patient)).body.data
    const path = `/falls/${id}/record`
    const empty = (await ask('GET', path, caregiver)).body.data
    assertHas(empty, { source: 'DETECTED', reportedBy: null, versions: [], measures: null })
    const written = await ask('PUT', path, caregiver, details)
    assert.equal(written.status, 200, written.text)
    assertHas(written.body.data, { ...details, occurredAt: empty.occurredAt })
    const moved = await ask('PUT', path, caregiver, { ...details, occurredAt: minutesAgo(60) })
    assert.deepEqual([moved.status, Object.keys(moved.body.details)], [400, ['occurredAt']])
  })

  test('is in the export of the patient', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await reported(patient, caregiver)
    const { rawPayload } = await service.app.inject({
      url: '/api/profile/me/export',
      headers: { authorization: `Bearer ${patient.token}` },
    })
    const [fall] = JSON.parse(unzip(rawPayload).get('falls.json') ?? '')
    assert.equal(fall.reportedBy, caregiver.id)
    assertHas(fall.record[0], { ...details, authorId: caregiver.id, version: 1 })
  })
})

test('at a station, a fall is reported in the name of a caregiver with their PIN, of its ward only', async () => {
  const { patient, caregiver, neighbour, admin } = await makeCircle(service)
  const { north, south } = makeHouse()
  await settle(service, patient, north)
  await settle(service, neighbour, south)
  await assign(service, caregiver.id, neighbour.id)
  const station = await makeStation(service, admin.token, north)
  await setPin(service, caregiver)
  const body = { occurredAt: minutesAgo(3), ...details, caregiverId: caregiver.id, pin: '4711' }
  const path = `/station/patients/${patient.id}/falls`
  const wrong = await ask('POST', path, station, { ...body, pin: '1111' })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['pin']])
  const answer = await ask('POST', path, station, body)
  assert.equal(answer.status, 201, answer.text)
  const { reportedBy, incidentId, versions } = answer.body.data
  assert.deepEqual([reportedBy.id, versions[0].station], [caregiver.id, station.name])
  const { timeline, handledBy } = await incidentOf(service, caregiver, incidentId)
  assert.deepEqual([handledBy.id, timeline[0].station], [caregiver.id, station.name])
  assert.equal((await ask('POST', `/station/patients/${neighbour.id}/falls`, station, body)).status, 403)
  assert.equal((await ask('POST', path, caregiver, body)).status, 403)
})

test('reports count reported falls beside detected ones; figures of detection and answers leave them out', async () => {
  const { patient, caregiver, admin } = await makeCircle(service)
  const month = service.ctx.now().toISOString().slice(0, 7)
  const figures = async () => {
    const detection = (await ask('GET', '/admin/detection', admin)).body.data
    const bySource = detection.bySource.find(({ source }: { source: string }) => source === 'REPORTED')
    return { total: detection.total, reported: bySource.incidents }
  }
  const before = await figures()
  const record = await reported(patient, caregiver, { occurredAt: service.ctx.now().toISOString() })
  assert.equal(
    (await act(service, caregiver, record.incidentId, 'resolve', { outcome: 'REAL_FALL' })).status,
    200,
  )
  const after = await figures()
  assert.deepEqual(after, { total: before.total, reported: before.reported + 1 })
  const { data } = (
    await service.call('GET', `/patients/${patient.id}/report`, { token: caregiver.token, query: { month } })
  ).body
  assertHas(data.counts, { falls: 1, reported: 1 })
  assertHas(data.responses, { answered: 0, unanswered: 0 })
  assertHas(data.falls[0], { source: 'REPORTED', reportedInjuries: details.injuries })
  const statistics = (await ask('GET', `/patients/${patient.id}/falls/statistics`, caregiver)).body.data
  assert.equal(statistics.reported, 1)
})
