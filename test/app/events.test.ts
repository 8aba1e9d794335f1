import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { cleanUpEvents } from '../../src/app/live/event-cleanup.ts'
import { appendEvent, type NewEvent } from '../../src/platform/events/append-event.ts'
import { isFull, often } from '../support/full.ts'
import { type Circle, makeCircle, writeTo } from '../support/people.ts'
import { addDevice, assign, type Person } from '../support/readings.ts'
import { goodPassword, TestService, useSteadyService } from '../support/service.ts'
import { listen, openRawStream, openStream, type StreamClient } from '../support/streams.ts'

const service = useSteadyService({
  METRICS_TOKEN: 'a-token-for-the-metrics',
  RATE_LIMIT_GLOBAL: 'off',
  SESSION_DURATION: '30d',
})
let port = 0
let people: Circle
/** Streams that are to be open for a while, which passes while the other tests run. */
let waiting: {
  beating: Awaited<ReturnType<typeof openRawStream>>
  stalled: Awaited<ReturnType<typeof stall>>
}
before(async () => {
  port = await listen(service)
  people = await makeCircle(service)
  const { token } = await service.signUp()
  waiting = { beating: await openRawStream(port, token), stalled: await stall() }
})

const opened: { close(): void }[] = []
afterEach(() => {
  for (const client of opened.splice(0)) client.close()
})

async function follow({ token }: { token: string }, lastEventId?: string): Promise<StreamClient> {
  const client = await openStream(port, token, lastEventId)
  opened.push(client)
  return client
}

async function rawStream({ token }: { token: string }, headers?: string) {
  const raw = await openRawStream(port, token, headers)
  opened.push({ close: () => raw.socket.destroy() })
  return raw
}

const append = (event: Pick<NewEvent, 'type' | 'subjectId'> & Partial<NewEvent>) =>
  service.ctx.db.transaction((tx) => appendEvent(tx, { at: service.ctx.now(), ...event }))

/** Inserts a resolved incident, of which a patient can have any number, and appends its event. */
async function openIncident(patientId: string | null): Promise<string> {
  const id = randomUUID()
  await service.ctx.db.query(
    `insert into incidents (id, kind, state, severity, patient_id, opened_at, resolved_at)
     values ($1, 'FALL', 'RESOLVED', 'HIGH', $2, $3, $3)`,
    [id, patientId, service.ctx.now()],
  )
  await append({ type: 'incident.opened', patientId, subjectId: id })
  return id
}

const subjects = (events: { data: { id: string } }[]) => events.map(({ data }) => data.id)

/** A later event of the person shows that an earlier one was left out. */
async function marker({ id: userId }: Person, sender: Person): Promise<string> {
  const { id } = await writeTo(service, sender, { id: userId } as Person)
  return id
}

async function metric(name: string): Promise<number> {
  const { values = [] } = (await service.ctx.metrics.registry?.getSingleMetric(name)?.get()) ?? {}
  return values.reduce((sum, { value }) => sum + value, 0)
}

describe('an event', () => {
  test('of an incident reaches the patient, assigned caregivers and admins, and nobody else', async () => {
    const names = ['patient', 'caregiver', 'admin', 'neighbour', 'stranger'] as const
    const clients = await Promise.all(names.map((name) => follow(people[name])))
    const incident = await openIncident(people.patient.id)
    const ofInstallation = await openIncident(null)
    const markers = await Promise.all(
      names.map((name) => marker(people[name], name === 'patient' ? people.neighbour : people.patient)),
    )
    const expected = [
      [incident, markers[0]],
      [incident, markers[1]],
      [incident, ofInstallation, markers[2]],
      [markers[3]],
      [markers[4]],
    ]
    for (const [i, client] of clients.entries())
      assert.deepEqual(subjects(await client.take(expected[i]?.length ?? 0)), expected[i], names[i])
  })

  test('has the incident as the list shows it', async () => {
    const client = await follow(people.caregiver)
    const id = await openIncident(people.patient.id)
    const [event] = await client.take(1)
    assert.equal(event?.type, 'incident.opened')
    assert.match(event?.id ?? '', /^\d+$/)
    assert.deepEqual(Object.keys(event?.data), [
      'id',
      'kind',
      'state',
      'severity',
      'patientId',
      'patientName',
      'site',
      'ward',
      'room',
      'fallId',
      'deviceId',
      'deviceName',
      'openedAt',
      'checkUntil',
      'acknowledgedAt',
      'handledBy',
      'etaMinutes',
      'etaAt',
      'resolvedAt',
      'outcome',
      'nextStepAt',
      'told',
      'attending',
      'fineAt',
      'helpAt',
      'assistanceRequestedAt',
    ])
    assert.deepEqual([event?.data.id, event?.data.patientName], [id, 'Rosa Marín'])
  })

  test('of contacts says to the person alone whether a message can reach them', async () => {
    const [own, others] = [await follow(people.stranger), await follow(people.admin)]
    const { token } = people.stranger
    const body = { channel: 'ntfy', url: 'https://ntfy.sh/eva-of-the-night' }
    const { data } = (await service.call('POST', '/notifications/contacts', { token, body })).body
    await service.call('DELETE', `/notifications/contacts/${data.id}`, { token })
    const { id } = people.stranger
    // Both show what is the case when they are sent.
    const [, last] = await own.take(2)
    assert.deepEqual([last?.type, last?.data], ['contacts.changed', { id, reachable: false }])
    await service.call('POST', '/notifications/contacts', { token, body })
    const [added] = await own.take(1)
    assert.deepEqual(added?.data, { id, reachable: true })
    assert.match((await rawStream(people.stranger)).text, /event: ready\n.*\n.*"reachable":true/)
    await writeTo(service, people.caregiver, people.admin)
    assert.equal((await others.take(1))[0]?.type, 'message.received')
  })

  test('of notes reaches those who may read them, and not the patient', async () => {
    const names = ['patient', 'caregiver', 'admin', 'neighbour'] as const
    const clients = await Promise.all(names.map((name) => follow(people[name])))
    const path = `/patients/${people.patient.id}/notes`
    const { token } = people.caregiver
    const note = await service.call('POST', path, { token, body: { text: 'Hears badly.' } })
    await service.call('DELETE', `${path}/${note.body.data.id}`, { token })
    const markers = await Promise.all(
      names.map((name) => marker(people[name], name === 'patient' ? people.neighbour : people.patient)),
    )
    for (const [i, client] of clients.entries()) {
      const changes =
        names[i] === 'caregiver' || names[i] === 'admin' ? [people.patient.id, people.patient.id] : []
      assert.deepEqual(subjects(await client.take(changes.length + 1)), [...changes, markers[i]], names[i])
    }
  })

  test('of a message reaches its recipient only, with the message as its endpoint shows it', async () => {
    const [recipient, sender, admin] = [
      await follow(people.neighbour),
      await follow(people.caregiver),
      await follow(people.admin),
    ]
    const message = await writeTo(service, people.caregiver, people.neighbour)
    const [event] = await recipient.take(1)
    assert.equal(event?.type, 'message.received')
    const path = `/messages/${message.id}`
    const shown = await service.call('GET', path, { token: people.neighbour.token })
    const { unread, ...received } = event?.data ?? {}
    assert.deepEqual(received, shown.body.data)
    await service.call('POST', `${path}/read`, { token: people.neighbour.token })
    const [read] = await recipient.take(1)
    assert.deepEqual(read?.data, { id: people.neighbour.id, unread: unread - 1 })
    await service.call('POST', `${path}/read`, { token: people.neighbour.token })
    for (const [client, person] of [
      [sender, people.caregiver],
      [admin, people.admin],
    ] as const) {
      const id = await marker(person, people.patient)
      assert.deepEqual(subjects(await client.take(1)), [id])
    }
  })

  test('of a device is sent when it is registered, renamed, placed and disabled, not with its readings', async () => {
    const owner = await service.signUp()
    await assign(service, people.caregiver.id, owner.id)
    const client = await follow(people.caregiver)
    const device = await addDevice(service, owner.token)
    await device.send()
    const { token } = owner
    await service.call('PUT', `/device/${device.id}`, { token, body: { name: 'Left wrist' } })
    await service.call('PUT', `/device/${device.id}/detection`, { token, body: { placement: 'waist' } })
    const disabled = await service.call('POST', `/admin/devices/${device.id}/disable`, {
      token: people.admin.token,
    })
    assert.equal(disabled.status, 200, disabled.text)
    const events = await client.take(4)
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.id]),
      Array(4).fill(['device.changed', device.id]),
    )
    assert.deepEqual(events.at(-1)?.data.status, 'DISABLED')
    assert.deepEqual(events.at(1)?.data.name, 'Left wrist')
    const shown = await service.call('GET', `/device/${device.id}`, { token })
    assert.deepEqual(events.at(-1)?.data, shown.body.data)
    const id = await marker(people.caregiver, people.patient)
    assert.deepEqual(subjects(await client.take(1)), [id])
  })

  test('of something that no longer exists is left out', async () => {
    const client = await follow(people.patient)
    await append({ type: 'incident.opened', patientId: people.patient.id, subjectId: randomUUID() })
    await append({ type: 'device.changed', patientId: people.patient.id, subjectId: randomUUID() })
    await append({ type: 'message.received', userId: people.patient.id, subjectId: randomUUID() })
    const id = await openIncident(people.patient.id)
    assert.deepEqual(subjects(await client.take(1)), [id])
  })
})

describe('an assignment that ends', () => {
  test('ends the events of the patient at once, also those that happened before and are resumed', async () => {
    const [patient, caregiver] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, caregiver.id, patient.id)
    const client = await follow(caregiver)
    const first = await openIncident(patient.id)
    const [event] = await client.take(1)
    assert.equal(event?.data.id, first)
    await openIncident(patient.id)
    await client.take(1)
    const path = `/caregivers/${caregiver.id}/patients/${patient.id}`
    const ended = await service.call('DELETE', path, { token: people.admin.token })
    assert.equal(ended.status, 200, ended.text)
    await openIncident(patient.id)
    const id = await marker(caregiver, people.patient)
    assert.deepEqual(subjects(await client.take(1)), [id])
    const resumed = await follow(caregiver, event?.id)
    assert.deepEqual(subjects(await resumed.take(1)), [id])
  })
})

describe('a stream', () => {
  test('has the headers of a stream, and begins with an id from which it can be resumed', async () => {
    const raw = await rawStream(people.patient)
    const [head = '', body = ''] = raw.text.split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 200 OK/)
    assert.match(head, /content-type: text\/event-stream/i)
    assert.match(head, /cache-control: no-store/i)
    assert.match(head, /x-accel-buffering: no/i)
    assert.match(
      body,
      /retry: \d+\n: \S+Z\nevent: ready\nid: (\d+)\ndata: \{"id":"\1","reachable":false,"unread":\d+\}\n\n/,
    )
  })

  test('is refused without a session, and to a device key', async () => {
    assert.equal((await service.call('GET', '/events')).status, 401)
    const { token } = people.patient
    const { data } = (await service.call('POST', '/device/keys', { token, body: {} })).body
    assert.equal((await service.call('GET', '/events', { token: data.key })).status, 403)
    assert.equal((await service.call('HEAD', '/events', { token })).status, 404)
  })

  test('does not keep its account from other requests', async () => {
    await Promise.all(Array.from({ length: 5 }, () => follow(people.stranger)))
    assert.equal((await service.call('GET', '/me', { token: people.stranger.token })).status, 200)
  })

  test('gives way to the eleventh of its account', async () => {
    const person = await service.signUp()
    const raws: Awaited<ReturnType<typeof rawStream>>[] = []
    for (let i = 0; i < 10; i++) raws.push(await rawStream(person))
    await rawStream(person)
    await until(() => raws[0]?.isClosed, 20_000)
    assert.deepEqual(
      raws.map(({ isClosed }) => isClosed),
      [true, ...Array(9).fill(false)],
    )
  })

  test('tells its time from the beginning', async () => {
    const raw = await rawStream(people.patient)
    assert.match(raw.text, /\r\n\r\n.*retry: \d+\n: \d{4}-\d\d-\d\dT[\d:.]+Z\nevent: ready\n/s)
    const resumed = await rawStream(people.patient, 'Last-Event-ID: 0\r\n')
    assert.match(resumed.text, /retry: \d+\n: \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
  })

  test('is read in the audit log where it may show the records of others', async () => {
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    await follow(caregiver)
    const rows = await service.ctx.db.query(
      `select from audit_log where actor_id = $1 and message = 'GET /api/events'`,
      [caregiver.id],
    )
    assert.equal(rows.length, 1)
  })
})

describe('a resumed stream', () => {
  for (const id of [
    '-1',
    '0x10',
    '1.5',
    'one',
    "1'; drop table events",
    '999999999999',
    '9'.repeat(90),
    '1, 2',
  ]) {
    test(`begins anew after the made-up id ${id.slice(0, 30)}`, async () => {
      const client = await follow(people.patient, id)
      const [reset] = await client.take(1)
      assert.equal(reset?.type, 'reset')
      assert.equal(reset?.data.id, reset?.id)
      const incident = await openIncident(people.patient.id)
      assert.deepEqual(subjects(await client.take(1)), [incident])
    })
  }

  test('takes the header before the query', async () => {
    const client = await follow(people.patient)
    await openIncident(people.patient.id)
    const [first] = await client.take(1)
    const second = await openIncident(people.patient.id)
    const raw = await rawStream(people.patient, `Last-Event-ID: ${first?.id}\r\n`)
    await until(() => raw.text.includes(second), 20_000)
    assert.ok(!raw.text.includes(`id: ${first?.id}\n`))
    assert.ok(!raw.text.includes('event: ready'))
  })

  test('begins anew after an id that is older than a day', async () => {
    const client = await follow(people.patient)
    await openIncident(people.patient.id)
    const [old] = await client.take(1)
    await openIncident(people.patient.id)
    await client.take(1)
    service.advance('25h')
    const recent = await openIncident(people.patient.id)
    assert.ok((await cleanUpEvents(service.ctx)) > 0)
    const anew = await follow(people.patient, old?.id)
    assert.equal((await anew.take(1))[0]?.type, 'reset')
    // The newest event stays, and with it the way to resume after it.
    service.advance('25h')
    await cleanUpEvents(service.ctx)
    const [last] = await client.take(1)
    assert.equal(last?.data.id, recent)
    const resumed = await follow(people.patient, last?.id)
    const id = await openIncident(people.patient.id)
    assert.deepEqual(subjects(await resumed.take(1)), [id])
  })

  test('loses nothing and repeats nothing, while many events are appended at once', async () => {
    const total = often(240, 600)
    const watcher = await follow(people.patient)
    const first = await openIncident(people.patient.id)
    const [start] = await watcher.take(1)
    assert.equal(start?.data.id, first)
    const appending = Promise.all(
      Array.from({ length: 6 }, async () => {
        const ids: string[] = []
        for (let i = 0; i < total / 6; i++) ids.push(await openIncident(people.patient.id))
        return ids
      }),
    )
    const received: string[] = []
    let lastId: string | undefined = start?.id
    while (received.length < total) {
      const client = await follow(people.patient, lastId)
      const some = await client.take(Math.min(40, total - received.length))
      client.close()
      received.push(...subjects(some))
      lastId = some.at(-1)?.id
    }
    const ids = (await appending).flat()
    assert.equal(new Set(received).size, total, 'none is repeated')
    assert.deepEqual([...received].sort(), ids.sort(), 'none is lost')
    assert.deepEqual(subjects(await watcher.take(total)), received, 'all see the same order')
  })
})

describe('a stream ends', () => {
  const ways: [title: string, role: string, work: (person: Person) => Promise<unknown>][] = [
    ['with its session', 'PATIENT', ({ token }) => service.call('POST', '/auth/logout', { token })],
    [
      'when the role of its caller changes',
      'PATIENT',
      ({ id }) =>
        service.call('POST', `/admin/users/${id}/role`, {
          token: people.admin.token,
          body: { role: 'CAREGIVER' },
        }),
    ],
    [
      'when the account is deactivated',
      'CAREGIVER',
      ({ id }) =>
        service.call('PUT', `/admin/users/${id}`, {
          token: people.admin.token,
          body: { status: 'inactive' },
        }),
    ],
    [
      'when the account is deleted',
      'CAREGIVER',
      ({ id }) => service.call('DELETE', `/admin/users/${id}`, { token: people.admin.token }),
    ],
    [
      'when another session changes the password',
      'PATIENT',
      async ({ email }) => {
        const { token } = (await service.logIn(email)).body
        const body = {
          currentPassword: goodPassword,
          newPassword: 'Another-Day-43!',
          confirmPassword: 'Another-Day-43!',
        }
        return service.call('POST', '/profile/password', { token, body })
      },
    ],
  ]
  for (const [title, role, work] of ways) {
    test(title, async () => {
      const person = await service.signUp({ role })
      const client = await follow(person)
      const raw = await rawStream(person)
      const answer = (await work(person)) as { status: number; text: string } | undefined
      assert.ok(!answer || answer.status === 200, answer?.text)
      await until(() => raw.isClosed, 20_000)
      assert.ok(raw.text.endsWith('\r\n0\r\n\r\n'), 'the response is complete')
      await until(() => client.connections > 1 || client.refusals.length > 0, 20_000)
    })
  }

  test('and a change that leaves role and session as they are ends none', async () => {
    const person = await service.signUp()
    const { id } = person
    const client = await follow(person)
    const token = await service.adminToken()
    const answer = await service.call('PUT', `/admin/users/${id}`, { token, body: { firstName: 'Ana' } })
    assert.equal(answer.status, 200, answer.text)
    const incident = await openIncident(id)
    assert.deepEqual(subjects(await client.take(1)), [incident])
    assert.equal(client.connections, 1)
  })
})

/** Opens a stream whose client does not read, beside one whose client does, and has more sent than sockets hold. */
async function stall() {
  const luis = await service.signUp()
  const dropped = await metric('fallwatch_streams_dropped_total')
  const reader = await openStream(port, luis.token)
  const raw = await openRawStream(port, luis.token)
  raw.socket.pause()
  const body = { recipientId: luis.id, content: '😀'.repeat(2500) }
  const { data } = (await service.call('POST', '/messages', { token: people.patient.token, body })).body
  // Sockets hold several megabytes.
  const count = 1500
  await service.ctx.db.query(
    `insert into events (type, at, user_id, subject_id)
     select 'message.received', $1, $2, $3 from generate_series(2, $4)`,
    [service.ctx.now(), luis.id, data.id, count],
  )
  assert.equal((await reader.take(count, 60_000)).length, count)
  reader.close()
  return { raw, count, dropped }
}

test('a client that does not read is dropped, others get their events, and nothing accumulates', async () => {
  const { raw, count, dropped } = waiting.stalled
  await until(async () => (await metric('fallwatch_streams_dropped_total')) > dropped, 60_000)
  raw.socket.resume()
  await until(() => raw.isClosed, 20_000)
  assert.ok(raw.text.split('event: ').length < count)
  assert.equal(await metric('fallwatch_streams_dropped_total'), dropped + 1)
})

test('a stream shows by a heartbeat that it is open', async () => {
  const { beating } = waiting
  await until(() => /\n: \d{4}-\d\d-\d\dT[\d:.]+Z\nid: \d+\n\n/.test(beating.text), 30_000)
  beating.socket.destroy()
})

describe('the metrics', () => {
  test('count open streams and the events that were sent', async () => {
    await until(async () => (await metric('fallwatch_streams')) === 0, 20_000)
    const [streams, events] = [
      await metric('fallwatch_streams'),
      await metric('fallwatch_stream_events_total'),
    ]
    const person = await service.signUp()
    const client = await follow(person)
    assert.equal(await metric('fallwatch_streams'), streams + 1)
    await openIncident(person.id)
    await client.take(1)
    assert.ok((await metric('fallwatch_stream_events_total')) > events)
    client.close()
    await until(async () => (await metric('fallwatch_streams')) === streams, 20_000)
    const names = await service.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a-token-for-the-metrics' },
    })
    assert.ok(!/duration_seconds_count\{route="\/api\/events",method="GET",status="2xx"/.test(names.body))
  })
})

test('a service that stops ends its streams at once, and refuses new ones', async () => {
  const stopping = new TestService()
  await stopping.start()
  const ownPort = await listen(stopping)
  const { token } = await stopping.signUp()
  const [reading, paused] = [await openRawStream(ownPort, token), await openRawStream(ownPort, token)]
  paused.socket.pause()
  const startedAt = performance.now()
  await stopping.stop()
  if (isFull)
    assert.ok(performance.now() - startedAt < 5000, 'below the time that requests are given to finish')
  await until(() => reading.isClosed, 20_000)
  assert.ok(reading.text.endsWith('\r\n0\r\n\r\n'), 'the response is complete')
  paused.socket.destroy()
})

test('a stream ends when its session expires', async () => {
  const raw = await rawStream(people.patient)
  service.advance('31d')
  await until(() => raw.isClosed, 20_000)
})
