import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { addDevice, assertFields, assign, countRows, sixCallers, tally, times } from '../support/readings.ts'
import { adminAccount, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

let admin: string | undefined
const adminToken = async () => {
  admin ??= await service.adminToken()
  return admin
}

const asAdmin = async (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: await adminToken(), body })

const newcomer = (fields: Record<string, unknown> = {}) => ({
  email: `${randomUUID()}@example.org`,
  firstName: 'Ana',
  lastName: 'Gil',
  ...fields,
})

const signUpCaregiver = (fields: Record<string, unknown> = {}) =>
  service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil', ...fields })

const auditLines = (action: string, subjectId: string) =>
  service.ctx.db.query<{ message: string; actorId: string; requestId: string }>(
    `select message, actor_id as "actorId", request_id as "requestId" from audit_log
     where action = $1 and subject_id = $2`,
    [action, subjectId],
  )

const unset = { phone: null, specialization: null, organization: null }

describe('the profile of a caregiver', () => {
  test('has exactly the fields of the contract, for the caregiver and for an admin', async () => {
    const { id, email, token } = await signUpCaregiver()
    const me = await service.call('GET', '/caregivers/me', { token })
    assert.equal(me.status, 200)
    assert.deepEqual(me.body, {
      success: true,
      data: {
        ...{ id, email, firstName: 'Ana', lastName: 'Gil', role: 'CAREGIVER' },
        ...unset,
        ...{ patients: 0, activeAlerts: 0 },
      },
    })
    assert.deepEqual((await service.call('GET', `/caregivers/${id}`, { token })).body, me.body)
    assert.deepEqual((await asAdmin('GET', `/caregivers/${id}`)).body, me.body)
  })

  test('counts the assigned patients, and the unacknowledged alerts of only those', async () => {
    const { id, token } = await signUpCaregiver()
    const patients = await times(3, () => service.signUp())
    for (const patient of patients) {
      await assign(service, id, patient.id)
      await service.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } })
    }
    const counts = async () => {
      const { patients, activeAlerts } = (await service.call('GET', '/caregivers/me', { token })).body.data
      return [patients, activeAlerts]
    }
    assert.deepEqual(await counts(), [3, 3])
    const [alert] = (await service.call('GET', '/caregivers/alerts', { token })).body.data
    await service.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, { token })
    assert.deepEqual(await counts(), [3, 2])
    const [other] = (await service.call('GET', '/caregivers/alerts', { token })).body.data
    await service.ctx.db.query('delete from assignments where patient_id = $1', [other.patientId])
    assert.deepEqual(await counts(), [2, 1])
  })

  test('an id that is no caregiver’s is 404, for whoever may ask', async () => {
    const [patient, { token }] = [await service.signUp(), await signUpCaregiver()]
    for (const id of [randomUUID(), patient.id]) {
      for (const asker of [token, await adminToken()]) {
        for (const [method, path] of [
          ['GET', ''],
          ['PUT', ''],
          ['GET', '/patients'],
        ] as const) {
          const answer = await service.call(method, `/caregivers/${id}${path}`, {
            token: asker,
            ...(method === 'PUT' && { body: { firstName: 'Ana' } }),
          })
          assert.equal(answer.status, 404, `${method} ${path}`)
        }
      }
      assert.equal((await asAdmin('DELETE', `/caregivers/${id}`)).status, 404)
    }
    assert.equal((await service.call('GET', '/me', { token: patient.token })).status, 200)
  })

  test('is found under an id in capitals', async () => {
    const { id, token } = await signUpCaregiver()
    const answer = await service.call('GET', `/caregivers/${id.toUpperCase()}`, { token })
    assert.deepEqual([answer.status, answer.body.data.id], [200, id])
  })

  test('a look of an admin is in the audit log, the own look is not', async () => {
    const { id, token } = await signUpCaregiver()
    await service.call('GET', `/caregivers/${id}`, { token })
    assert.deepEqual(await auditLines('record.viewed', id), [])
    await asAdmin('GET', `/caregivers/${id}`)
    assert.equal((await auditLines('record.viewed', id)).length, 1)
  })
})

describe('inviting a caregiver', () => {
  test('answers 201 with the profile and an invitation, by which the newcomer gets in', async () => {
    const body = newcomer({
      email: `  ${randomUUID()}@Example.ORG `,
      phone: '+34 600 123 456',
      specialization: ' Geriatrics ',
      organization: 'Casa Verde',
      role: 'ADMIN',
    })
    const answer = await asAdmin('POST', '/caregivers', body)
    assert.equal(answer.status, 201, answer.text)
    const { id, invitation, ...profile } = answer.body.data
    assert.deepEqual(profile, {
      ...{ email: body.email.trim().toLowerCase(), firstName: 'Ana', lastName: 'Gil', role: 'CAREGIVER' },
      ...{ phone: '+34 600 123 456', specialization: 'Geriatrics', organization: 'Casa Verde' },
      ...{ patients: 0, activeAlerts: 0 },
    })
    assertFields(invitation, ['token', 'expiresAt'])
    const days = (Date.parse(invitation.expiresAt) - service.ctx.now().getTime()) / 86_400_000
    assert.ok(days > 6.9 && days <= 7)
    const accepted = await service.call('POST', '/auth/accept-invitation', {
      body: { token: invitation.token, password: goodPassword },
    })
    assert.equal(accepted.status, 200)
    const me = await service.call('GET', '/caregivers/me', { token: accepted.body.token })
    assert.deepEqual([me.status, me.body.data], [200, { id, ...profile }])
    const [line, ...others] = await auditLines('caregiver.invited', id)
    assert.ok(line?.actorId && line.requestId)
    assert.deepEqual([others, line.message], [[], 'Caregiver invited'])
  })

  test('takes a newcomer of whom nothing more is known, or only blanks', async () => {
    for (const more of [{}, { specialization: '  ', organization: '' }]) {
      const { status, body } = await asAdmin('POST', '/caregivers', newcomer(more))
      const { phone, specialization, organization } = body.data
      assert.deepEqual([status, { phone, specialization, organization }], [201, unset])
    }
  })

  const badBodies: [title: string, fields: Record<string, unknown>, field: string][] = [
    ['no e-mail', { email: undefined }, 'email'],
    ['no first name', { firstName: undefined }, 'firstName'],
    ['no last name', { lastName: undefined }, 'lastName'],
    ['a bad e-mail', { email: 'ana' }, 'email'],
    ['a blank first name', { firstName: '  ' }, 'firstName'],
    ['a last name of 101 characters', { lastName: 'x'.repeat(101) }, 'lastName'],
    ['a phone of letters', { phone: 'call me' }, 'phone'],
    ['a specialization that is a number', { specialization: 7 }, 'specialization'],
    ['a specialization of 2001 characters', { specialization: 'x'.repeat(2001) }, 'specialization'],
    ['an organization that is null', { organization: null }, 'organization'],
  ]
  for (const [title, fields, field] of badBodies) {
    test(`is refused with ${title}`, async () => {
      const body = newcomer(fields)
      const answer = await asAdmin('POST', '/caregivers', body)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
      assert.equal(await countRows(service, 'users where email = $1', [body.email ?? '']), 0)
    })
  }

  test('with an address that is taken is 409, and of ten at once one succeeds', async () => {
    const taken = await asAdmin('POST', '/caregivers', newcomer({ email: adminAccount.email.toUpperCase() }))
    assert.deepEqual([taken.status, taken.body.success], [409, false])
    const body = newcomer()
    const answers = await times(10, () => asAdmin('POST', '/caregivers', body))
    assert.deepEqual(tally(answers), { 201: 1, 409: 9 })
  })
})

describe('changing a caregiver', () => {
  const full = {
    firstName: 'Eva',
    lastName: 'Sol',
    phone: '+34 1',
    specialization: 'Night shift',
    organization: 'Casa Azul',
  }

  test('answers the profile with what was given, and leaves the rest', async () => {
    const { id, email, token } = await signUpCaregiver()
    const change = (body: unknown) => service.call('PUT', `/caregivers/${id}`, { token, body })
    const answer = await change({ ...full, email: 'x@example.org', role: 'ADMIN', patients: 7 })
    assert.equal(answer.status, 200)
    const changed = { id, email, role: 'CAREGIVER', ...full, patients: 0, activeAlerts: 0 }
    assert.deepEqual(answer.body.data, changed)
    assert.deepEqual((await change({ phone: '+34 2' })).body.data, { ...changed, phone: '+34 2' })
    const emptied = { specialization: null, organization: null }
    assert.deepEqual((await change({ specialization: ' ', organization: '' })).body.data, {
      ...changed,
      phone: '+34 2',
      ...emptied,
    })
  })

  test('is in the audit log, by whomever, with only the names of the fields', async () => {
    const { id, token } = await signUpCaregiver()
    const body = { organization: 'Casa Azul' }
    assert.equal((await service.call('PUT', `/caregivers/${id}`, { token, body })).status, 200)
    const answer = await asAdmin('PUT', `/caregivers/${id}`, { firstName: 'Eva', phone: '+34 1' })
    assert.deepEqual([answer.status, answer.body.data.firstName], [200, 'Eva'])
    const messages = (await auditLines('caregiver.changed', id)).map(({ message }) => message)
    assert.deepEqual(messages.sort(), ['Changed firstName, phone', 'Changed organization'])
  })

  for (const [field, value] of [
    ['firstName', ''],
    ['lastName', null],
    ['phone', '1'],
    ['specialization', ['x']],
    ['organization', 'x'.repeat(2001)],
  ] as const) {
    test(`is refused for a bad ${field}, and changes nothing`, async () => {
      const { id, token } = await signUpCaregiver()
      const body = { ...full, [field]: value }
      const answer = await service.call('PUT', `/caregivers/${id}`, { token, body })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
      assert.equal((await service.call('GET', '/me', { token })).body.data.firstName, 'Ana')
    })
  }
})

test('a deleted caregiver is gone with sessions and assignments, and the patients stay', async () => {
  const [{ id, token }, patient] = [await signUpCaregiver(), await service.signUp()]
  await assign(service, id, patient.id)
  const answer = await asAdmin('DELETE', `/caregivers/${id}`)
  assert.deepEqual([answer.status, answer.body], [200, { success: true, data: { id, deleted: true } }])
  assert.equal((await service.call('GET', '/caregivers/me', { token })).status, 401)
  assert.equal((await asAdmin('DELETE', `/caregivers/${id}`)).status, 404)
  assert.equal(await countRows(service, 'assignments where caregiver_id = $1', [id]), 0)
  assert.equal((await service.call('GET', '/me', { token: patient.token })).status, 200)
  assert.equal((await auditLines('user.deleted', id)).length, 1)
})

describe('the list of caregivers', () => {
  test('holds every caregiver and nobody else, each with the profile', async () => {
    const [ana, patient] = [await signUpCaregiver(), await service.signUp()]
    await assign(service, ana.id, patient.id)
    await service.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } })
    const { status, body } = await asAdmin('GET', '/caregivers?limit=1')
    assert.equal(status, 200)
    assertFields(body, ['success', 'data', 'pagination'])
    const me = await service.call('GET', '/caregivers/me', { token: ana.token })
    assert.deepEqual(body.data, [me.body.data])
    assert.deepEqual([body.data[0].patients, body.data[0].activeAlerts], [1, 1])
    const total = await countRows(service, `users where role = 'CAREGIVER'`, [])
    assert.deepEqual(body.pagination, { page: 1, limit: 1, total, totalPages: total })
  })

  const sorts = ['created_at', 'createdAt', 'last_name', 'lastName', 'first_name', 'firstName', 'email']
  for (const sort of sorts) {
    test(`sorted by ${sort}, is the same in pages as at once, and backwards`, async () => {
      await times(3, (i) => signUpCaregiver({ firstName: `F${i % 2}`, lastName: `L${i % 2}` }))
      const ids = async (query: string) =>
        (await asAdmin('GET', `/caregivers?sort=${sort}&${query}`)).body.data.map(
          ({ id }: { id: string }) => id,
        )
      const atOnce = await ids('limit=100&order=asc')
      const paged = []
      for (let page = 1; page <= Math.ceil(atOnce.length / 7); page++)
        paged.push(...(await ids(`limit=7&order=asc&page=${page}`)))
      assert.deepEqual(paged, atOnce)
      assert.equal(new Set(atOnce).size, atOnce.length)
      assert.deepEqual(await ids('limit=100'), atOnce.toReversed())
      const column = sort.replace(/N/, '_n').replace('createdAt', 'created_at')
      const rows = await service.ctx.db.query<{ id: string }>(
        `select id from users where role = 'CAREGIVER' order by ${column}, id`,
      )
      assert.deepEqual(
        atOnce,
        rows.map(({ id }) => id),
      )
    })
  }

  test('refuses what it cannot be sorted by, and a page past its end is empty', async () => {
    const bad = await asAdmin('GET', '/caregivers?sort=phone&order=up&page=0')
    assert.deepEqual([bad.status, Object.keys(bad.body.details).sort()], [400, ['order', 'page', 'sort']])
    const past = await asAdmin('GET', '/caregivers?page=1000000')
    assert.deepEqual([past.status, past.body.data], [200, []])
  })
})

describe('assigning a patient', () => {
  test('answers 201 with the assignment, and is in the audit log', async () => {
    const [{ id }, patient] = [await signUpCaregiver(), await service.signUp()]
    const body = { patientId: patient.id.toUpperCase(), relationship: ' Daughter ' }
    const answer = await asAdmin('POST', `/caregivers/${id}/patients`, body)
    assert.equal(answer.status, 201)
    const { createdAt, ...rest } = answer.body.data
    assert.deepEqual(rest, { caregiverId: id, patientId: patient.id, relationship: 'Daughter' })
    assert.equal(new Date(createdAt).toISOString(), createdAt)
    const lines = await auditLines('patient.assigned', patient.id)
    assert.deepEqual([lines.length, lines[0]?.message], [1, `Patient assigned to caregiver ${id}`])
    const again = await asAdmin('POST', `/caregivers/${id}/patients`, { ...body, relationship: 'Nurse' })
    assert.deepEqual([again.status, again.body.success], [409, false])
    assert.equal((await auditLines('patient.assigned', patient.id)).length, 1)
    const condition = 'assignments where caregiver_id = $1 and relationship = $2'
    assert.equal(await countRows(service, condition, [id, 'Daughter']), 1)
  })

  test('of ten at once one succeeds', async () => {
    const [{ id }, patient] = [await signUpCaregiver(), await service.signUp()]
    const body = { patientId: patient.id }
    const answers = await times(10, () => asAdmin('POST', `/caregivers/${id}/patients`, body))
    assert.deepEqual(tally(answers), { 201: 1, 409: 9 })
  })

  for (const relationship of [undefined, '', '  ', 'x'.repeat(100)]) {
    test(`takes the relationship ${JSON.stringify(relationship)?.slice(0, 12)}`, async () => {
      const [{ id }, patient] = [await signUpCaregiver(), await service.signUp()]
      const body = { patientId: patient.id, relationship }
      const answer = await asAdmin('POST', `/caregivers/${id}/patients`, body)
      assert.deepEqual(
        [answer.status, answer.body.data.relationship],
        [201, relationship?.trim() ? relationship : null],
      )
    })
  }

  const badBodies: [body: unknown, field: string][] = [
    [{}, 'patientId'],
    [{ patientId: 'rosa' }, 'patientId'],
    [{ patientId: 7 }, 'patientId'],
    [{ patientId: randomUUID(), relationship: 'x'.repeat(2001) }, 'relationship'],
    [{ patientId: randomUUID(), relationship: 7 }, 'relationship'],
  ]
  for (const [body, field] of badBodies) {
    test(`is refused for ${JSON.stringify(body).slice(0, 70)}`, async () => {
      const answer = await asAdmin('POST', `/caregivers/${randomUUID()}/patients`, body)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
    })
  }

  test('is 404 where the one is no caregiver or the other no patient', async () => {
    const [{ id }, other, patient] = [
      await signUpCaregiver(),
      await signUpCaregiver(),
      await service.signUp(),
    ]
    const pairs: [string, string, string][] = [
      [randomUUID(), patient.id, 'Caregiver not found'],
      [patient.id, patient.id, 'Caregiver not found'],
      [id, randomUUID(), 'Patient not found'],
      [id, other.id, 'Patient not found'],
      [id, id, 'Patient not found'],
    ]
    for (const [caregiverId, patientId, error] of pairs) {
      const answer = await asAdmin('POST', `/caregivers/${caregiverId}/patients`, { patientId })
      assert.deepEqual([answer.status, answer.body.error], [404, error])
    }
  })

  test('a patient who is being deleted is 201 or 404, and leaves nothing behind', async () => {
    const caregivers = await times(5, () => signUpCaregiver())
    const patient = await service.signUp()
    const [deleted, ...answers] = await Promise.all([
      service.call('DELETE', '/profile/me', { token: patient.token, body: { confirmation: true } }),
      ...caregivers.map(({ id }) => asAdmin('POST', `/caregivers/${id}/patients`, { patientId: patient.id })),
    ])
    assert.equal(deleted.status, 200)
    for (const { status, text } of answers) assert.ok([201, 404].includes(status), text)
    assert.equal(await countRows(service, 'assignments where patient_id = $1', [patient.id]), 0)
  })
})

describe('unassigning a patient', () => {
  test('answers the pair once, then 404, and is in the audit log', async () => {
    const [{ id, token }, patient] = [await signUpCaregiver(), await service.signUp()]
    await assign(service, id, patient.id)
    const path = `/caregivers/${id}/patients/${patient.id}`
    const answer = await asAdmin('DELETE', path)
    const data = { caregiverId: id, patientId: patient.id, unassigned: true }
    assert.deepEqual([answer.status, answer.body], [200, { success: true, data }])
    assert.deepEqual((await service.call('GET', `/caregivers/${id}/patients`, { token })).body.data, [])
    assert.equal((await asAdmin('DELETE', path)).status, 404)
    assert.equal((await auditLines('patient.unassigned', patient.id)).length, 1)
  })

  test('of ten at once one succeeds', async () => {
    const [{ id }, patient] = [await signUpCaregiver(), await service.signUp()]
    await assign(service, id, patient.id)
    const answers = await times(10, () => asAdmin('DELETE', `/caregivers/${id}/patients/${patient.id}`))
    assert.deepEqual(tally(answers), { 200: 1, 404: 9 })
  })

  test('names the id that is none', async () => {
    const answer = await asAdmin('DELETE', `/caregivers/${randomUUID()}/patients/rosa`)
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['patientId']])
  })
})

describe('the patients of a caregiver', () => {
  test('show how they are doing', async () => {
    const [{ id, token }, rosa] = [await signUpCaregiver(), await service.signUp()]
    await assign(service, id, rosa.id)
    for (const confidence of [0.2, 0.4, 0.6, 0.95])
      await service.call('POST', '/falls', { token: rosa.token, body: { confidence } })
    await addDevice(service, rosa.token)
    const { first, send } = await addDevice(service, rosa.token)
    const { timestamp } = await send({ heart_rate: 72 })
    assert.notEqual(timestamp, first.timestamp)
    await service.ctx.db.query(
      `insert into falls (id, user_id, confidence, status, created_at, updated_at)
       values ($1, $2, 0.8, 'HIGH', $3, $3)`,
      [randomUUID(), rosa.id, new Date(service.ctx.now().getTime() - 31 * 86_400_000)],
    )
    const answer = await service.call('GET', `/caregivers/${id}/patients`, { token })
    assert.equal(answer.status, 200)
    const [patient] = answer.body.data
    const { healthScore, ...rest } = patient
    assert.deepEqual(rest, {
      ...{ id: rosa.id, name: 'Rosa Marín', email: rosa.email },
      ...{ lastActive: timestamp, devices: 2, recentFalls: 2 },
    })
    const health = await asAdmin('GET', `/patients/${rosa.id}/health`)
    assert.equal(healthScore, health.body.data.healthScore)
    assert.ok(healthScore < 100)
    assert.deepEqual(answer.body.pagination, { page: 1, limit: 10, total: 1, totalPages: 1 })
    await asAdmin('PUT', `/caregivers/${id}/patients/${rosa.id}`, { priority: 3 })
    const query = { priorities: 'true' }
    const [withPriority] = (await service.call('GET', `/caregivers/${id}/patients`, { token, query })).body
      .data
    assert.deepEqual(withPriority, { ...patient, priority: 3, kind: 'STAFF', relationship: null })
  })

  test('who have sent no reading have 100, and were never active', async () => {
    const { id, token } = await signUpCaregiver()
    const rosa = await service.signUp()
    await service.ctx.db.query('update users set last_login = null where id = $1', [rosa.id])
    await assign(service, id, rosa.id)
    const [patient] = (await service.call('GET', `/caregivers/${id}/patients`, { token })).body.data
    assert.deepEqual(patient, {
      ...{ id: rosa.id, name: 'Rosa Marín', email: rosa.email, healthScore: 100 },
      ...{ lastActive: null, devices: 0, recentFalls: 0 },
    })
  })

  test('were last active when they signed in, if that is newer than what they wear', async () => {
    const { id, token } = await signUpCaregiver()
    const rosa = await service.signUp()
    await addDevice(service, rosa.token)
    await assign(service, id, rosa.id)
    service.advance('1m')
    const { lastLogin } = (
      await service.call('GET', '/me', { token: (await service.logIn(rosa.email)).body.token })
    ).body.data
    const [patient] = (await service.call('GET', `/caregivers/${id}/patients`, { token })).body.data
    assert.equal(patient.lastActive, lastLogin)
  })

  test('are sorted by when they were assigned, or by name or address', async () => {
    const { id, token } = await signUpCaregiver()
    const people: [first: string, last: string, email: string][] = [
      ['Cleo', 'Alba', `b${randomUUID()}@example.org`],
      ['Aldo', 'Cruz', `c${randomUUID()}@example.org`],
      ['Bea', 'Bravo', `a${randomUUID()}@example.org`],
    ]
    for (const [firstName, lastName, email] of people) {
      await assign(service, id, (await service.signUp({ firstName, lastName, email })).id)
      service.advance('1s')
    }
    const orders: [query: string, names: string[]][] = [
      ['', ['Bea', 'Aldo', 'Cleo']],
      ['sort=created_at&order=asc', ['Cleo', 'Aldo', 'Bea']],
      ['sort=lastName&order=asc', ['Cleo', 'Bea', 'Aldo']],
      ['sort=first_name', ['Cleo', 'Bea', 'Aldo']],
      ['sort=email&order=asc', ['Bea', 'Cleo', 'Aldo']],
      ['sort=email&order=asc&limit=2&page=1', ['Bea', 'Cleo']],
      ['sort=email&order=asc&limit=2&page=2', ['Aldo']],
    ]
    for (const [query, names] of orders) {
      const { body } = await service.call('GET', `/caregivers/${id}/patients?${query}`, { token })
      const firstNames = body.data.map(({ name }: { name: string }) => name.split(' ')[0])
      assert.deepEqual([firstNames, body.pagination.total], [names, 3], query)
    }
  })

  test('are other people: each look is in the audit log', async () => {
    const { id, token } = await signUpCaregiver()
    await service.call('GET', `/caregivers/${id}/patients`, { token })
    assert.equal(
      await countRows(service, `audit_log where action = 'records.listed' and actor_id = $1`, [id]),
      1,
    )
  })
})

describe('each endpoint admits whom the access table says', () => {
  const rows: [method: string, path: string, body: unknown, expected: number[]][] = [
    ['GET', '/caregivers', undefined, [401, 403, 403, 403, 403, 200]],
    ['POST', '/caregivers', 'newcomer', [401, 403, 403, 403, 403, 201]],
    ['GET', '/caregivers/me', undefined, [401, 403, 403, 200, 200, 403]],
    ['GET', '/caregivers/:id', undefined, [401, 403, 403, 200, 403, 200]],
    ['PUT', '/caregivers/:id', { organization: 'Casa Verde' }, [401, 403, 403, 200, 403, 200]],
    ['DELETE', '/caregivers/:id', undefined, [401, 403, 403, 403, 403, 200]],
    ['GET', '/caregivers/:id/patients', undefined, [401, 403, 403, 200, 403, 200]],
    ['POST', '/caregivers/:id/patients', 'patient', [401, 403, 403, 403, 403, 201]],
    ['DELETE', '/caregivers/:id/patients/:patientId', undefined, [401, 403, 403, 403, 403, 200]],
  ]
  for (const [method, path, body, expected] of rows) {
    test(`${method} ${path}`, async () => {
      const { self, tokens } = await sixCallers(service)
      const caregiver = await service.call('GET', '/caregivers/me', { token: tokens[3]?.[1] })
      const url = path.replace(':id', caregiver.body.data.id).replace(':patientId', self.id)
      const bodies: Record<string, unknown> = {
        newcomer: newcomer(),
        patient: { patientId: (await service.signUp()).id },
      }
      const statuses = []
      for (const [, token] of tokens) {
        const sent = typeof body === 'string' ? bodies[body] : body
        statuses.push((await service.call(method, url, { token, body: sent })).status)
      }
      assert.deepEqual(statuses, expected)
    })
  }

  for (const [method, path, body] of rows.filter(([, path]) => path.includes(':id'))) {
    test(`${method} ${path} answers 400 for what is no UUID`, async () => {
      const url = path.replace(':id', 'x').replace(':patientId', randomUUID())
      const sent = body === 'patient' ? { patientId: randomUUID() } : body
      const answer = await asAdmin(method, url, sent)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']])
    })
  }
})
