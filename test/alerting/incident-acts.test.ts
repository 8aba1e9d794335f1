import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertHas } from '../contract/endpoint.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { useNtfy } from '../support/ntfy.ts'
import { makeCircle, reportFall } from '../support/people.ts'
import { assign, type Person } from '../support/readings.ts'

const { service, ntfy } = useNtfy()
before(() => service.setClock(new Date()))

const ask = (method: string, path: string, { token }: { token: string }, body?: object) =>
  service.call(method, path, { token, ...(body && { body }) })

/** A patient with an open incident. */
async function fallen() {
  const circle = await makeCircle(service)
  await reportFall(service, circle.patient)
  const [incident] = await incidentsOf(service, circle.caregiver)
  return { ...circle, id: incident.id as string }
}

describe('the outcome of a resolved incident', () => {
  test('is corrected; the first one stays in the timeline, and statistics follow', async () => {
    const { id, patient, caregiver, admin } = await fallen()
    const resolution = { outcome: 'FALSE_ALARM', injuries: 'None', note: 'She sat down hard.' }
    await act(service, caregiver, id, 'resolve', resolution)
    const figures = async () => (await ask('GET', '/admin/detection', admin)).body.data.total
    const before = await figures()
    const correction = { outcome: 'REAL_FALL', injuries: 'A broken wrist', note: 'X-ray came back.' }
    const answer = await ask('PUT', `/incidents/${id}/outcome`, admin, correction)
    assert.equal(answer.status, 200, answer.text)
    assertHas(answer.body.data, { state: 'RESOLVED', outcome: 'REAL_FALL' })
    const { timeline, injuries, handledBy } = await incidentOf(service, caregiver, id)
    assert.deepEqual([injuries, handledBy.id], ['A broken wrist', caregiver.id])
    const [resolved, corrected] = timeline.slice(-2)
    assertHas(resolved.data, { code: 'RESOLVED', outcome: 'FALSE_ALARM' })
    assert.deepEqual(corrected.data, {
      ...{ code: 'OUTCOME_CORRECTED', from: 'FALSE_ALARM', outcome: 'REAL_FALL' },
      ...{ previousInjuries: 'None', note: 'X-ray came back.' },
    })
    assert.equal(corrected.type, 'corrected')
    const after = await figures()
    assertHas(after, { realFalls: before.realFalls + 1, falseAlarms: before.falseAlarms - 1 })
    const month = service.ctx.now().toISOString().slice(0, 7)
    const report = await service.call('GET', `/patients/${patient.id}/report`, {
      ...{ token: caregiver.token, query: { month } },
    })
    assertHas(report.body.data.counts, { falls: 1, falseAlarms: 0 })
    const [logged] = await service.ctx.db.query<{ message: string }>(
      `select message from audit_log where action = 'incident.outcome_corrected' and subject_id = $1`,
      [patient.id],
    )
    assert.match(logged?.message ?? '', /FALSE_ALARM to REAL_FALL$/)
  })

  test('stays as it is if nothing is corrected, and without injuries those stay', async () => {
    const { id, caregiver } = await fallen()
    await act(service, caregiver, id, 'resolve', { outcome: 'REAL_FALL', injuries: 'A bruise' })
    const path = `/incidents/${id}/outcome`
    assert.equal((await ask('PUT', path, caregiver, { outcome: 'REAL_FALL' })).status, 200)
    assert.equal((await incidentOf(service, caregiver, id)).timeline.at(-1).type, 'resolved')
    assert.equal((await ask('PUT', path, caregiver, { outcome: 'NEAR_FALL' })).status, 200)
    assert.equal((await incidentOf(service, caregiver, id)).injuries, 'A bruise')
    const wrong = await ask('PUT', path, caregiver, { outcome: 'GOOD' })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['outcome']])
  })

  test('is not there to be corrected before somebody has resolved it', async () => {
    const { id, caregiver, stranger, patient } = await fallen()
    const body = { outcome: 'TEST' }
    const open = await ask('PUT', `/incidents/${id}/outcome`, caregiver, body)
    assert.deepEqual([open.status, open.body.code], [409, 'INCIDENT_WITHOUT_OUTCOME'])
    for (const who of [stranger, patient])
      assert.equal((await ask('PUT', `/incidents/${id}/outcome`, who, body)).status, 403)
  })
})

/** Gives a person an ntfy topic, and returns the messages that have arrived there once all were sent. */
async function reachable(person: Person) {
  const messages = await ntfy.addTopic(person, { showDetails: true })
  return async (): Promise<[title: string, text: string][]> => {
    await service.engine.runDue()
    return messages().map(({ title, message }) => [title, message])
  }
}

/** An incident that Ana handles, with Eva and Leo, who is told later, as further caregivers. */
async function staffed() {
  const { caregiver: ana, ...circle } = await makeCircle(service)
  const [eva, leo] = await Promise.all(
    ['Eva', 'Leo'].map(
      (firstName): Promise<Person> => service.signUp({ role: 'CAREGIVER', firstName, lastName: 'Sanz' }),
    ),
  )
  assert.ok(eva && leo)
  for (const { id } of [eva, leo]) await assign(service, id, circle.patient.id)
  await service.ctx.db.query('update assignments set priority = 3 where caregiver_id = $1', [leo.id])
  const messages = { ana: await reachable(ana), eva: await reachable(eva), leo: await reachable(leo) }
  await reportFall(service, circle.patient)
  const [incident] = await incidentsOf(service, ana)
  const id = incident.id as string
  assert.equal((await act(service, ana, id, 'acknowledge')).status, 200)
  return { ...circle, id, ana, eva, leo, messages }
}

const attendingOf = ({ attending }: { attending: Person[] }) => attending.map((person) => person.id)

describe('an incident that somebody is on', () => {
  test('is taken over by a colleague, and both are told', async () => {
    const { id, ana, eva, stranger, patient, messages } = await staffed()
    const refused = await act(service, eva, id, 'acknowledge')
    assert.deepEqual([refused.status, refused.body.code], [409, 'INCIDENT_HANDLED'])
    for (const who of [stranger, patient])
      assert.equal((await act(service, who, id, 'acknowledge', { takeOver: true })).status, 403)
    const taken = await act(service, eva, id, 'acknowledge', { takeOver: true, etaMinutes: 2 })
    assert.equal(taken.status, 200, taken.text)
    assertHas(taken.body.data, { state: 'ACKNOWLEDGED', nextStepAt: null, etaMinutes: 2 })
    assert.deepEqual([taken.body.data.handledBy.id, attendingOf(taken.body.data)], [eva.id, [eva.id]])
    const { timeline } = await incidentOf(service, ana, id)
    assertHas(timeline.at(-1), { type: 'acknowledged', text: 'Has taken over' })
    assert.deepEqual((await messages.ana()).at(-1)?.[0], 'Handled')
    assert.match((await messages.ana()).at(-1)?.[1] ?? '', /^Eva Sanz is on it/)
    assert.deepEqual((await messages.eva()).at(-1)?.[0], 'You are on it')
    // Ana no longer handles it.
    assert.equal((await act(service, ana, id, 'release')).status, 403)
    assert.equal((await act(service, eva, id, 'release')).status, 200)
  })

  test('gets a second person: the next people are told at once, and whoever answers joins', async () => {
    const { id, ana, eva, leo, admin, messages } = await staffed()
    const before = (await messages.eva()).length
    for (const who of [eva, admin]) {
      const refused = await act(service, who, id, 'assistance')
      assert.deepEqual([refused.status, refused.body.code], [403, 'ASSISTANCE_HANDLER_ONLY'])
    }
    const asked = await act(service, ana, id, 'assistance')
    assert.equal(asked.status, 200, asked.text)
    assert.equal(asked.body.data.handledBy.id, ana.id)
    assertHas(asked.body.data, {
      state: 'ACKNOWLEDGED',
      assistanceRequestedAt: service.ctx.now().toISOString(),
    })
    const told = (await messages.eva()).slice(before)
    assert.deepEqual(told, [
      ['A second person is needed', 'Ana Gil asks for help with Rosa Marín. Say that you are coming.'],
    ])
    // Two touches are one request.
    await act(service, ana, id, 'assistance')
    assert.equal((await messages.eva()).length, before + 1)

    // Those who said so first come first.
    service.setClock(new Date(service.ctx.now().getTime() + 60_000))
    const joined = await act(service, eva, id, 'acknowledge', { etaMinutes: 3 })
    assert.equal(joined.status, 200, joined.text)
    assert.equal(joined.body.data.handledBy.id, ana.id)
    assert.deepEqual(attendingOf(joined.body.data), [ana.id, eva.id])
    assertHas(joined.body.data, { state: 'ACKNOWLEDGED', assistanceRequestedAt: null })
    // A third one is welcome, too, and may take over.
    assert.equal((await act(service, leo, id, 'acknowledge')).status, 200)
    const { timeline } = await incidentOf(service, ana, id)
    assert.deepEqual(
      timeline.slice(-3).map(({ type }: { type: string }) => type),
      ['assistance', 'attending', 'attending'],
    )
    const taken = await act(service, eva, id, 'acknowledge', { takeOver: true })
    assert.equal(taken.body.data.handledBy.id, eva.id)
    assert.equal((await act(service, eva, id, 'resolve', { outcome: 'REAL_FALL' })).status, 200)
  })

  test('says to who handles it that a second person comes, or no longer does', async () => {
    const { id, ana, eva, leo, messages } = await staffed()
    await act(service, ana, id, 'assistance')
    await messages.eva()
    await act(service, eva, id, 'acknowledge')
    assert.deepEqual((await messages.ana()).at(-1), [
      'Somebody is going as well',
      'Eva Sanz is going. (Rosa Marín)',
    ])
    // Whoever is asked again learns of both.
    service.setClock(new Date(service.ctx.now().getTime() + 60_000))
    await act(service, ana, id, 'assistance')
    assert.equal((await messages.leo()).at(-1)?.[0], 'A second person is needed')
    assert.equal((await act(service, eva, id, 'release')).status, 200)
    const [title, text] = (await messages.ana()).at(-1) ?? []
    assert.deepEqual(
      [title, text?.startsWith('Somebody who was going cannot.')],
      ['Somebody cannot come', true],
    )
    await act(service, eva, id, 'acknowledge')
    assert.deepEqual((await messages.leo()).at(-1), [
      'Handled',
      'Ana Gil is on it (Rosa Marín). Eva Sanz is going.',
    ])
    assert.equal((await act(service, leo, id, 'acknowledge', { takeOver: true })).status, 200)
  })

  test('no longer needs a second person once that one has taken over', async () => {
    const { id, ana, eva, leo } = await staffed()
    await act(service, ana, id, 'assistance')
    await act(service, eva, id, 'acknowledge')
    const taken = await act(service, eva, id, 'acknowledge', { takeOver: true })
    assert.deepEqual([taken.body.data.handledBy.id, taken.body.data.assistanceRequestedAt], [eva.id, null])
    // Who takes over from somebody who waits for a second person waits for one, too.
    service.setClock(new Date(service.ctx.now().getTime() + 60_000))
    await act(service, eva, id, 'assistance')
    const again = await act(service, leo, id, 'acknowledge', { takeOver: true })
    assert.equal(again.body.data.assistanceRequestedAt, service.ctx.now().toISOString())
  })

  test('tells the second person, too, when the first one cannot stay', async () => {
    const { id, ana, eva, messages } = await staffed()
    await act(service, ana, id, 'assistance')
    await messages.eva()
    await act(service, eva, id, 'acknowledge')
    const released = await act(service, ana, id, 'release')
    assert.deepEqual([released.body.data.state, attendingOf(released.body.data)], ['OPEN', [eva.id]])
    assert.equal((await messages.eva()).at(-1)?.[0], 'Somebody may have fallen')
    const handled = await act(service, eva, id, 'acknowledge')
    assert.deepEqual([handled.body.data.handledBy.id, attendingOf(handled.body.data)], [eva.id, [eva.id]])
  })

  test('is handled by nobody whom a second person could help, until somebody acknowledges', async () => {
    const { caregiver, id } = await fallen()
    const answer = await act(service, caregiver, id, 'assistance')
    assert.deepEqual([answer.status, answer.body.code], [409, 'INCIDENT_NOT_HANDLED'])
  })
})
