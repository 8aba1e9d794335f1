import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { incidentsOf } from '../support/incidents.ts'
import { alertsOf, makeCircle, reportFall } from '../support/people.ts'
import type { Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { listen, openStream } from '../support/streams.ts'
import { createTeam, makeHouse, settleWard } from '../support/teams.ts'

const service = useSteadyService()

type Token = { token: string }
const read = ({ token }: Token, id: string) => service.call('GET', `/patients/${id}/residence`, { token })
const change = ({ token }: Token, id: string, body: object, query: Record<string, string> = {}) =>
  service.call('PUT', `/patients/${id}/residence`, { token, body, query })
/** Nobody here can be reached, so that a move away from a team is a question. */
const meant = { confirm: 'true' }
const get = ({ token }: Token, path: string, query: Record<string, string> = {}) =>
  service.call('GET', path, { token, query })
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)

const elmHouse = { site: 'Elm House', ward: 'B', room: '12' }
const unknown = { site: null, ward: null, room: null }

describe('the residence of a patient', () => {
  test('is unknown at first, set by a caregiver, and read by the patient', async () => {
    const { patient, caregiver } = await makeCircle(service)
    assert.deepEqual((await read(patient, patient.id)).body.data, { patientId: patient.id, ...unknown })
    const set = await change(caregiver, patient.id, { ...elmHouse, site: '  Elm House ' })
    assert.deepEqual([set.status, set.body.data], [200, { patientId: patient.id, ...elmHouse }])
    assert.deepEqual((await read(patient, patient.id)).body.data, { patientId: patient.id, ...elmHouse })
  })

  test('keeps what a change does not name, and null clears', async () => {
    const { patient, admin } = await makeCircle(service)
    await change(admin, patient.id, elmHouse)
    const moved = await change(admin, patient.id, { room: '14' })
    assert.deepEqual(moved.body.data, { patientId: patient.id, ...elmHouse, room: '14' })
    await change(admin, patient.id, { ward: null })
    const cleared = await change(admin, patient.id, { site: null, room: null })
    assert.deepEqual(cleared.body.data, { patientId: patient.id, ...unknown })
    assert.deepEqual((await read(admin, patient.id)).body.data, { patientId: patient.id, ...unknown })
  })

  for (const [title, body, field] of [
    ['a blank room', { room: ' ' }, 'room'],
    ['a number as room', { room: 12 }, 'room'],
    ['a ward of 101 characters', { ward: 'x'.repeat(101) }, 'ward'],
    ['a site of two lines', { site: 'Elm\nHouse' }, 'site'],
  ] as const)
    test(`is not changed to ${title}`, async () => {
      const { patient, admin } = await makeCircle(service)
      const { status, body: answer } = await change(admin, patient.id, body)
      assert.deepEqual([status, Object.keys(answer.details)], [400, [field]])
      assert.deepEqual((await read(admin, patient.id)).body.data, { patientId: patient.id, ...unknown })
    })

  test('is refused without a field, and for somebody who is no patient', async () => {
    const { patient, caregiver, admin } = await makeCircle(service)
    assert.equal((await change(admin, patient.id, {})).status, 400)
    assert.equal((await change(admin, caregiver.id, elmHouse)).status, 404)
    assert.equal((await read(admin, randomUUID())).status, 404)
  })

  test('survives changes of different parts at once', async () => {
    const { patient, admin } = await makeCircle(service)
    const parts = Object.entries(elmHouse).map(([part, name]) => ({ [part]: name }))
    await Promise.all(parts.map((part) => change(admin, patient.id, part)))
    assert.deepEqual((await read(admin, patient.id)).body.data, { patientId: patient.id, ...elmHouse })
  })
})

describe('a move to a ward that no team looks after', () => {
  /** A resident of the north ward, whom only the caregiver in its team looks after. */
  async function aResident() {
    const { stranger: ana, neighbour: rosa, admin, caregiver } = await makeCircle(service)
    const house = makeHouse()
    assert.equal((await change(admin, rosa.id, house.north)).status, 200)
    await createTeam(service, admin.token, house.north, [ana])
    return { ana, rosa, admin, caregiver, house }
  }
  const move = ({ token }: Token, id: string, ward: string) =>
    service.call('PUT', `/patients/${id}/residence`, {
      token,
      body: { ward },
      query: { withoutCaregivers: 'true' },
    })

  test('is refused while it would leave nobody, and changes nothing', async () => {
    const { ana, rosa, admin } = await aResident()
    for (const who of [ana, admin]) {
      const answer = await change(who, rosa.id, { ward: 'Nroth', room: '9' })
      assert.deepEqual(
        [answer.status, answer.body.error],
        [409, 'No team looks after this place, so that the patient would have no caregivers'],
      )
    }
    const { ward, room } = (await read(ana, rosa.id)).body.data
    assert.deepEqual([ward, room], ['North', null])
    assert.equal((await change(ana, rosa.id, { room: '9' })).status, 200)
  })

  test('happens if it is meant; then the admins are told of incidents at once', async () => {
    const { ana, rosa, admin } = await aResident()
    assert.equal((await move(ana, rosa.id, 'West')).status, 200)
    assert.equal((await read(ana, rosa.id)).status, 403)
    const preview = await get(admin, `/patients/${rosa.id}/escalation/preview`, { severity: 'HIGH' })
    const told = preview.body.data.steps[0].tells.map(({ personId }: { personId: string }) => personId)
    assert.ok(told.includes(admin.id), preview.text)
    const [entry] = await service.ctx.db.query<{ level: string }>(
      `select level from audit_log where subject_id = $1 and action = 'patient.without_caregivers'`,
      [rosa.id],
    )
    assert.equal(entry?.level, 'WARNING')
  })

  test('is no question of a patient who has a caregiver by hand, another team, or had nobody', async () => {
    const { ana, rosa, admin, caregiver, house } = await aResident()
    await createTeam(service, admin.token, house.south, [caregiver])
    assert.equal((await change(admin, rosa.id, { ward: 'South' }, meant)).status, 200)
    assert.equal((await read(caregiver, rosa.id)).status, 200)
    const byHand = { patientId: rosa.id }
    await service.call('POST', `/caregivers/${ana.id}/patients`, { token: admin.token, body: byHand })
    assert.equal((await change(ana, rosa.id, { ward: 'West' }, meant)).status, 200)
    assert.equal((await read(ana, rosa.id)).status, 200)
    const { neighbour: luis } = await makeCircle(service)
    assert.equal((await change(admin, luis.id, { ward: 'West' })).status, 200)
  })
})

describe('a ward that a team looks after', () => {
  /** A caregiver who signed up by themselves has a patient of their own, and knows the name of the ward. */
  async function aWard() {
    const { stranger: nurse, caregiver: other, neighbour: resident, admin } = await makeCircle(service)
    const house = makeHouse()
    await createTeam(service, admin.token, house.north, [nurse])
    const invite = async ({ token }: Token): Promise<string> => {
      const body = { firstName: 'No', lastName: 'Body' }
      return (await service.call('POST', '/patients', { token, body })).body.data.id
    }
    return { nurse, other, resident, admin, house, invite }
  }
  const refusal = [403, 'Only its team or an admin can place somebody in this ward']

  test('takes nobody from others than its team and admins, so that its staff has no patients of strangers', async () => {
    const { nurse, other, admin, house, invite } = await aWard()
    const fake = await invite(other)
    for (const place of [house.north, { site: house.site.toUpperCase(), ward: 'nORTH' }]) {
      const answer = await change(other, fake, { ...place, room: '12' })
      assert.deepEqual([answer.status, answer.body.error], refusal)
    }
    // Piece by piece, it is the same ward.
    assert.equal((await change(other, fake, { site: house.site })).status, 200)
    assert.equal((await change(other, fake, { ward: 'North' })).status, 403)
    assert.deepEqual((await read(other, fake)).body.data, { patientId: fake, ...unknown, site: house.site })
    assert.equal((await read(nurse, fake)).status, 403)

    assert.equal((await change(nurse, await invite(nurse), house.north)).status, 200)
    assert.equal((await change(admin, fake, house.north, meant)).status, 200)
    // Who is there already gets another room, also by a caregiver who is not in the team.
    assert.equal((await change(other, fake, { ...house.north, room: '14' })).status, 200)
    assert.equal((await change(other, fake, { ward: 'West' }, meant)).status, 200)
    assert.equal((await change(other, fake, { ward: 'North' })).status, 403)
  })

  test('or that has a station takes nobody from others', async () => {
    const { other, admin, house, invite } = await aWard()
    const body = { name: `Corridor ${randomUUID()}`, ...house.south }
    await settleWard(service, house.south)
    const made = await service.call('POST', '/admin/stations', { token: admin.token, body })
    assert.equal(made.status, 201, made.text)
    assert.equal((await change(other, await invite(other), house.south)).status, 403)
  })
})

describe('a ward that gets a team or a station after a stranger has placed somebody there', () => {
  const invite = async ({ token }: Token): Promise<string> => {
    const body = { firstName: 'No', lastName: 'Body' }
    return (await service.call('POST', '/patients', { token, body })).body.data.id
  }

  /** A stranger has a patient of their own in a ward of which nobody knows yet. */
  async function aFake() {
    const { stranger: nurse, caregiver: other, admin } = await makeCircle(service)
    const { north, south } = makeHouse()
    const fake = await invite(other)
    assert.equal((await change(other, fake, { ...north, room: '9' })).status, 200)
    return { nurse, other, admin, north, south, fake, listed: { id: fake, name: 'No Body', room: '9' } }
  }
  const teamOf = async (admin: Token, { id }: { id: string }) =>
    (await get(admin, `/admin/teams/${id}`)).body.data
  const caregiversOf = async (who: Token, id: string) =>
    idsOf({ body: { data: (await get(who, `/patients/${id}`)).body.data.caregivers } })

  test('tells the admin, and its staff looks after them only when one of those who may has confirmed the place', async () => {
    const { nurse, other, admin, north, fake, listed } = await aFake()
    const team = await createTeam(service, admin.token, north, [nurse])
    const { patients, unconfirmed, unconfirmedCount } = await teamOf(admin, team)
    assert.deepEqual([patients, unconfirmed, unconfirmedCount], [[], [listed], 1])
    assert.equal((await read(nurse, fake)).status, 403)
    assert.deepEqual(await caregiversOf(other, fake), [other.id])
    const [counted] = (await get(admin, '/admin/teams', { limit: '100', sort: 'created_at', order: 'desc' }))
      .body.data
    assert.deepEqual([counted.id, counted.patientCount], [team.id, 0])

    // A new room is no new ward, neither for better nor for worse.
    assert.equal((await change(other, fake, { room: '10' })).status, 200)
    assert.equal((await teamOf(admin, team)).unconfirmedCount, 1)
    assert.equal((await change(admin, fake, north)).status, 200)
    assert.equal((await read(nurse, fake)).status, 200)
    assert.equal((await change(other, fake, { room: '11', ward: 'NORTH' })).status, 200)
    const confirmed = await teamOf(admin, team)
    assert.deepEqual([idsOf({ body: { data: confirmed.patients } }), confirmed.unconfirmedCount], [[fake], 0])
    assert.equal((await read(nurse, fake)).status, 200)
  })

  test('loses a confirmation with the ward, not with the room', async () => {
    const { nurse, other, admin, north, south, fake } = await aFake()
    assert.equal((await change(admin, fake, north)).status, 200)
    assert.equal((await change(other, fake, south)).status, 200)
    const team = await createTeam(service, admin.token, south, [nurse])
    assert.equal((await teamOf(admin, team)).unconfirmedCount, 1)
    assert.equal((await read(nurse, fake)).status, 403)
    // A team that moves to the ward gets nobody either.
    const later = await createTeam(service, admin.token, north, [nurse])
    const moved = await service.call('PUT', `/admin/teams/${later.id}`, { token: admin.token, body: south })
    assert.deepEqual([moved.status, moved.body.data.patients, moved.body.data.unconfirmedCount], [200, [], 1])
  })

  test('is confirmed by a member of the team', async () => {
    const { nurse, admin, north } = await aFake()
    await createTeam(service, admin.token, north, [nurse])
    const own = await invite(nurse)
    assert.equal((await change(nurse, own, north)).status, 200)
    const colleague = await service.signUp({ role: 'CAREGIVER' })
    await createTeam(service, admin.token, north, [colleague])
    assert.equal((await read(colleague, own)).status, 200)
  })

  test('shows nobody on the board of the station who is not confirmed', async () => {
    const { other, admin, north, fake, listed } = await aFake()
    const body = { name: `Corridor ${randomUUID()}`, ...north }
    const made = await service.call('POST', '/admin/stations', { token: admin.token, body })
    const { code, unconfirmed, unconfirmedCount } = made.body.data
    assert.deepEqual([unconfirmed, unconfirmedCount], [[listed], 1])
    const { token } = (await service.call('POST', '/auth/station', { body: { code } })).body
    assert.deepEqual((await get({ token }, '/station/overview')).body.data, [])
    assert.equal((await change(other, fake, { room: '10' })).status, 200)
    assert.deepEqual((await get({ token }, '/station/overview')).body.data, [])
    assert.equal((await change(admin, fake, { room: '9' })).status, 200)
    const shown = (await get({ token }, '/station/overview')).body.data
    assert.deepEqual(
      shown.map(({ patientId }: { patientId: string }) => patientId),
      [fake],
    )
  })

  test('takes who is in the file of an import, if it says the ward', async () => {
    const { nurse, admin, north } = await aFake()
    const [reference, wordless] = [randomUUID(), randomUUID()]
    const other = await service.signUp({ role: 'CAREGIVER' })
    const [first, second] = [await invite(other), await invite(other)]
    for (const [id, number] of [
      [first, reference],
      [second, wordless],
    ] as const) {
      await service.ctx.db.query('update users set reference = $2 where id = $1', [id, number])
      assert.equal((await change(other, id, { ...north, room: '1' })).status, 200)
    }
    await createTeam(service, admin.token, north, [nurse])
    const content = `reference,site,ward,room\n${reference},${north.site},${north.ward},1\n${wordless},,,2\n`
    const { body, status } = await service.call('POST', '/admin/imports', {
      token: admin.token,
      body: { files: [{ name: 'rooms.csv', content }] },
    })
    assert.deepEqual([status, body.data.counts], [200, { CREATE: 0, UPDATE: 2, SKIP: 0, ERROR: 0 }])
    assert.equal((await read(nurse, first)).status, 200)
    assert.equal((await read(nurse, second)).status, 403)
  })
})

test('a move reaches open pages of those who see the patient', async () => {
  const { patient, caregiver, stranger, admin } = await makeCircle(service)
  const port = await listen(service)
  const [near, far] = [await openStream(port, caregiver.token), await openStream(port, stranger.token)]
  await change(admin, patient.id, elmHouse)
  const [event] = await near.take(1)
  assert.deepEqual([event?.type, event?.data], ['patient.changed', { id: patient.id }])
  assert.deepEqual(far.events, [])
  near.close()
  far.close()
})

describe('the place of a patient', () => {
  async function resident() {
    const circle = await makeCircle(service)
    await change(circle.admin, circle.patient.id, elmHouse)
    return circle
  }
  const placeOf = ({ site, ward, room }: Record<string, unknown>) => ({ site, ward, room })

  test('is in the overview, in incidents and in the words of an alert', async () => {
    const { patient, caregiver } = await resident()
    await reportFall(service, patient)
    const overview = await get(caregiver, '/patients/overview')
    assert.deepEqual(overview.body.data.map(placeOf), [elmHouse])
    const [incident] = await incidentsOf(service, caregiver)
    assert.deepEqual(placeOf(incident), elmHouse)
    const detail = await get(caregiver, `/incidents/${incident.id}`)
    assert.deepEqual(placeOf(detail.body.data), elmHouse)
    const [alert] = await alertsOf(service, caregiver)
    assert.match(alert.message, /\(Room 12, Ward B, Elm House\) has /)
  })

  test('is null in the overview and in incidents while it is unknown', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await reportFall(service, patient)
    assert.deepEqual((await get(caregiver, '/patients/overview')).body.data.map(placeOf), [unknown])
    assert.deepEqual((await incidentsOf(service, caregiver)).map(placeOf), [unknown])
  })

  test('finds the patient, and only among those whom the caller may see', async () => {
    const { patient, caregiver, stranger, admin } = await makeCircle(service)
    const [site, ward, room] = ['Elm', 'Oak', 'Ash'].map((word) => `${word} ${randomUUID()}`)
    await change(admin, patient.id, { site, ward, room })
    for (const part of [site, ward, room]) {
      const search = String(part).toUpperCase()
      assert.deepEqual(idsOf(await get(caregiver, '/patients', { search })), [patient.id], part)
      assert.deepEqual(idsOf(await get(admin, '/patients', { search })), [patient.id], part)
      assert.deepEqual(idsOf(await get(admin, '/admin/users', { search })), [patient.id], part)
      assert.deepEqual(idsOf(await get(stranger, '/patients', { search })), [], part)
    }
  })

  test('is found in words, as the service writes it', async () => {
    const { patient, neighbour, caregiver, admin } = await makeCircle(service)
    const site = `Elm ${randomUUID()}`
    await change(admin, patient.id, { site, ward: 'North', room: '100' })
    await change(admin, neighbour.id, { site, ward: 'B', room: '12' })
    const find = async (search: string, path = '/patients') => {
      const ids: string[] = idsOf(await get(admin, path, { search, limit: '100' }))
      return [patient, neighbour].filter(({ id }) => ids.includes(id)).map(({ id }) => id)
    }
    for (const path of ['/patients', '/admin/users']) {
      for (const words of ['room 100', 'Ward North', 'WARD N', `North, ${site}`, `Room 100, North, ${site}`])
        assert.deepEqual(await find(words, path), [patient.id], words)
      for (const words of ['Room 12', 'ward b', 'Room 12, Ward B', `Room 12, Ward B, ${site}`])
        assert.deepEqual(await find(words, path), [neighbour.id], words)
      // The words alone are in every place, and may be part of a name.
      for (const words of ['room', 'Ward', 'Ward 100', 'room north', 'Room 12, Ward North'])
        assert.deepEqual(await find(words, path), [], words)
    }
    assert.deepEqual(idsOf(await get(caregiver, '/patients', { search: 'room 100' })), [patient.id])
  })

  test('with a room that says what it is, is found by it', async () => {
    const { patient, admin } = await makeCircle(service)
    const site = `Elm ${randomUUID()}`
    await change(admin, patient.id, { site, room: 'Room 7' })
    for (const search of ['room 7', `Room 7, ${site}`])
      assert.ok(idsOf(await get(admin, '/patients', { search })).includes(patient.id), search)
  })

  test('is searched beside names, and signs of patterns are nothing but signs', async () => {
    const { patient, neighbour, admin, caregiver } = await makeCircle(service)
    const find = async (search: string, who: Person = admin) => idsOf(await get(who, '/patients', { search }))
    assert.ok((await find('luis vega')).includes(neighbour.id))
    assert.deepEqual(await find(patient.email), [patient.id])
    assert.deepEqual(await find('%', caregiver), [])
    assert.deepEqual(await find("'", caregiver), [])
    assert.equal((await get(admin, '/patients', { search: ' ' })).status, 400)
    assert.equal((await get(admin, '/patients', { search: 'x'.repeat(101) })).status, 400)
  })
})

describe('a move that changes who is told', () => {
  const move = async (id: string, body: object, query: Record<string, string> = {}) =>
    service.call('PUT', `/patients/${id}/residence`, { token: await service.adminToken(), body, query })

  test('asks first while an incident is open, and names who would no longer be told', async () => {
    const rosa = await service.signUp()
    const ana = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
    const ben = await service.signUp({ role: 'CAREGIVER', firstName: 'Ben', lastName: 'Rey' })
    const token = await service.adminToken()
    await createTeam(service, token, { ward: `East ${rosa.id}` }, [ana])
    await createTeam(service, token, { ward: `West ${rosa.id}` }, [ben])
    // Ana has no contact: also who had nobody before is not left to her unasked.
    const east = { ward: `East ${rosa.id}`, room: '1' }
    const asked = await move(rosa.id, east)
    assert.deepEqual(
      [asked.status, asked.body.code, asked.body.details],
      [409, 'MOVE_NEEDS_CONFIRMATION', { openIncidents: 0, reachable: 0, noLongerTold: '' }],
    )
    assert.equal((await move(rosa.id, east, { confirm: 'true' })).status, 200)
    assert.equal((await move(rosa.id, { room: '2' })).status, 200)
    await service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.8 } })
    const refused = await move(rosa.id, { ward: `West ${rosa.id}` })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.details],
      [409, 'MOVE_NEEDS_CONFIRMATION', { openIncidents: 1, reachable: 0, noLongerTold: 'Ana Gil' }],
    )
    const stays = await service.call('GET', `/patients/${rosa.id}/residence`, { token })
    assert.equal(stays.body.data.ward, `East ${rosa.id}`)
    // The same place again is no move.
    assert.equal((await move(rosa.id, { room: '2' })).status, 200)
    assert.equal((await move(rosa.id, { ward: `West ${rosa.id}` }, { confirm: 'true' })).status, 200)
  })
})
