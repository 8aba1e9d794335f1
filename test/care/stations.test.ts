import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { fullTest } from '../support/full.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { assign, countRows, type Person } from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'
import { makeStation, setPin } from '../support/stations.ts'
import { listen, openStream } from '../support/streams.ts'
import { createTeam, makeHouse, settle, settleWard } from '../support/teams.ts'

const service = useSteadyService({ SESSION_DURATION: '1h' })
let token = ''
before(async () => {
  token = await service.adminToken()
  for (const ward of ['North', 'South']) await settleWard(service, { ward })
})

const caregiver = () => service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
const asAdmin = (method: string, path: string, body?: unknown) => service.call(method, path, { token, body })

interface Scene {
  station: Awaited<ReturnType<typeof makeStation>>
  inside: Person
  outside: Person
  ana: Person
}

/** A station in a ward with one patient and their caregiver, who has the PIN 4711. */
async function makeScene(): Promise<Scene> {
  const { north, south } = makeHouse()
  const [inside, outside, ana] = [await service.signUp(), await service.signUp(), await caregiver()]
  await settle(service, inside, north)
  await settle(service, outside, south)
  await assign(service, ana.id, inside.id)
  await setPin(service, ana)
  return { station: await makeStation(service, token, north), inside, outside, ana }
}

const ask = (station: { token: string }, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: station.token, body })

async function fall(patient: Person): Promise<string> {
  await reportFall(service, patient)
  const [{ id }] = await incidentsOf(service, patient)
  return id
}

const acknowledge = (station: { token: string }, id: string, body?: object) =>
  ask(station, 'POST', `/station/incidents/${id}/acknowledge`, body)

const ids = (list: { id?: string; patientId: string }[]) => list.map(({ patientId }) => patientId)

describe('a code', () => {
  test('signs a tablet in once, however it is written, for a session without an end', async () => {
    const { north } = makeHouse()
    await settleWard(service, north)
    const made = await asAdmin('POST', '/admin/stations', { name: randomUUID(), ...north })
    const { code, id } = made.body.data
    assert.match(code, /^[A-HJ-NP-Z2-9]{8}$/)
    const written = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    const answer = await service.call('POST', '/auth/station', { body: { code: written } })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.id, id)
    assert.match(String(answer.headers['set-cookie']), /^session=.*Max-Age=34560000.*HttpOnly/)
    assert.equal((await service.call('POST', '/auth/station', { body: { code } })).status, 401)
    service.advance('90d')
    assert.equal((await ask({ token: answer.body.token }, 'GET', '/station')).status, 200)
    token = await service.adminToken()
  })

  test('expires after 15 minutes, and is replaced by the next one', async () => {
    const made = await asAdmin('POST', '/admin/stations', { name: randomUUID(), ward: 'North' })
    const { id } = made.body.data
    const second = (await asAdmin('POST', `/admin/stations/${id}/code`)).body.data
    const signIn = (code: string) => service.call('POST', '/auth/station', { body: { code } })
    assert.equal((await signIn(made.body.data.code)).status, 401)
    service.advance('15m')
    assert.equal((await signIn(second.code)).status, 401)
    const third = (await asAdmin('POST', `/admin/stations/${id}/code`)).body.data
    assert.equal((await signIn(third.code)).status, 200)
  })

  test('is stored as a hash only, and is in no list', async () => {
    const made = await asAdmin('POST', '/admin/stations', { name: randomUUID(), ward: 'North' })
    const { code, id } = made.body.data
    const found = await countRows(service, `stations where stations::text like '%' || $1 || '%'`, [code])
    assert.equal(found, 0)
    const list = await service.call('GET', '/admin/stations', { token, query: { limit: '100' } })
    const listed = list.body.data.find((station: { id: string }) => station.id === id)
    assert.deepEqual([listed.signedInAt, 'code' in listed], [null, false])
  })

  test('cannot be guessed from one address', async () => {
    const ip = '10.99.0.1'
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const { status } = await service.call('POST', '/auth/station', { body: { code: 'AAAAAAAA' }, ip })
      statuses.push(status)
    }
    assert.deepEqual(statuses.slice(-2), [429, 429])
  })

  test('signs another tablet in instead of the first', async () => {
    const { station } = await makeScene()
    const { code } = (await asAdmin('POST', `/admin/stations/${station.id}/code`)).body.data
    assert.equal((await ask(station, 'GET', '/station')).status, 200)
    const second = await service.call('POST', '/auth/station', { body: { code } })
    assert.equal((await ask(station, 'GET', '/station')).status, 401)
    assert.equal((await ask(second.body, 'GET', '/station')).status, 200)
  })
})

test('a station that is deleted is signed out at once, with its stream', async () => {
  const { station } = await makeScene()
  const port = await listen(service)
  const stream = await openStream(port, station.token, undefined, [], '/station/events')
  assert.equal(stream.connections, 1)
  assert.equal((await asAdmin('DELETE', `/admin/stations/${station.id}`)).status, 200)
  assert.equal((await ask(station, 'GET', '/station')).status, 401)
  await until(() => stream.refusals.includes(401), 20_000)
  stream.close()
  assert.equal((await asAdmin('DELETE', `/admin/stations/${station.id}`)).status, 404)
  assert.equal((await asAdmin('POST', `/admin/stations/${station.id}/code`)).status, 404)
})

test('a station sees the patients and incidents of its ward only, also after somebody moved', async () => {
  const { station, inside, outside, ana } = await makeScene()
  const [id] = [await fall(inside), await fall(outside)]
  const shown = (await ask(station, 'GET', '/station')).body.data
  assert.deepEqual(shown.caregivers, [{ id: ana.id, name: 'Ana Gil' }])
  const overview = async () => (await ask(station, 'GET', '/station/overview')).body.data
  const incidents = async () => (await ask(station, 'GET', '/station/incidents')).body.data
  assert.deepEqual([ids(await overview()), ids(await incidents())], [[inside.id], [inside.id]])
  const [{ room, status, openIncidentId }] = await overview()
  assert.deepEqual([room, status, openIncidentId], ['7', 'INCIDENT', id])
  await service.ctx.db.query('delete from residences where patient_id = $1', [inside.id])
  assert.deepEqual([await overview(), await incidents()], [[], []])
  assert.equal((await acknowledge(station, id)).status, 403)
})

test('a station shows its ward whether it is written in capitals or not', async () => {
  const { north } = makeHouse()
  const rosa = await service.signUp()
  await settle(service, rosa, north)
  const station = await makeStation(service, token, { site: north.site.toLowerCase(), ward: 'nORTH' })
  assert.deepEqual(ids((await ask(station, 'GET', '/station/overview')).body.data), [rosa.id])
})

test('a station receives the incidents of its ward live, and nothing else', async () => {
  const { station, inside, outside } = await makeScene()
  const address = service.app.server.address()
  const port = address && typeof address === 'object' ? address.port : await listen(service)
  const stream = await openStream(port, station.token, undefined, [], '/station/events')
  await fall(outside)
  const id = await fall(inside)
  const [event] = await stream.take(1)
  assert.deepEqual([event?.type, event?.data.id], ['incident.opened', id])
  await service.call('POST', `/patients/${inside.id}/notes`, { token, body: { text: 'For carers only.' } })
  await act(service, { id: '', token }, id, 'acknowledge')
  const [next] = await stream.take(1)
  assert.deepEqual([next?.type, next?.data.id], ['incident.changed', id])
  stream.close()
})

describe('an incident of the ward', () => {
  test('is acknowledged by the station, and taken over by a caregiver', async () => {
    const { station, inside, ana } = await makeScene()
    const id = await fall(inside)
    const answer = await acknowledge(station, id)
    assert.equal(answer.status, 200, answer.text)
    const atDesk = { id: station.id, name: station.name }
    assert.deepEqual(answer.body.data.handledBy, atDesk)
    await service.engine.runDue()
    const { state, timeline } = await incidentOf(service, ana, id)
    assert.equal(state, 'ACKNOWLEDGED')
    const entry = timeline.find(({ type }: { type: string }) => type === 'acknowledged')
    const actor = { ...atDesk, kind: null, relationship: null }
    assert.deepEqual([entry.actor, entry.station], [actor, station.name])
    const taken = await act(service, ana, id, 'acknowledge')
    assert.deepEqual(taken.body.data.handledBy, { id: ana.id, name: 'Ana Gil' })
    const late = await acknowledge(station, id)
    assert.deepEqual([late.status, late.body.details], [409, { handledBy: 'Ana Gil' }])
  })

  test('is acknowledged and resolved by a caregiver with their PIN, at the station', async () => {
    const { station, inside, ana } = await makeScene()
    const id = await fall(inside)
    const who = { caregiverId: ana.id, pin: '4711' }
    const answer = await acknowledge(station, id, { ...who, etaMinutes: 2 })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.body.data.handledBy.id, answer.body.data.etaMinutes], [ana.id, 2])
    const path = `/station/incidents/${id}/resolve`
    const resolved = await ask(station, 'POST', path, { ...who, outcome: 'HELP_GIVEN' })
    assert.equal(resolved.status, 200, resolved.text)
    const { timeline, outcome } = await incidentOf(service, ana, id)
    assert.equal(outcome, 'HELP_GIVEN')
    const acts = timeline.filter(({ station: at }: { station: string | null }) => at === station.name)
    assert.deepEqual(
      acts.map(({ type, actor }: { type: string; actor: { name: string } }) => [type, actor.name]),
      [
        ['acknowledged', 'Ana Gil'],
        ['resolved', 'Ana Gil'],
      ],
    )
    const audited = `audit_log where actor_id = $1 and action = 'incident.resolved' and message like '%' || $2`
    assert.equal(await countRows(service, audited, [ana.id, `at station ${station.id}`]), 1)
  })

  test('is taken over, and gets a second person, by caregivers with their PINs', async () => {
    const { station, inside, ana } = await makeScene()
    const ben = await service.signUp({ role: 'CAREGIVER', firstName: 'Ben', lastName: 'Rey' })
    await assign(service, ben.id, inside.id)
    await setPin(service, ben, '8264')
    const as = { ana: { caregiverId: ana.id, pin: '4711' }, ben: { caregiverId: ben.id, pin: '8264' } }
    const id = await fall(inside)
    const assist = (who: object) => ask(station, 'POST', `/station/incidents/${id}/assistance`, who)
    await acknowledge(station, id)
    // What the station handles, whoever is there asks for.
    const asked = await assist(as.ana)
    assert.deepEqual([asked.status, asked.body.data.handledBy.id], [200, station.id], asked.text)
    assert.ok(asked.body.data.assistanceRequestedAt)
    assert.equal((await acknowledge(station, id)).status, 200)
    assert.equal((await incidentOf(service, ana, id)).attending.length, 1)

    assert.equal(
      (await acknowledge(station, id, { ...as.ana, takeOver: true })).body.data.handledBy.id,
      ana.id,
    )
    assert.equal((await acknowledge(station, id, { takeOver: true })).status, 400)
    const wrong = await acknowledge(station, id, { ...as.ben, pin: '4711', takeOver: true })
    assert.equal(wrong.status, 400)
    const refused = await assist(as.ben)
    assert.deepEqual([refused.status, refused.body.code], [403, 'ASSISTANCE_HANDLER_ONLY'])
    assert.equal((await assist(as.ana)).status, 200)
    // The tablet itself comes to nobody's help.
    assert.equal((await acknowledge(station, id)).status, 409)
    const joined = await acknowledge(station, id, as.ben)
    assert.deepEqual(
      joined.body.data.attending.map((person: { id: string }) => person.id).sort(),
      [ana.id, ben.id].sort(),
    )
    const taken = await acknowledge(station, id, { ...as.ben, takeOver: true })
    assert.equal(taken.body.data.handledBy.id, ben.id)
    const { timeline } = await incidentOf(service, ana, id)
    const acts = timeline.filter(({ actor }: { actor: { id: string } | null }) => actor?.id === ben.id)
    assert.deepEqual(
      acts.map(({ data, station: at }: { data: { code: string }; station: string }) => [data.code, at]),
      [
        ['ATTENDING', station.name],
        ['TAKEN_OVER', station.name],
      ],
    )
  })

  test('is open again if the acknowledgement is undone there within ten seconds', async () => {
    const { station, inside, ana } = await makeScene()
    const id = await fall(inside)
    const undo = (at = station) => ask(at, 'POST', `/station/incidents/${id}/undo`)
    assert.deepEqual([(await undo()).status, (await undo()).body.code], [409, 'INCIDENT_NOT_HANDLED'])
    for (const who of [undefined, { caregiverId: ana.id, pin: '4711' }]) {
      assert.equal((await acknowledge(station, id, who)).status, 200)
      service.advance('1s')
      const undone = await undo()
      assert.deepEqual([undone.status, undone.body.data.state], [200, 'OPEN'], undone.text)
    }
    const { timeline } = await incidentOf(service, ana, id)
    const { type, station: where, data } = timeline.at(-1)
    assert.deepEqual([type, where, data.code], ['released', station.name, 'ACKNOWLEDGEMENT_UNDONE'])
    // Later, and what was acknowledged elsewhere, it is not a mistake that the station can know of.
    await acknowledge(station, id)
    service.advance('11s')
    assert.deepEqual([(await undo()).status, (await undo()).body.code], [409, 'UNDO_EXPIRED'])
    assert.equal((await act(service, ana, id, 'acknowledge')).status, 200)
    assert.equal((await undo()).body.code, 'UNDO_EXPIRED')
    assert.equal((await incidentOf(service, ana, id)).state, 'ACKNOWLEDGED')
  })

  test('of a deleted station opens again', async () => {
    const { station, inside, ana } = await makeScene()
    const id = await fall(inside)
    await acknowledge(station, id)
    await asAdmin('DELETE', `/admin/stations/${station.id}`)
    await service.engine.runDue()
    assert.equal((await incidentOf(service, ana, id)).state, 'OPEN')
  })

  test('is not resolved without a PIN, nor that of another ward touched', async () => {
    const { station, inside, outside, ana } = await makeScene()
    const [id, other] = [await fall(inside), await fall(outside)]
    const path = `/station/incidents/${id}/resolve`
    const refused = await ask(station, 'POST', path, { outcome: 'TEST' })
    assert.deepEqual([refused.status, Object.keys(refused.body.details)], [400, ['caregiverId', 'pin']])
    assert.equal((await acknowledge(station, other)).status, 403)
    const who = { caregiverId: ana.id, pin: '4711' }
    assert.equal((await acknowledge(station, other, who)).status, 403)
    // Nor by somebody who looks after patients of both wards.
    await assign(service, ana.id, outside.id)
    assert.equal((await acknowledge(station, other, who)).status, 403)
    const resolution = { ...who, outcome: 'TEST' }
    assert.equal((await ask(station, 'POST', `/station/incidents/${other}/resolve`, resolution)).status, 403)
    assert.equal((await acknowledge(station, randomUUID())).status, 404)
    for (const body of [{ caregiverId: ana.id }, { pin: '4711' }, { caregiverId: ana.id, pin: '47111' }])
      assert.equal((await acknowledge(station, id, body)).status, 400)
    assert.equal((await incidentOf(service, ana, id)).state, 'OPEN')
  })
})

describe('a PIN', () => {
  test('is set with the password, as 4 digits, and stored as a hash', async () => {
    const ana = await caregiver()
    const put = (body: object) => service.call('PUT', '/caregivers/me/pin', { token: ana.token, body })
    for (const pin of ['123', '12345', 'abcd', 1234]) {
      const { status, body } = await put({ pin, currentPassword: ana.password })
      assert.deepEqual([status, Object.keys(body.details)], [400, ['pin']])
    }
    const wrong = await put({ pin: '4711', currentPassword: 'Wrong-Day-42!' })
    assert.deepEqual(
      [wrong.status, wrong.body.error, Object.keys(wrong.body.details)],
      [400, 'Current password is incorrect', ['currentPassword']],
    )
    const read = async () => (await service.call('GET', '/caregivers/me/pin', { token: ana.token })).body.data
    assert.deepEqual(await read(), { hasPin: false, updatedAt: null })
    await setPin(service, ana)
    assert.equal((await read()).hasPin, true)
    const stored = `caregiver_pins where user_id = $1 and pin_hash like '$argon2id$%'`
    assert.equal(await countRows(service, stored, [ana.id]), 1)
  })

  test('works only in a ward with patients of the caregiver', async () => {
    const { station, inside } = await makeScene()
    const id = await fall(inside)
    const ben = await caregiver()
    await setPin(service, ben)
    const answer = await acknowledge(station, id, { caregiverId: ben.id, pin: '4711' })
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['caregiverId']])
  })

  test('does not work after the account was deactivated', async () => {
    const { station, inside, ana } = await makeScene()
    const id = await fall(inside)
    await asAdmin('PUT', `/admin/users/${ana.id}`, { status: 'inactive' })
    assert.equal((await acknowledge(station, id, { caregiverId: ana.id, pin: '4711' })).status, 400)
  })

  test('is locked for 15 minutes after five wrong ones at this station, also sent at once', async () => {
    const { station, inside, ana } = await makeScene()
    const id = await fall(inside)
    const attempt = (pin: string) => acknowledge(station, id, { caregiverId: ana.id, pin })
    const wrong = await Promise.all(Array.from({ length: 8 }, () => attempt('0000')))
    const statuses = wrong.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429, 429])
    const locked = await attempt('4711')
    assert.equal(locked.status, 429)
    assert.ok(Number(locked.headers['retry-after']) > 800)
    const audited = `audit_log where subject_id = $1 and action = 'station.pin_locked' and level = 'WARNING'`
    assert.equal(await countRows(service, audited, [ana.id]), 1)
    service.advance('15m')
    assert.equal((await attempt('4711')).status, 200)
    token = await service.adminToken()
  })

  test('that is right forgets the wrong ones before', async () => {
    const { station, inside, ana } = await makeScene()
    const id = await fall(inside)
    const attempt = (pin: string) => acknowledge(station, id, { caregiverId: ana.id, pin })
    for (let i = 0; i < 4; i++) assert.equal((await attempt('0000')).status, 400)
    assert.equal((await attempt('4711')).status, 200)
    for (let i = 0; i < 4; i++) assert.equal((await attempt('0000')).status, 400)
    assert.equal((await attempt('4711')).status, 200)
  })
})

test('a station needs a name of its own and a ward', async () => {
  const name = randomUUID()
  assert.deepEqual(Object.keys((await asAdmin('POST', '/admin/stations', {})).body.details), ['name', 'ward'])
  assert.equal((await asAdmin('POST', '/admin/stations', { name, ward: 'North' })).status, 201)
  assert.equal((await asAdmin('POST', '/admin/stations', { name, ward: 'South' })).status, 409)
})

describe('everything else is refused to a station', () => {
  fullTest('over all operations of the API', async () => {
    const { station } = await makeScene()
    const { paths } = (await service.call('GET', '/openapi.json')).body
    const operations = Object.entries(
      paths as Record<string, Record<string, { security?: object[] }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    const guarded = operations.filter(
      ({ path, operation }) => operation.security && !/^\/api\/station/.test(path),
    )
    assert.ok(guarded.length > 100, String(guarded.length))
    for (const { path, method } of guarded) {
      const url = path.replace('/api', '').replace(/\{\w+\}/g, randomUUID())
      const body = method === 'get' ? undefined : {}
      const answer = await ask(station, method.toUpperCase(), url, body)
      assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`)
    }
  })
})

describe('the ward of a station', () => {
  const make = (place: object) => asAdmin('POST', '/admin/stations', { name: randomUUID(), ...place })
  const wards = async (site: string) => {
    const { status, body } = await asAdmin('GET', '/admin/wards')
    assert.equal(status, 200)
    return body.data.filter((ward: { site: string }) => ward.site === site)
  }

  test('must be one in which somebody lives, or which a team looks after', async () => {
    const { site, north, south } = makeHouse()
    const refused = await make(north)
    assert.deepEqual([refused.status, refused.body.code], [400, 'WARD_NOT_FOUND'])
    assert.match(refused.body.details.ward, /somebody lives/)
    assert.equal(await countRows(service, 'stations where site = $1', [site]), 0)
    await settleWard(service, north)
    await createTeam(service, token, south)
    assert.equal((await make(north)).status, 201)
    assert.equal(
      (await make({ site: site.toUpperCase(), ward: 'SOUTH' })).status,
      201,
      'however it is written',
    )
    assert.equal((await make({ ...north, site: 'Elsewhere' })).status, 400, 'of that site')
  })

  test('is listed with how many live there, whether a team looks after it, and by number', async () => {
    const { site } = makeHouse()
    for (const ward of ['Ward 10', 'Ward 2', 'ward 2']) await settleWard(service, { site, ward })
    await createTeam(service, token, { site, ward: 'Ward 10' })
    assert.deepEqual(await wards(site), [
      { site, ward: (await wards(site))[0].ward, patientCount: 2, hasTeam: false },
      { site, ward: 'Ward 10', patientCount: 1, hasTeam: true },
    ])
    assert.equal((await wards(site))[0].ward.toLowerCase(), 'ward 2')
  })

  test('without people who can act there says why', async () => {
    const { south } = makeHouse()
    const station = await makeStation(service, token, south)
    const read = async (who: { token: string }) => {
      const { caregivers, noCaregivers } = (await ask(who, 'GET', '/station')).body.data
      return [caregivers.length, noCaregivers]
    }
    assert.deepEqual(await read(station), [0, 'NO_PATIENTS'])
    const [patient, ana] = [await service.signUp(), await caregiver()]
    await settle(service, patient, south)
    assert.deepEqual(await read(station), [0, 'NO_CAREGIVERS'])
    await assign(service, ana.id, patient.id)
    assert.deepEqual(await read(station), [0, 'NO_PINS'])
    await setPin(service, ana)
    assert.deepEqual(await read(station), [1, null])
  })
})

test('a PIN that others would try first is refused, and one that was set before still works', async () => {
  const { station, inside, ana } = await makeScene()
  const put = (pin: string) =>
    service.call('PUT', '/caregivers/me/pin', {
      token: ana.token,
      body: { pin, currentPassword: goodPassword },
    })
  for (const pin of ['1234', '0000', '1111', '4321', '1212', '1945']) {
    const { status, body } = await put(pin)
    assert.equal(status, 400, pin)
    assert.match(body.details.pin, /others would try first/)
  }
  const pinHash = await service.passwords.hash('1234')
  await service.ctx.db.query('update caregiver_pins set pin_hash = $2 where user_id = $1', [ana.id, pinHash])
  const answer = await acknowledge(station, await fall(inside), { caregiverId: ana.id, pin: '1234' })
  assert.equal(answer.status, 200, answer.text)
})
