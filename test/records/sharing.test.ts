import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { fullTest } from '../support/full.ts'
import { incidentsOf } from '../support/incidents.ts'
import { alertsOf, type Circle, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, type Fields, type Person } from '../support/readings.ts'
import { type Answer, useSteadyService } from '../support/service.ts'
import { makeStation } from '../support/stations.ts'
import { listen, openStream } from '../support/streams.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })

const call = (method: string, path: string, token: string | undefined, body?: unknown) =>
  service.call(method, path, { token, ...(body !== undefined && { body }) })

const setSharing = ({ id }: Person, { token }: Person, vitals: boolean) =>
  call('PUT', `/patients/${id}/sharing`, token, { vitals })

async function makeShare({ id, token }: Person, body: object = { label: 'Dr. Vega' }) {
  const answer = await call('POST', `/patients/${id}/shares`, token, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data as { id: string; token: string; code: string; expiresAt: string }
}

const open = (token: string, code: string) => call('POST', '/shared/access', undefined, { token, code })

async function readerOf(share: { token: string; code: string }): Promise<string> {
  const answer = await open(share.token, share.code)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.token
}

/** Values that occur nowhere else in an answer. */
const [heartRate, spo2, bloodPressure] = [187, 83, '171/99']

/** Whether one of the values is anywhere in an answer. */
function showsVitals(value: unknown): boolean {
  if (typeof value === 'number') return value === heartRate || value === spo2
  if (typeof value === 'string') return /\b(187|83)\b/.test(withoutIds(value)) || value === bloodPressure
  return value !== null && typeof value === 'object' && Object.values(value).some(showsVitals)
}

/** Ids, addresses of devices and times may contain any digits. */
const withoutIds = (text: string) =>
  text
    .replace(/[0-9a-f-]{36}\S*/g, '')
    // Also the end of one, which the name of a device has.
    .replace(/[0-9a-f]{2}(:[0-9a-f]{2})+/gi, '')
    .replace(/\d{4}-\d\d-\d\d[\d:.TZ ]*/g, '')

/** Sends a reading every ten seconds, until the values are an alarm. */
async function sendForMinute({ send }: Awaited<ReturnType<typeof addDevice>>, fields: Fields) {
  for (let i = 0; i < 7; i++) {
    await send(fields)
    service.advance('9s')
  }
}

describe('while a patient does not share vital signs', () => {
  let people: Circle
  let deviceId: string
  let fallId: string
  let incidents: { id: string; kind: string }[]

  before(async () => {
    people = await makeCircle(service)
    const { patient, caregiver } = people
    const device = await addDevice(service, patient.token, { heart_rate: heartRate, spo2 })
    deviceId = device.id
    await sendForMinute(device, { heart_rate: heartRate, spo2 })
    await call('PUT', `/patients/${patient.id}`, caregiver.token, { bloodPressure })
    await reportFall(service, patient)
    fallId = randomUUID()
    await service.ctx.db.query(
      `insert into falls (id, user_id, device_id, confidence, status, created_at, updated_at)
       values ($1, $2, $3, 0.8, 'HIGH', $4, $4)`,
      [fallId, patient.id, deviceId, new Date(service.ctx.now().getTime() - 20_000)],
    )
    incidents = await incidentsOf(service, caregiver)
  })

  const incident = (kind: string) => `/incidents/${incidents.find((one) => one.kind === kind)?.id}`
  const patientPath = (rest: string) => `/patients/${people.patient.id}${rest}`

  /** Everywhere that a caregiver reads about a patient, and whether vital signs are there. */
  const places: [title: string, path: () => string, shows: boolean][] = [
    ['health', () => patientPath('/health'), true],
    ['vitals', () => patientPath('/vitals'), true],
    ['the series of a chart', () => patientPath('/vitals/series'), true],
    ['the series of a month', () => patientPath(`/vitals/series?from=${daysAgo(30)}`), true],
    ['the patient', () => patientPath(''), false],
    ['the list of patients', () => '/patients', false],
    ['the overview', () => '/patients/overview', false],
    ['the devices', () => patientPath('/devices'), false],
    ['a device', () => `/device/${deviceId}`, false],
    ['the status of a device', () => `/device/${deviceId}/status`, false],
    ['the log of a device', () => `/device/${deviceId}/logs`, false],
    ['readings', () => `/device/${deviceId}/readings`, true],
    ['falls', () => patientPath('/falls'), false],
    ['a fall', () => `/falls/${fallId}`, false],
    ['the trace of a fall', () => `/falls/${fallId}/trace`, true],
    ['incidents', () => '/incidents', false],
    ['the incident of a fall', () => incident('FALL'), true],
    ['the incident of vital signs', () => incident('VITALS'), true],
    ['the report', () => patientPath(`/report?month=${service.ctx.now().toISOString().slice(0, 7)}`), false],
    ['FHIR', () => `/fhir/Patient/${people.patient.id}/$everything`, true],
  ]
  const daysAgo = (days: number) => new Date(service.ctx.now().getTime() - days * 86_400_000).toISOString()

  for (const [title, path, shows] of places) {
    test(`${title} ${shows ? 'has none' : 'never had any'}, and they come back`, async () => {
      const { patient, caregiver, admin } = people
      const seenBy = async ({ token }: Person) => {
        const answer = await call('GET', path(), token)
        assert.equal(answer.status, 200, answer.text)
        return showsVitals(answer.body)
      }
      assert.equal(await seenBy(caregiver), shows)
      assert.equal((await setSharing(patient, patient, false)).status, 200)
      assert.deepEqual([await seenBy(caregiver), await seenBy(admin)], [false, false])
      assert.equal((await setSharing(patient, patient, true)).status, 200)
      assert.equal(await seenBy(caregiver), shows)
    })
  }

  test('the patient still sees them, and the score of others is not made of them', async () => {
    const { patient, caregiver } = people
    const score = async () =>
      (await call('GET', patientPath('/health'), caregiver.token)).body.data.healthScore as number
    const before = await score()
    await setSharing(patient, patient, false)
    assert.ok((await score()) > before)
    for (const path of [patientPath('/vitals'), `/device/${deviceId}/readings`, incident('VITALS')])
      assert.ok(showsVitals((await call('GET', path, patient.token)).body), path)
    const shape = (await call('GET', patientPath('/health'), caregiver.token)).body.data.vitals
    assert.deepEqual(shape, { heartRate: null, bloodPressure: null, oxygenSaturation: null })
    const told = (await call('GET', patientPath('/sharing'), caregiver.token)).body.data
    assert.equal(told.vitals, false)
  })

  test('falls, calls for help and alarms of vital signs go on', async () => {
    const { patient, caregiver, admin } = await makeCircle(service)
    await setSharing(patient, patient, false)
    await reportFall(service, patient)
    await call('POST', '/sos', patient.token)
    const device = await addDevice(service, patient.token, { heart_rate: heartRate })
    await sendForMinute(device, { heart_rate: heartRate })
    const kinds = (await incidentsOf(service, caregiver)).map(({ kind }) => kind)
    assert.deepEqual(kinds.sort(), ['FALL', 'SOS', 'VITALS'])
    const alerts = await alertsOf(service, caregiver)
    assert.ok(alerts.length >= 3 && !showsVitals(alerts))
    const entries = await service.ctx.db.query<{ action: string }>(
      `select action from audit_log where subject_id = $1 and action like 'sharing.%'`,
      [patient.id],
    )
    assert.deepEqual(entries, [{ action: 'sharing.paused' }])
    assert.equal((await setSharing(patient, admin, true)).status, 409)
  })
})

test('pausing, resuming and links reach open pages of those whom they concern', async () => {
  const { patient, caregiver, stranger } = await makeCircle(service)
  const port = await listen(service)
  const streams = await Promise.all(
    [patient, caregiver, stranger].map(({ token }) => openStream(port, token)),
  )
  await setSharing(patient, patient, false)
  await setSharing(patient, patient, false)
  const share = await makeShare(patient)
  await call('DELETE', `/patients/${patient.id}/shares/${share.id}`, patient.token)
  await setSharing(patient, patient, true)
  const [own, near, far] = streams
  const types = async (stream = own, count = 0) => {
    const events = (await stream?.take(count)) ?? []
    for (const { data } of events) assert.deepEqual(data, { id: patient.id })
    return events.map(({ type }) => type)
  }
  const [changed, links] = ['patient.changed', 'shares.changed']
  assert.deepEqual(await types(own, 4), [changed, links, links, changed])
  assert.deepEqual(await types(near, 2), [changed, changed])
  assert.deepEqual([near?.events, far?.events], [[], []])
  for (const stream of streams) stream.close()
})

test('an admin acts on behalf of a recorded representative only, and the audit log says so', async () => {
  const { patient, admin } = await makeCircle(service)
  const path = `/admin/patients/${patient.id}/representative`
  assert.equal((await setSharing(patient, admin, false)).status, 409)
  const representative = { name: 'Ana Gil', relationship: 'Daughter' }
  assert.equal((await call('PUT', path, admin.token, representative)).status, 200)
  assert.equal((await setSharing(patient, admin, false)).status, 200)
  const { data } = (await call('GET', `/patients/${patient.id}/access`, patient.token)).body
  assert.deepEqual([data.representative.name, data.sharing.vitals], ['Ana Gil', false])
  const [entry] = await service.ctx.db.query<{ message: string; actor: string }>(
    `select message, actor_id as actor from audit_log where subject_id = $1 and action = 'sharing.paused'`,
    [patient.id],
  )
  assert.deepEqual(entry, {
    message: 'Sharing of vital signs paused on behalf of the representative',
    actor: admin.id,
  })
  assert.equal((await call('DELETE', path, admin.token)).status, 200)
  assert.equal((await call('DELETE', path, admin.token)).status, 404)
  assert.equal((await setSharing(patient, admin, true)).status, 409)
  for (const body of [{}, { name: ' ', relationship: 'x' }, { name: 'x', relationship: 1 }])
    assert.equal((await call('PUT', path, admin.token, body)).status, 400)
})

test('a patient sees who sees their data, since when and why', async () => {
  const { patient, caregiver, stranger, admin } = await makeCircle(service)
  const share = await makeShare(patient)
  await readerOf(share)
  const { data } = (await call('GET', `/patients/${patient.id}/access`, patient.token)).body
  assert.deepEqual(
    data.caregivers.map(({ id, byHand, teams }: { id: string; byHand: boolean; teams: string[] }) => [
      ...[id, byHand, teams],
    ]),
    [[caregiver.id, true, []]],
  )
  assert.ok(data.admins.some(({ id }: { id: string }) => id === admin.id))
  assert.ok(!JSON.stringify(data).includes(stranger.id))
  const [link] = data.links
  assert.deepEqual([link.id, link.label, link.state, link.openedCount], [share.id, 'Dr. Vega', 'OPEN', 1])
  assert.ok(link.lastUsedAt)
  assert.ok(!JSON.stringify(data).includes(share.token))
})

test('a patient sees the teams and stations of their ward', async () => {
  const { patient, stranger, admin } = await makeCircle(service)
  const [site, ward] = [randomUUID(), 'North']
  await call('PUT', `/patients/${patient.id}/residence`, admin.token, { site, ward })
  const team = (await call('POST', '/admin/teams', admin.token, { name: randomUUID(), site, ward })).body.data
  await call('POST', `/admin/teams/${team.id}/members/${stranger.id}`, admin.token)
  const station = await makeStation(service, admin.token, { site, ward })
  const { data } = (await call('GET', `/patients/${patient.id}/access`, patient.token)).body
  const found = data.caregivers.find(({ id }: { id: string }) => id === stranger.id)
  assert.deepEqual([found.byHand, found.teams], [false, [team.name]])
  assert.deepEqual(
    data.stations.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [[station.id, station.name]],
  )
})

describe('a link for somebody outside', () => {
  test('opens the name, falls, vital signs and report of this patient', async () => {
    const { patient } = await makeCircle(service)
    await addDevice(service, patient.token, { heart_rate: heartRate, spo2 })
    await reportFall(service, patient)
    const share = await makeShare(patient)
    assert.match(share.code, /^\d{8}$/)
    const days = (Date.parse(share.expiresAt) - service.ctx.now().getTime()) / 86_400_000
    assert.ok(days > 6.9 && days <= 7)
    const reader = await readerOf(share)
    const shown = await call('GET', '/shared/patient', reader)
    const record = shown.body.data
    assert.equal(shown.headers['x-vocabulary'], 'FAMILY', 'the page does not learn its words')
    assert.deepEqual([record.name, record.label, record.sharesVitals], ['Rosa Marín', 'Dr. Vega', true])
    const falls = (await call('GET', '/shared/falls', reader)).body.data
    assert.deepEqual(Object.keys(falls[0]).sort(), ['createdAt', 'id', 'location', 'outcome', 'status'])
    assert.ok(showsVitals((await call('GET', '/shared/vitals/series', reader)).body))
    const month = service.ctx.now().toISOString().slice(0, 7)
    const report = await call('GET', `/shared/report?month=${month}`, reader)
    assert.deepEqual([report.status, report.body.data.patientId], [200, patient.id])
    await setSharing(patient, patient, false)
    assert.deepEqual((await call('GET', '/shared/vitals/series', reader)).body.data.points, [])
    const viewed = await service.ctx.db.query<{ message: string }>(
      `select message from audit_log where subject_id = $1 and action like 'share.%' order by at, id`,
      [patient.id],
    )
    assert.equal(viewed.filter(({ message }) => message.includes(`by link ${share.id}`)).length, 5)
    assert.ok(!viewed.some(({ message }) => message.includes(share.token) || message.includes(share.code)))
  })

  fullTest('opens nothing else: every other endpoint is 403', async () => {
    const { patient } = await makeCircle(service)
    const reader = await readerOf(await makeShare(patient))
    const { paths } = (await service.call('GET', '/openapi.json')).body
    let count = 0
    for (const [path, methods] of Object.entries(
      paths as Record<string, Record<string, { security?: unknown }>>,
    )) {
      for (const [method, { security }] of Object.entries(methods)) {
        if (!security) continue
        count++
        const url = path.replace('/api', '').replace(/\{\w+\}/g, patient.id)
        const { status } = await call(method.toUpperCase(), url, reader)
        const isOwn = path.startsWith('/api/shared/')
        assert.ok(isOwn ? status === 200 || status === 400 : status === 403, `${method} ${path} is ${status}`)
      }
    }
    assert.ok(count > 90)
  })

  test('is refused in the same words whatever is wrong with it', async () => {
    const { patient } = await makeCircle(service)
    const [wrong, revoked, locked, expired] = [
      await makeShare(patient),
      await makeShare(patient),
      await makeShare(patient),
      await makeShare(patient, { label: 'Soon over', days: 1 }),
    ]
    const other = (code: string) => (code === '00000000' ? '00000001' : '00000000')
    await call('DELETE', `/patients/${patient.id}/shares/${revoked.id}`, patient.token)
    for (let i = 0; i < 5; i++) await open(locked.token, other(locked.code))
    service.advance('25h')
    const refused = [
      await open('guessed', '12345678'),
      await open(wrong.token, other(wrong.code)),
      await open(revoked.token, revoked.code),
      await open(locked.token, locked.code),
      await open(expired.token, expired.code),
    ]
    const shown = ({ status, text, headers }: Answer) => [status, text, Object.keys(headers).sort()]
    const [guessed, ...known] = refused
    assert.equal(guessed?.status, 401)
    for (const answer of known) assert.deepEqual(shown(answer), shown(guessed as Answer))
    const { token } = (await service.logIn(patient.email)).body
    const listed = (await call('GET', `/patients/${patient.id}/shares`, token)).body.data
    const states = new Map(listed.map(({ id, state }: { id: string; state: string }) => [id, state]))
    assert.deepEqual(
      [wrong, revoked, locked, expired].map(({ id }) => states.get(id)),
      ['OPEN', 'REVOKED', 'LOCKED', 'EXPIRED'],
    )
  })

  test('that was opened and has ended is refused like one that was invented', async () => {
    const { patient } = await makeCircle(service)
    const [share, other] = [await makeShare(patient), await makeShare(patient)]
    const [revoked, expired] = [await readerOf(share), await readerOf(other)]
    await call('DELETE', `/patients/${patient.id}/shares/${share.id}`, patient.token)
    service.advance('31m')
    const invented = `fws_${'A'.repeat(revoked.length - 4)}`
    for (const path of ['/shared/patient', '/shared/falls', '/shared/vitals/series', '/me', '/events']) {
      const [first, ...rest] = await Promise.all(
        [invented, revoked, expired].map((reader) => call('GET', path, reader)),
      )
      assert.equal(first?.status, 401)
      for (const { status, text } of rest) assert.deepEqual([status, text], [401, first?.text])
    }
  })

  test('allows five wrong codes, also if they are tried at once', async () => {
    const { patient } = await makeCircle(service)
    const share = await makeShare(patient)
    const codes = Array.from({ length: 20 }, (_, i) => String(i).padStart(8, '0'))
    const tries = await Promise.all(
      codes.filter((code) => code !== share.code).map((code) => open(share.token, code)),
    )
    assert.ok(tries.every(({ status }) => status === 401))
    const [row] = await service.ctx.db.query<{ wrong: number }>(
      'select wrong_codes as wrong from shares where id = $1',
      [share.id],
    )
    assert.equal(row?.wrong, 5)
    assert.equal((await open(share.token, share.code)).status, 401)
  })

  test('ends when it is revoked, when it expires, after half an hour and with the patient', async () => {
    const statusOf = async (reader: string) => (await call('GET', '/shared/patient', reader)).status
    const { patient } = await makeCircle(service)
    const share = await makeShare(patient)
    const reader = await readerOf(share)
    assert.equal(await statusOf(reader), 200)
    const revoke = () => call('DELETE', `/patients/${patient.id}/shares/${share.id}`, patient.token)
    assert.deepEqual([(await revoke()).status, (await revoke()).status], [200, 200])
    assert.equal(await statusOf(reader), 401)
    const second = await readerOf(await makeShare(patient))
    service.advance('31m')
    assert.equal(await statusOf(second), 401)
    const third = await readerOf(await makeShare(patient))
    await call('DELETE', '/profile/me', patient.token, { confirmation: true })
    assert.equal(await statusOf(third), 401)
    const left = await service.ctx.db.query('select 1 from shares where patient_id = $1', [patient.id])
    assert.deepEqual(left, [])
    assert.equal(await statusOf('fws_invented'), 401)
  })

  test('is stored as hashes only', async () => {
    const { patient } = await makeCircle(service)
    const share = await makeShare(patient)
    const reader = await readerOf(share)
    const rows = await service.ctx.db.query<{ text: string }>(
      `select row_to_json(shares)::text || coalesce((select string_agg(row_to_json(share_sessions)::text, '')
                                                     from share_sessions where share_id = shares.id), '') as text
       from shares where id = $1`,
      [share.id],
    )
    const hex = (text: string) => Buffer.from(text).toString('hex')
    for (const secret of [share.token, share.code, reader])
      assert.ok(!rows[0]?.text.includes(secret) && !rows[0]?.text.includes(hex(secret)))
  })

  test('is made and revoked by the patient alone, within limits', async () => {
    const { patient, neighbour } = await makeCircle(service)
    const path = `/patients/${patient.id}/shares`
    const bad: [object, string][] = [
      [{}, 'label'],
      [{ label: ' ' }, 'label'],
      [{ label: 'a', days: 0 }, 'days'],
      [{ label: 'a', days: 31 }, 'days'],
      [{ label: 'a', days: '7' }, 'days'],
    ]
    for (const [body, field] of bad) {
      const answer: Answer = await call('POST', path, patient.token, body)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
    }
    const share = await makeShare(patient)
    const ofOther = `/patients/${neighbour.id}/shares/${share.id}`
    assert.equal((await call('DELETE', ofOther, neighbour.token)).status, 404)
    assert.equal((await call('DELETE', `${path}/${randomUUID()}`, patient.token)).status, 404)
    for (let i = 1; i < 20; i++) await makeShare(patient)
    assert.equal((await call('POST', path, patient.token, { label: 'One more' })).status, 409)
  })
})
