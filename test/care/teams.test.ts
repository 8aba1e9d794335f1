import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { reconcileTeamAssignments } from '../../src/care/caregivers/reconcile-team-assignments.ts'
import { systemCaller } from '../../src/platform/context.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { alertsOf, reportFall } from '../support/people.ts'
import { assign, countRows, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { createTeam, join, makeHouse, settle } from '../support/teams.ts'

const service = useSteadyService()
let token = ''
before(async () => {
  token = await service.adminToken()
})

const caregiver = () => service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
const patient = () => service.signUp()
const ask = (method: string, path: string, body?: unknown) => service.call(method, path, { token, body })

/** What a caregiver may see of a patient at this moment. */
async function hasPatient(who: Person, whom: Person): Promise<boolean> {
  const answer = await service.call('GET', `/patients/${whom.id}`, { token: who.token })
  assert.ok([200, 403].includes(answer.status), answer.text)
  return answer.status === 200
}

/** The audit entries about a patient who has no caregivers any more, by their levels. */
async function warningsOf({ id }: Person): Promise<string[]> {
  const sql = `select level from audit_log where subject_id = $1 and action = 'patient.without_caregivers'`
  return (await service.ctx.db.query<{ level: string }>(sql, [id])).map(({ level }) => level)
}

/** What code that changes residences calls. */
const reconcile = (...patients: Person[]) =>
  service.ctx.db.transaction((tx) =>
    reconcileTeamAssignments(service.ctx, tx, systemCaller, { patientIds: patients.map(({ id }) => id) }),
  )

async function residentOf(place: { site: string; ward: string }): Promise<Person> {
  const person = await patient()
  await settle(service, person, place)
  await reconcile(person)
  return person
}

test('a team has a name, a ward and members, and lists whom it looks after', async () => {
  const { north, site } = makeHouse()
  const rosa = await residentOf(north)
  const luis = await service.signUp({ firstName: 'Luis', lastName: 'Vega' })
  const ana = await caregiver()
  const team = await createTeam(service, token, north, [ana])
  assert.equal((await ask('POST', `/admin/teams/${team.id}/patients/${luis.id}`)).status, 201)
  const { body } = await ask('GET', `/admin/teams/${team.id}`)
  assert.deepEqual(
    { ...body.data, createdAt: '' },
    {
      id: team.id,
      name: team.name,
      site,
      ward: 'North',
      createdAt: '',
      members: [{ id: ana.id, name: 'Ana Gil' }],
      patients: [
        { id: rosa.id, name: 'Rosa Marín', room: '7', chosen: false },
        { id: luis.id, name: 'Luis Vega', room: null, chosen: true },
      ],
      unconfirmedCount: 0,
      unconfirmed: [],
    },
  )
  const listed = (await service.call('GET', '/admin/teams', { token, query: { limit: '100' } })).body.data
  const entry = listed.find(({ id }: { id: string }) => id === team.id)
  assert.deepEqual([entry.memberCount, entry.patientCount, entry.hasRota], [1, 2, false])
  const own = await service.call('GET', '/teams', { token: ana.token })
  assert.deepEqual(
    own.body.data.map(({ id, members }: { id: string; members: unknown }) => [id, members]),
    [[team.id, [{ id: ana.id, name: 'Ana Gil' }]]],
  )
})

describe('a member is assigned to', () => {
  test('the patients of the ward, and no longer after leaving', async () => {
    const { north, south } = makeHouse()
    const [inside, outside, ana] = [await residentOf(north), await residentOf(south), await caregiver()]
    const team = await createTeam(service, token, north)
    assert.equal(await hasPatient(ana, inside), false)
    await join(service, token, team, ana.id)
    assert.deepEqual([await hasPatient(ana, inside), await hasPatient(ana, outside)], [true, false])
    const left = await ask('DELETE', `/admin/teams/${team.id}/members/${ana.id}`)
    assert.deepEqual(left.body.data, { teamId: team.id, caregiverId: ana.id, removed: true })
    assert.equal(await hasPatient(ana, inside), false)
  })

  test('a patient who moves in, until they move out', async () => {
    const { north, south } = makeHouse()
    const [rosa, ana] = [await residentOf(south), await caregiver()]
    await createTeam(service, token, north, [ana])
    await settle(service, rosa, north)
    await reconcile(rosa)
    assert.equal(await hasPatient(ana, rosa), true)
    await service.ctx.db.query('delete from residences where patient_id = $1', [rosa.id])
    await reconcile(rosa)
    assert.equal(await hasPatient(ana, rosa), false)
  })

  test('a chosen patient, until the choice ends; a resident of the ward stays', async () => {
    const { north } = makeHouse()
    const [resident, guest, ana] = [await residentOf(north), await patient(), await caregiver()]
    const team = await createTeam(service, token, north, [ana])
    for (const { id } of [resident, guest]) {
      const path = `/admin/teams/${team.id}/patients/${id}`
      assert.equal((await ask('POST', path)).status, 201)
      assert.equal((await ask('POST', path)).status, 409)
    }
    assert.deepEqual([await hasPatient(ana, resident), await hasPatient(ana, guest)], [true, true])
    for (const { id } of [resident, guest])
      assert.equal((await ask('DELETE', `/admin/teams/${team.id}/patients/${id}`)).status, 200)
    assert.deepEqual([await hasPatient(ana, resident), await hasPatient(ana, guest)], [true, false])
  })

  test('those of another ward, when the team changes to it', async () => {
    const { north, south } = makeHouse()
    const [before, after, ana] = [await residentOf(north), await residentOf(south), await caregiver()]
    const team = await createTeam(service, token, north, [ana])
    await assign(service, (await caregiver()).id, before.id)
    assert.equal((await ask('PUT', `/admin/teams/${team.id}`, { ward: 'South' })).status, 200)
    assert.deepEqual([await hasPatient(ana, before), await hasPatient(ana, after)], [false, true])
  })

  test('nobody in another ward that leaves patients without caregivers, unless it is meant', async () => {
    const { north } = makeHouse()
    const [rosa, ana] = [await residentOf(north), await caregiver()]
    const { id } = await createTeam(service, token, north, [ana])
    const refused = await ask('PUT', `/admin/teams/${id}`, { ward: 'Nroth' })
    assert.deepEqual(
      [refused.status, refused.body.error],
      [409, 'No team would look after patients of this team: 1'],
    )
    assert.equal((await ask('GET', `/admin/teams/${id}`)).body.data.ward, 'North')
    assert.equal(await hasPatient(ana, rosa), true)
    const query = { withoutCaregivers: 'true' }
    const body = { site: null, ward: null }
    assert.equal((await service.call('PUT', `/admin/teams/${id}`, { token, body, query })).status, 200)
    assert.equal(await hasPatient(ana, rosa), false)
    assert.deepEqual(await warningsOf(rosa), ['WARNING'])
  })

  test('nobody, when the team is deleted', async () => {
    const { north } = makeHouse()
    const [rosa, ana] = [await residentOf(north), await caregiver()]
    const team = await createTeam(service, token, north, [ana])
    assert.deepEqual((await ask('DELETE', `/admin/teams/${team.id}`)).body.data, {
      id: team.id,
      deleted: true,
    })
    assert.equal(await hasPatient(ana, rosa), false)
    assert.deepEqual(await warningsOf(rosa), ['WARNING'])
    assert.equal((await ask('GET', `/admin/teams/${team.id}`)).status, 404)
  })

  test('a ward without a site only where the residence has none either', async () => {
    const ward = `Ward ${randomUUID()}`
    const [rosa, luis, ana] = [await patient(), await patient(), await caregiver()]
    await settle(service, rosa, { site: null, ward })
    await settle(service, luis, { site: 'Elsewhere', ward })
    await createTeam(service, token, { ward }, [ana])
    assert.deepEqual([await hasPatient(ana, rosa), await hasPatient(ana, luis)], [true, false])
  })
})

test('a ward is the same whether it is written in capitals or not', async () => {
  const { site, south } = makeHouse()
  const [rosa, ana] = [await residentOf(south), await caregiver()]
  await createTeam(service, token, { site: site.toUpperCase(), ward: 'NORTH' }, [ana])
  assert.equal(await hasPatient(ana, rosa), false)
  assert.equal(
    (await ask('PUT', `/patients/${rosa.id}/residence?confirm=true`, { ward: 'north' })).status,
    200,
  )
  assert.equal(await hasPatient(ana, rosa), true)
})

describe('an assignment stays', () => {
  test('that was made by hand before', async () => {
    const { north } = makeHouse()
    const [rosa, ana] = [await residentOf(north), await caregiver()]
    await assign(service, ana.id, rosa.id)
    const team = await createTeam(service, token, north, [ana])
    await ask('DELETE', `/admin/teams/${team.id}`)
    assert.equal(await hasPatient(ana, rosa), true)
  })

  test('that is made by hand although a team gives it, once', async () => {
    const { north } = makeHouse()
    const [rosa, ana] = [await residentOf(north), await caregiver()]
    const team = await createTeam(service, token, north, [ana])
    const body = { patientId: rosa.id, relationship: 'Niece' }
    assert.equal((await ask('POST', `/caregivers/${ana.id}/patients`, body)).status, 201)
    assert.equal((await ask('POST', `/caregivers/${ana.id}/patients`, body)).status, 409)
    await ask('DELETE', `/admin/teams/${team.id}`)
    assert.equal(await hasPatient(ana, rosa), true)
  })

  test('that another team gives as well', async () => {
    const { north } = makeHouse()
    const [rosa, ana] = [await residentOf(north), await caregiver()]
    const [first, second] = [
      await createTeam(service, token, north, [ana]),
      await createTeam(service, token, north, [ana]),
    ]
    await ask('DELETE', `/admin/teams/${first.id}`)
    assert.equal(await hasPatient(ana, rosa), true)
    await ask('DELETE', `/admin/teams/${second.id}/members/${ana.id}`)
    assert.equal(await hasPatient(ana, rosa), false)
  })
})

test('an assignment that a team gives is not removed by hand: the answer names the team', async () => {
  const { north } = makeHouse()
  const [rosa, ana] = [await residentOf(north), await caregiver()]
  const team = await createTeam(service, token, north, [ana])
  await ask('POST', `/caregivers/${ana.id}/patients`, { patientId: rosa.id })
  const path = `/caregivers/${ana.id}/patients/${rosa.id}`
  const refused = await ask('DELETE', path)
  assert.equal(refused.status, 409)
  assert.ok(refused.body.error.includes(team.name), refused.text)
  assert.equal(await hasPatient(ana, rosa), true)
  await ask('DELETE', `/admin/teams/${team.id}`)
  assert.equal((await ask('DELETE', path)).status, 200)
  assert.equal(await hasPatient(ana, rosa), false)
})

test('open falls go to a new member at once, and to nobody who left', async () => {
  const { north } = makeHouse()
  const [rosa, ana] = [await residentOf(north), await caregiver()]
  await reportFall(service, rosa)
  const team = await createTeam(service, token, north, [ana])
  assert.deepEqual(
    (await alertsOf(service, ana)).map(({ patientName }: { patientName: string }) => patientName),
    ['Rosa Marín'],
  )
  assert.equal((await incidentsOf(service, ana)).length, 1)
  await ask('DELETE', `/admin/teams/${team.id}/members/${ana.id}`)
  assert.deepEqual([await alertsOf(service, ana), await incidentsOf(service, ana)], [[], []])
})

test('what somebody who leaves the team was on opens again', async () => {
  const { north } = makeHouse()
  const [rosa, ana, ben] = [await residentOf(north), await caregiver(), await caregiver()]
  const team = await createTeam(service, token, north, [ana, ben])
  await reportFall(service, rosa)
  const [{ id }] = await incidentsOf(service, ana)
  assert.equal((await act(service, ana, id, 'acknowledge')).status, 200)
  await ask('DELETE', `/admin/teams/${team.id}/members/${ana.id}`)
  await service.engine.runDue()
  const incident = await incidentOf(service, ben, id)
  assert.deepEqual([incident.state, incident.handledBy], ['OPEN', null])
})

test('who becomes something else than a caregiver leaves the team', async () => {
  const { north } = makeHouse()
  const [rosa, ana] = [await residentOf(north), await caregiver()]
  const team = await createTeam(service, token, north, [ana])
  await ask('POST', `/admin/users/${ana.id}/role`, { role: 'PATIENT' })
  await ask('POST', `/admin/users/${ana.id}/role`, { role: 'CAREGIVER' })
  assert.equal(await hasPatient(ana, rosa), false)
  assert.deepEqual((await ask('GET', `/admin/teams/${team.id}`)).body.data.members, [])
})

test('a resident who was no patient for a while is looked after again', async () => {
  const { north } = makeHouse()
  const [rosa, ana] = [await residentOf(north), await caregiver()]
  await createTeam(service, token, north, [ana])
  await ask('POST', `/admin/users/${rosa.id}/role`, { role: 'CAREGIVER' })
  assert.equal(await countRows(service, 'assignments where patient_id = $1', [rosa.id]), 0)
  await ask('POST', `/admin/users/${rosa.id}/role`, { role: 'PATIENT' })
  assert.equal(await hasPatient(ana, rosa), true)
})

test('one who joins while somebody moves in is assigned to them', async () => {
  for (let round = 0; round < 5; round++) {
    const { north, south } = makeHouse()
    const [rosa, ana] = [await residentOf(south), await caregiver()]
    const team = await createTeam(service, token, north)
    await Promise.all([
      join(service, token, team, ana.id),
      service.ctx.db.transaction(async (tx) => {
        await tx.query('update residences set ward = $2 where patient_id = $1', [rosa.id, 'North'])
        await reconcileTeamAssignments(service.ctx, tx, systemCaller, { patientIds: [rosa.id] })
      }),
    ])
    assert.equal(await hasPatient(ana, rosa), true)
  }
})

test('500 residents and ten members are assigned by one request, each with an audit entry', async ({
  mock,
}) => {
  const { north, site } = makeHouse()
  await service.ctx.db.query(
    `with people as (
       insert into users (id, first_name, last_name, role, created_at)
       select gen_random_uuid(), 'R', i::text, 'PATIENT', now() from generate_series(1, 500) as i returning id
     )
     insert into residences (patient_id, site, ward, confirmed) select id, $1, 'North', true from people`,
    [site],
  )
  const members = await Promise.all(Array.from({ length: 10 }, caregiver))
  const team = await createTeam(service, token)
  for (const { id } of members) await join(service, token, team, id)
  const query = mock.method(pg.Client.prototype, 'query')
  assert.equal((await ask('PUT', `/admin/teams/${team.id}`, north)).status, 200)
  assert.ok(query.mock.callCount() < 100, `${query.mock.callCount()} statements: one for each of them?`)
  query.mock.restore()
  const assigned = `assignments join residences using (patient_id) where site = $1`
  assert.equal(await countRows(service, assigned, [site]), 5000)
  const audited = `audit_log join residences on patient_id = subject_id
    where site = $1 and action = 'patient.assigned'`
  assert.equal(await countRows(service, audited, [site]), 5000)
  assert.equal((await ask('DELETE', `/admin/teams/${team.id}`)).status, 200)
  assert.equal(await countRows(service, assigned, [site]), 0)
})

describe('a team is refused', () => {
  const bodies: [string, object, string][] = [
    ['without a name', { ward: 'North' }, 'name'],
    ['with a blank name', { name: ' ' }, 'name'],
    ['with a site and no ward', { name: 'A', site: 'House' }, 'ward'],
    ['with a ward of 101 characters', { name: 'A', ward: 'a'.repeat(101) }, 'ward'],
  ]
  for (const [title, body, field] of bodies)
    test(title, async () => {
      const answer = await ask('POST', '/admin/teams', body)
      assert.equal(answer.status, 400)
      assert.deepEqual(Object.keys(answer.body.details), [field])
    })

  test('with the name of another', async () => {
    const [{ name }, other] = [await createTeam(service, token), await createTeam(service, token)]
    assert.equal((await ask('POST', '/admin/teams', { name })).status, 409)
    assert.equal((await ask('PUT', `/admin/teams/${other.id}`, { name })).status, 409)
  })

  test('with a change of nothing, or to a site without a ward', async () => {
    const { id } = await createTeam(service, token)
    assert.equal((await ask('PUT', `/admin/teams/${id}`, {})).status, 400)
    assert.deepEqual((await ask('PUT', `/admin/teams/${id}`, { site: 'House' })).body.details, {
      ward: 'is required with a site',
    })
  })
})

test('only caregivers are members, only patients are chosen, each once', async () => {
  const { id } = await createTeam(service, token)
  const [rosa, ana] = [await patient(), await caregiver()]
  const paths: [string, string, number][] = [
    ['POST', `members/${rosa.id}`, 404],
    ['POST', `members/${randomUUID()}`, 404],
    ['POST', `patients/${ana.id}`, 404],
    ['POST', `members/${ana.id}`, 201],
    ['POST', `members/${ana.id}`, 409],
    ['DELETE', `members/${ana.id}`, 200],
    ['DELETE', `members/${ana.id}`, 404],
    ['DELETE', `patients/${rosa.id}`, 404],
    ['POST', 'members/ana', 400],
  ]
  for (const [method, path, status] of paths)
    assert.equal((await ask(method, `/admin/teams/${id}/${path}`)).status, status, `${method} ${path}`)
  assert.equal((await ask('POST', `/admin/teams/${randomUUID()}/members/${ana.id}`)).status, 404)
})
