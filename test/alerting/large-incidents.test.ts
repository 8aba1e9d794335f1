import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { insertEntry } from '../../src/alerting/incidents/incident-timeline.store.ts'
import { readIncidentViews } from '../../src/alerting/incidents/incident-view.ts'
import {
  maxActsADay,
  maxEntries,
  maxEntriesOfPeople,
  maxNotesADay,
} from '../../src/alerting/incidents/people-entries.ts'
import { isStatementTimeout } from '../../src/platform/db/database-errors.ts'
import { withDeadline } from '../../src/platform/db/deadline.ts'
import { appendEvent } from '../../src/platform/events/append-event.ts'
import { often } from '../support/full.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { assign, countRows, type Person } from '../support/readings.ts'
import { countRowsRead } from '../support/rows-read.ts'
import { useSteadyService } from '../support/service.ts'
import { makeStation } from '../support/stations.ts'
import { listen, openStream } from '../support/streams.ts'

const service = useSteadyService({
  METRICS_TOKEN: 'a-token-for-the-metrics',
  RATE_LIMIT_GLOBAL: 'off',
  SESSION_DURATION: '30d',
})
let port = 0
before(async () => {
  port = await listen(service)
})

/** A patient who has called for help, with a caregiver. */
async function emergency() {
  const rosa: Person = await service.signUp()
  const ana: Person = await service.signUp({ role: 'CAREGIVER' })
  await assign(service, ana.id, rosa.id)
  return { rosa, ana, id: await callForHelp(rosa) }
}

async function callForHelp({ token }: Person): Promise<string> {
  const answer = await service.call('POST', '/sos', { token })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

/** Adds entries to a timeline, one millisecond apart, the last one now; those without an author are the service's. */
async function write(incidentId: string, author: Person | null, count: number, type = 'note') {
  await service.ctx.db.query(
    `insert into incident_entries (incident_id, at, type, actor_id, text)
     select $1, $2::timestamptz - make_interval(secs => ($5 - n) / 1000.0), $3, $4, 'Entry ' || n
     from generate_series(1, $5::int) as n`,
    [incidentId, service.ctx.now(), type, author?.id ?? null, count],
  )
}

const entriesOf = (incidentId: string) =>
  countRows(service, 'incident_entries where incident_id = $1', [incidentId])

const metric = async (name: string) =>
  (await service.ctx.metrics.registry?.getSingleMetric(name)?.get())?.values[0]?.value ?? 0

const long = often(10_000, 50_000)

describe(`a timeline of ${long} entries`, () => {
  test('is not read by lists and live events', async () => {
    const { rosa, ana, id } = await emergency()
    await write(id, rosa, long)
    const stream = await openStream(port, ana.token)
    // Whoever reads the timeline waits until the lock is released.
    await service.ctx.db.session(async (session) => {
      await session.query('begin')
      await session.query('lock table incident_entries in access exclusive mode')
      try {
        const event = { type: 'incident.changed', patientId: rosa.id, subjectId: id } as const
        await service.ctx.db.transaction((tx) => appendEvent(tx, { ...event, at: service.ctx.now() }))
        const [received] = await stream.take(1)
        assert.equal(received?.data.id, id)
        assert.equal((await incidentsOf(service, ana))[0].id, id)
      } finally {
        await session.query('rollback')
      }
    })
    stream.close()
  })

  test('has what the patient said in the incident', async () => {
    const { rosa, ana, id } = await emergency()
    await write(id, null, long, 'told')
    const fine = await act(service, rosa, id, 'ok')
    assert.ok(Date.parse(fine.body.data.fineAt) > Date.parse(fine.body.data.openedAt))
    assert.equal(fine.body.data.helpAt, null)
    const help = await act(service, rosa, id, 'help')
    assert.ok(help.body.data.helpAt > fine.body.data.fineAt)
    service.advance('2m')
    // Pressed again.
    assert.equal((await service.call('POST', '/sos', { token: rosa.token })).status, 200)
    const { fineAt, helpAt } = await incidentOf(service, ana, id)
    assert.equal(fineAt, fine.body.data.fineAt)
    assert.ok(helpAt > help.body.data.helpAt)
  })

  test('of before gets it by the migration', async () => {
    const { rosa, ana, id } = await emergency()
    await act(service, rosa, id, 'ok')
    await act(service, rosa, id, 'help')
    const quiet = await emergency()
    const before = await incidentOf(service, ana, id)
    await service.ctx.db.query('update incidents set fine_at = null, help_at = null')
    const [, migration = ''] = readFileSync('migrations/0035_said_by_patients.sql', 'utf8').split(/;\n/)
    await service.ctx.db.query(migration)
    const { fineAt, helpAt } = await incidentOf(service, ana, id)
    assert.deepEqual([fineAt, helpAt], [before.fineAt, before.helpAt])
    const other = await incidentOf(service, quiet.ana, quiet.id)
    assert.deepEqual([other.fineAt, other.helpAt], [null, null])
  })
})

test('whom an incident was told to is known from the first message to each contact, however often it was opened', async () => {
  const { ana, id } = await emergency()
  const { db, now } = service.ctx
  await db.query(
    `insert into contacts (id, user_id, channel, address, created_at, confirmed_at)
     select gen_random_uuid(), $1, 'push', 'https://push.example.org/' || n, $2, $2 from generate_series(1, 3) as n`,
    [ana.id, now()],
  )
  await db.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, sent_at, incident_id, round, step)
     select gen_random_uuid(), contacts.id, 'alert', 'SENT', $2, $2, $3, round, 0
     from contacts, generate_series(1, 300) as round where user_id = $1`,
    [ana.id, now(), id],
  )
  assert.deepEqual(
    (await incidentsOf(service, ana))[0].told.map((person: { id: string }) => person.id),
    [ana.id],
  )
  const read = await countRowsRead(db, 'deliveries', (tx) => readIncidentViews(tx, [id]))
  assert.ok(read > 0 && read <= 4, `${read} of 900 rows were read`)
})

/** Makes all that reads the name of a station fail, until the returned function is called. */
async function breakStation(id: string) {
  const { db } = service.ctx
  await db.query('alter table stations rename to readable_stations')
  await db.query(
    `create view stations as
     select * from readable_stations where 1 / (case when id = '${id}' then 0 else 1 end) = 1`,
  )
  return async () => {
    await db.query('drop view stations')
    await db.query('alter table readable_stations rename to stations')
  }
}

describe('the timeline of an incident with many entries', () => {
  const pageOf = async ({ token }: Person, id: string, query: Record<string, string> = {}) => {
    const answer = await service.call('GET', `/incidents/${id}/timeline`, { token, query })
    assert.equal(answer.status, 200, answer.text)
    const texts = answer.body.data.map(({ text }: { text: string }) => text)
    return { texts, pagination: answer.body.pagination }
  }

  test('has what happened last, in the order in which it happened', async () => {
    const { rosa, ana, id } = await emergency()
    assert.equal((await incidentOf(service, ana, id)).hasEarlierEntries, false)
    await write(id, rosa, 2000)
    assert.equal((await act(service, ana, id, 'acknowledge', { note: 'By car' })).status, 200)
    const { timeline, hasEarlierEntries } = await incidentOf(service, ana, id)
    assert.deepEqual([timeline.length, hasEarlierEntries], [100, true])
    assert.deepEqual(
      timeline.slice(-3).map(({ text }: { text: string }) => text),
      ['Entry 1999', 'Entry 2000', 'By car'],
    )
  })

  test('is read in pages, the newest first, which entries that are added meanwhile do not shift', async () => {
    const { rosa, ana, id } = await emergency()
    await write(id, null, 2000, 'told')
    const first = await pageOf(ana, id)
    assert.deepEqual(first.pagination, { page: 1, limit: 50, total: 2001, totalPages: 41 })
    assert.deepEqual([first.texts[0], first.texts[49]], ['Entry 2000', 'Entry 1951'])
    await act(service, rosa, id, 'notes', { text: 'The door is open.' })
    const second = await pageOf(ana, id, { page: '2' })
    assert.deepEqual([second.texts[0], second.texts[49]], ['Entry 1950', 'Entry 1901'])
    assert.equal((await pageOf(ana, id, { limit: '1' })).texts[0], 'The door is open.')
    const oldest = await pageOf(ana, id, { order: 'asc', limit: '2' })
    assert.deepEqual(oldest.texts, ['The patient asked for help', 'Entry 1'])
    assert.deepEqual((await pageOf(ana, id, { page: '500' })).texts, [])
  })

  test('has no figures of vital signs that the patient does not share', async () => {
    const { rosa, ana, id } = await emergency()
    const at = service.ctx.now()
    const values = { lowest: 142, highest: 142, since: at.toISOString() }
    const data = { code: 'HEART_RATE_OUTSIDE_LIMITS', ...values } as const
    await insertEntry(service.ctx.db, { incidentId: id, at, type: 'added', data })
    assert.match((await pageOf(ana, id)).texts[0], /142/)
    const body = { vitals: false }
    const paused = await service.call('PUT', `/patients/${rosa.id}/sharing`, { token: rosa.token, body })
    assert.equal(paused.status, 200, paused.text)
    assert.doesNotMatch((await pageOf(ana, id)).texts[0], /142/)
    assert.match((await pageOf(rosa, id)).texts[0], /142/)
  })
})

describe('an incident that cannot be read', () => {
  test('is left out of live streams and counted, and the events of others arrive', async (t) => {
    const broken = await emergency()
    const { rosa, ana, id } = await emergency()
    await assign(service, ana.id, broken.rosa.id)
    const station = await makeStation(service, await service.adminToken(), { ward: 'North' })
    await service.ctx.db.query('update incidents set acknowledged_by = $1 where id = $2', [
      station.id,
      broken.id,
    ])
    t.after(await breakStation(station.id))
    const skipped = await metric('fallwatch_stream_events_skipped_total')
    const stream = await openStream(port, ana.token)
    const change = (patient: Person, subjectId: string) => ({
      ...{ type: 'incident.changed' as const, at: service.ctx.now(), patientId: patient.id, subjectId },
    })
    for (const round of [1, 2]) {
      await service.ctx.db.transaction(async (tx) => {
        await appendEvent(tx, change(broken.rosa, broken.id))
        await appendEvent(tx, change(rosa, id))
      })
      const [received] = await stream.take(1)
      assert.equal(received?.data.id, id)
      assert.equal(await metric('fallwatch_stream_events_skipped_total'), skipped + round)
    }
    // A stream that reads what it has missed goes on, too.
    const resumed = await openStream(port, ana.token, '1')
    assert.ok((await resumed.take(2)).every(({ data }) => data.id !== broken.id))
    resumed.close()
    stream.close()
  })
})

test('a statement with a deadline is cancelled', async () => {
  const waiting = withDeadline(service.ctx.db, 50, (tx) => tx.query('select pg_sleep(3600)'))
  await assert.rejects(waiting, ({ cause }: Error) => isStatementTimeout(cause))
})

describe('a person who writes without end', () => {
  test('is refused a note after 200 entries within a day, and others are not', async () => {
    const { rosa, ana, id } = await emergency()
    await write(id, ana, maxNotesADay - 1)
    const note = { text: 'The door is open.' }
    assert.equal((await act(service, ana, id, 'notes', note)).status, 201)
    const refused = await act(service, ana, id, 'notes', note)
    assert.equal(refused.status, 409)
    assert.equal(
      refused.body.error,
      'You have made 200 entries in this timeline within a day; add further notes tomorrow',
    )
    assert.equal(await entriesOf(id), maxNotesADay + 1)
    assert.equal((await act(service, rosa, id, 'notes', note)).status, 201)
    service.advance('25h')
    assert.equal((await act(service, ana, id, 'notes', note)).status, 201)
  })

  test('can acknowledge, release and resolve, in the timeline, too', async () => {
    const { ana, id } = await emergency()
    await write(id, ana, maxNotesADay)
    for (const name of ['acknowledge', 'release', 'acknowledge'])
      assert.equal((await act(service, ana, id, name)).status, 200)
    const note = await act(service, ana, id, 'acknowledge', { note: 'Nearly there' })
    assert.equal(note.status, 409)
    assert.equal((await act(service, ana, id, 'resolve', { outcome: 'HELP_GIVEN' })).status, 200)
    assert.equal(await entriesOf(id), 1 + maxNotesADay + 4)
  })

  test('is heard as a patient, whatever they said before', async () => {
    const { rosa, id } = await emergency()
    await write(id, rosa, maxActsADay, 'ok')
    const entries = await entriesOf(id)
    const { fineAt } = (await act(service, rosa, id, 'ok')).body.data
    const { helpAt, nextStepAt } = (await act(service, rosa, id, 'help')).body.data
    assert.ok(fineAt && helpAt > fineAt && nextStepAt)
    assert.equal(await entriesOf(id), entries)
  })
})

test('a timeline takes no notes after 1,000 entries of people, and goes on with what happens', async () => {
  const { rosa, ana, id } = await emergency()
  await write(id, null, 5000, 'told')
  await write(id, rosa, maxEntriesOfPeople)
  const refused = await act(service, ana, id, 'notes', { text: 'The door is open.' })
  assert.equal(refused.status, 409)
  assert.equal(refused.body.error, 'A timeline with 1000 entries of people takes no further notes')
  const entries = await entriesOf(id)
  service.advance('2m')
  await service.engine.runDue()
  assert.equal((await act(service, ana, id, 'acknowledge')).status, 200)
  assert.ok((await entriesOf(id)) >= entries + 2)
})

describe('a timeline of 1,000 entries', () => {
  /** Acknowledges and releases an incident, and lets the service tell people again. */
  async function cycle(person: Person, id: string, times: number) {
    for (let i = 0; i < times; i++) {
      for (const name of ['acknowledge', 'release']) {
        const answer = await act(service, person, id, name)
        assert.equal(answer.status, 200, answer.text)
      }
      await service.engine.runDue()
    }
  }

  const full: [title: string, fill: (id: string, ana: Person, rosa: Person) => Promise<void>][] = [
    ['of people', (id, _, rosa) => write(id, rosa, maxEntriesOfPeople)],
    [
      'of the service and of a caregiver who has made as many as are kept in a day',
      async (id, ana) => {
        await write(id, null, maxEntries - maxActsADay, 'told')
        await write(id, ana, maxActsADay)
      },
    ],
  ]
  for (const [title, fill] of full)
    test(`${title} does not grow by what a caregiver does again and again`, async () => {
      const { rosa, ana, id } = await emergency()
      await service.engine.runDue()
      await fill(id, ana, rosa)
      await cycle(ana, id, 1)
      const entries = await entriesOf(id)
      await cycle(ana, id, 20)
      assert.equal(await entriesOf(id), entries)
      service.advance('25h')
      await cycle(ana, id, 1)
      // Acknowledged, released, and told once more.
      assert.equal(await entriesOf(id), entries + 3)
      assert.equal((await act(service, ana, id, 'resolve', { outcome: 'HELP_GIVEN' })).status, 200)
      assert.equal(await entriesOf(id), entries + 4)
    })

  test('does not grow by repeated calls, each of which is heard', async () => {
    const { rosa, ana, id } = await emergency()
    await write(id, null, maxEntries, 'told')
    const call = async () => {
      service.advance('2m')
      const before = service.ctx.now().toISOString()
      assert.equal((await service.call('POST', '/sos', { token: rosa.token })).status, 200)
      const { helpAt, nextStepAt } = await incidentOf(service, ana, id)
      assert.ok(helpAt >= before && nextStepAt <= helpAt, `${before} ${helpAt} ${nextStepAt}`)
    }
    await call()
    const entries = await entriesOf(id)
    for (let i = 0; i < 5; i++) await call()
    assert.equal(await entriesOf(id), entries)
  })
})
