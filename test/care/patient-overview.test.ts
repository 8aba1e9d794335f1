import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { watch } from '../support/device-alarms.ts'
import { incidentsOf } from '../support/incidents.ts'
import { type Circle, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, addUnregisteredDevice, assertFields, assign, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { listen, openRawStream, openStream, type StreamClient } from '../support/streams.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off', SESSION_DURATION: '30d' })
let port = 0
let people: Circle
before(async () => {
  port = await listen(service)
  people = await makeCircle(service)
})

async function overviewOf({ token }: { token: string }) {
  const answer = await service.call('GET', '/patients/overview', { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** A caregiver with one patient. */
async function household() {
  const rosa = await service.signUp()
  const ana: Person = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana' })
  await assign(service, ana.id, rosa.id)
  const shown = async () => (await overviewOf(ana))[0]
  return { rosa, ana, shown }
}

describe('the overview of a patient', () => {
  test('without a device that ever sent has these fields', async () => {
    const { rosa, shown } = await household()
    await addUnregisteredDevice(service, rosa.id)
    assert.deepEqual(await shown(), {
      ...{ site: null, ward: null, room: null },
      ...{ patientId: rosa.id, name: 'Rosa Marín', status: 'NO_DEVICE', since: null, lastReadingAt: null },
      ...{ battery: null, healthScore: 100, recentFalls: 0, openIncidentId: null, you: 'STAFF' },
    })
  })

  test('has the newest reading, the lowest battery and the health score of all devices', async () => {
    const { rosa, shown } = await household()
    await addDevice(service, rosa.token, { battery_level: 40 })
    const at = service.ctx.now().getTime()
    await addDevice(service, rosa.token, { battery_level: 80, heart_rate: 190 })
    const { status, since, lastReadingAt, battery, healthScore } = await shown()
    assert.deepEqual([status, since, battery], ['FINE', null, 40])
    assert.ok(Date.parse(lastReadingAt) >= at)
    const { token } = people.admin
    const health = await service.call('GET', `/patients/${rosa.id}/health`, { token })
    assert.ok(healthScore < 100)
    assert.equal(healthScore, health.body.data.healthScore)
  })

  test('shows a fall until it is resolved, and counts it in the health score', async () => {
    const { rosa, ana, shown } = await household()
    await addDevice(service, rosa.token)
    await reportFall(service, rosa)
    const [{ id, openedAt }] = await incidentsOf(service, rosa)
    const { status, since, openIncidentId, healthScore, recentFalls } = await shown()
    assert.deepEqual([status, since, openIncidentId], ['INCIDENT', openedAt, id])
    assert.ok(healthScore < 100)
    assert.equal(recentFalls, 1)
    const body = { outcome: 'FALSE_ALARM' }
    await service.call('POST', `/incidents/${id}/resolve`, { token: ana.token, body })
    assert.deepEqual([(await shown()).status, (await shown()).openIncidentId], ['FINE', null])
  })

  test('shows the most severe of several incidents, and those of the person before those of the device', async () => {
    const { rosa, shown } = await household()
    const raise = async (kind: string, severity: string) => {
      const id = randomUUID()
      await service.ctx.db.query(
        `insert into incidents (id, kind, state, severity, patient_id, opened_at)
         values ($1, $2, 'ACKNOWLEDGED', $3, $4, $5)`,
        [id, kind, severity, rosa.id, service.ctx.now()],
      )
      return id
    }
    for (const [kind, severity, status] of [
      ['LOW_BATTERY', 'CRITICAL', 'LOW_BATTERY'],
      ['DEVICE_SILENT', 'LOW', 'SILENT'],
      ['VITALS', 'LOW', 'INCIDENT'],
      ['FALL', 'CRITICAL', 'INCIDENT'],
    ] as const) {
      const id = await raise(kind, severity)
      const { openIncidentId, status: shownStatus } = await shown()
      assert.deepEqual([shownStatus, openIncidentId], [status, id])
    }
    const sos = await raise('SOS', 'HIGH')
    assert.notEqual((await shown()).openIncidentId, sos)
  })

  test('shows a silent device since its last reading, also after its incident was resolved', async () => {
    const { rosa, ana, shown } = await household()
    await addDevice(service, rosa.token)
    await watch(service, 60 * 60)
    const [{ id }] = await incidentsOf(service, rosa)
    const { status, since, lastReadingAt, openIncidentId } = await shown()
    assert.deepEqual([status, openIncidentId], ['SILENT', id])
    assert.ok(since >= lastReadingAt && Date.parse(since) < service.ctx.now().getTime() - 10 * 60_000)
    const body = { outcome: 'OTHER' }
    await service.call('POST', `/incidents/${id}/resolve`, { token: ana.token, body })
    assert.deepEqual([(await shown()).status, (await shown()).openIncidentId], ['SILENT', null])
  })
})

describe('the overview', () => {
  test('is ordered by name, for a caregiver with the assigned patients only', async () => {
    const ana = await service.signUp({ role: 'CAREGIVER' })
    for (const [firstName, lastName] of [
      ['Zoe', 'Abad'],
      ['Ada', 'Zorn'],
      ['Ada', 'Abad'],
    ]) {
      const { id } = await service.signUp({ firstName, lastName })
      await assign(service, ana.id, id)
    }
    const names = (await overviewOf(ana)).map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['Ada Abad', 'Zoe Abad', 'Ada Zorn'])
    assert.deepEqual(await overviewOf(people.stranger), [])
  })

  test('has at most 500 patients', async () => {
    const eva = await service.signUp({ role: 'CAREGIVER' })
    await service.ctx.db.query(
      `with added as (
         insert into users (id, email, first_name, last_name, role, created_at)
         select gen_random_uuid(), 'many' || i || '@example.org', 'A', 'Many', 'PATIENT', $2 from generate_series(1, 510) as i
         returning id
       )
       insert into assignments (caregiver_id, patient_id, created_at) select $1, id, $2 from added`,
      [eva.id, service.ctx.now()],
    )
    try {
      assert.equal((await overviewOf(eva)).length, 500)
      assert.equal((await overviewOf(people.admin)).length, 500)
      const [ofCaregiver, ofAdmin] = [await follow(eva), await follow(people.admin)]
      for (const client of [ofCaregiver, ofAdmin])
        assert.equal((await nextSeen(client)).data.patients.length, 500)
    } finally {
      await service.ctx.db.query(`delete from users where last_name = 'Many'`)
    }
  })

  test('is recorded in the audit log', async () => {
    const { ana } = await household()
    await overviewOf(ana)
    const entries = await service.ctx.db.query(
      `select from audit_log where actor_id = $1 and action = 'records.listed'`,
      [ana.id],
    )
    assert.equal(entries.length, 1)
  })
})

const opened: { close(): void }[] = []
afterEach(() => {
  for (const client of opened.splice(0)) client.close()
})

async function follow({ token }: { token: string }, lastEventId?: string): Promise<StreamClient> {
  const client = await openStream(port, token, lastEventId, ['patients.seen'])
  opened.push(client)
  return client
}

/** Lets a minute pass unless an event has come. */
async function nextSeen(client: StreamClient) {
  if (client.events.length === 0) service.advance('61s')
  const [event] = await client.take(1)
  assert.ok(event)
  return event
}

describe('the event patients.seen', () => {
  test('has what the overview shows, once a minute, for caregivers and admins', async () => {
    const { rosa, ana } = await household()
    await addDevice(service, rosa.token, { battery_level: 55 })
    const [caregiver, admin, patient, stranger] = [
      await follow(ana),
      await follow(people.admin),
      await follow(rosa),
      await follow(people.stranger),
    ]
    const { type, data } = await nextSeen(caregiver)
    assert.equal(type, 'patients.seen')
    assertFields(data, ['patients'])
    const [overview] = await overviewOf(ana)
    const { patientId, status, since, lastReadingAt, battery } = overview
    assert.deepEqual(data.patients, [{ patientId, status, since, lastReadingAt, battery }])
    assert.equal(battery, 55)
    const [ofAdmin] = await admin.take(1)
    const ids = ofAdmin?.data.patients.map(({ patientId }: { patientId: string }) => patientId)
    assert.ok(ids.includes(rosa.id) && ids.includes(people.neighbour.id))
    assert.deepEqual((await stranger.take(1))[0]?.data, { patients: [] })
    // The next minute brings the next one, and nothing in between.
    assert.deepEqual([caregiver.events, patient.events], [[], []])
    await reportFall(service, rosa)
    assert.equal((await caregiver.take(1))[0]?.type, 'incident.opened')
    service.advance('61s')
    const next = (await caregiver.take(1))[0]?.data.patients
    assert.deepEqual([next.length, next[0].status], [1, 'INCIDENT'])
    assert.ok(!patient.events.some((event) => event.type === 'patients.seen'))
  })

  test('has no id, and does not change where a client resumes', async () => {
    const { ana, rosa } = await household()
    const raw = await openRawStream(port, ana.token)
    opened.push({ close: () => raw.socket.destroy() })
    service.advance('61s')
    await until(() => raw.text.includes('patients.seen'), 20_000)
    assert.match(raw.text, /event: patients\.seen\ndata: \{"patients":\[.*\]\}\n\n/)
    const client = await follow(ana)
    await reportFall(service, rosa)
    const [{ id = '' } = {}] = await client.take(1)
    assert.equal((await nextSeen(client)).type, 'patients.seen')
    client.close()
    await service.call('POST', '/sos', { token: rosa.token })
    const resumed = await follow(ana, id)
    const [missed] = await resumed.take(1)
    assert.deepEqual([missed?.type, missed?.data.kind], ['incident.opened', 'SOS'])
  })

  test('ends with the assignment, and with the session', async () => {
    const { ana, rosa } = await household()
    const client = await follow(ana)
    assert.equal((await nextSeen(client)).data.patients.length, 1)
    await service.ctx.db.query('delete from assignments where patient_id = $1', [rosa.id])
    assert.deepEqual((await nextSeen(client)).data.patients, [])
    // Without a notification.
    await service.ctx.db.query('delete from sessions where user_id = $1', [ana.id])
    service.advance('61s')
    await until(() => client.connections > 1 || client.refusals.length > 0, 20_000)
    assert.deepEqual(client.events, [])
  })
})
