import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  addDevice,
  addUnregisteredDevice,
  assertFields,
  assign,
  countRows,
  type Person,
  sixCallers,
  tally,
  times,
} from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const get = (path: string, token: string, query: Record<string, string | string[]> = {}) =>
  service.call('GET', path, { token, query })
const put = (id: string, token: string, body: unknown) =>
  service.call('PUT', `/patients/${id}`, { token, body })
const invite = (token: string, body: unknown) => service.call('POST', '/patients', { token, body })
const aCaregiver = () => service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })

const newcomer = (fields: object = {}) => ({
  ...{ email: `${randomUUID()}@example.org`, firstName: 'Luis', lastName: 'Vega' },
  ...fields,
})

/** A caregiver and a patient who is assigned to them. */
async function aPair(): Promise<{ ana: Person; rosa: Person }> {
  const [ana, rosa] = [await aCaregiver(), await service.signUp()]
  await assign(service, ana.id, rosa.id)
  return { ana, rosa }
}

const auditEntriesAbout = (subjectId: string) =>
  service.ctx.db.query<{ action: string; message: string; actor: string }>(
    'select action, message, actor_id as actor from audit_log where subject_id = $1 order by at',
    [subjectId],
  )

const identityOf = ({ id, email, firstName, lastName, role }: Person) => ({
  ...{ id, email, firstName, lastName, role },
})
const nothingKnown = { dateOfBirth: null, emergencyContact: null, phone: null }

describe('a patient', () => {
  test('shows exactly the profile with caregivers and devices, alike to all who may see it', async () => {
    const { ana, rosa } = await aPair()
    await service.ctx.db.query(`update assignments set relationship = 'daughter' where patient_id = $1`, [
      rosa.id,
    ])
    await service.call('PUT', '/profile/me', { token: ana.token, body: { phone: '600 1' } })
    const device = await addDevice(service, rosa.token)
    const spare = await addUnregisteredDevice(service, rosa.id)
    const expected = {
      ...identityOf(rosa),
      ...nothingKnown,
      caregivers: [{ id: ana.id, name: 'Ana Gil', relationship: 'daughter', phone: '600 1' }],
      devices: [
        { id: spare.id, name: 'Spare', status: 'UNREGISTERED' },
        { id: device.id, name: `Wearable ${device.mac.slice(-5)}`, status: 'ACTIVE' },
      ],
    }
    const answers = [
      await get('/patients/me', rosa.token),
      await get(`/patients/${rosa.id}`, rosa.token),
      await get(`/patients/${rosa.id}`, ana.token),
      await get(`/patients/${rosa.id}`, await service.adminToken()),
    ]
    for (const { status, body } of answers) {
      assert.deepEqual([status, body], [200, { success: true, data: expected }])
    }
    service.advance('30m')
    const { devices } = (await get('/patients/me', rosa.token)).body.data
    assert.deepEqual(devices[1].status, 'INACTIVE')
  })

  test('has empty lists without devices and caregivers', async () => {
    const rosa = await service.signUp()
    const { data } = (await get('/patients/me', rosa.token)).body
    assert.deepEqual(data, { ...identityOf(rosa), ...nothingKnown, caregivers: [], devices: [] })
  })
})

describe('inviting a patient', () => {
  test('answers 201 with the patient, who is assigned to the caregiver at once, and an invitation', async () => {
    const ana = await aCaregiver()
    const body = newcomer({ dateOfBirth: '1941-05-17', emergencyContact: ' +34 600 123 456 ' })
    const answer = await invite(ana.token, { ...body, role: 'ADMIN', status: 'inactive', phone: '600 1' })
    assert.equal(answer.status, 201)
    const { id, invitation, ...rest } = answer.body.data
    assert.deepEqual(rest, {
      ...body,
      ...{ role: 'PATIENT', phone: null, emergencyContact: '+34 600 123 456', devices: [] },
      caregivers: [{ id: ana.id, name: 'Ana Gil', relationship: null, phone: null }],
    })
    assertFields(invitation, ['token', 'expiresAt'])
    const days = (Date.parse(invitation.expiresAt) - service.ctx.now().getTime()) / 86_400_000
    assert.ok(days <= 7 && days > 6.99)
    const read = await get(`/patients/${id}`, ana.token)
    assert.deepEqual([read.status, read.body.data], [200, { id, ...rest }])
    const entries = (await auditEntriesAbout(id)).map(({ action, actor }) => [action, actor])
    assert.deepEqual(entries[0], ['patient.invited', ana.id])
  })

  test('lets the patient choose a password and sign in', async () => {
    const ana = await aCaregiver()
    const body = newcomer()
    const { id, invitation } = (await invite(ana.token, body)).body.data
    assert.equal((await service.logIn(body.email)).status, 401)
    const acceptance = { token: invitation.token, password: goodPassword }
    const accepted = await service.call('POST', '/auth/accept-invitation', { body: acceptance })
    assert.equal(accepted.status, 200)
    assert.equal((await get('/patients/me', accepted.body.token)).body.data.id, id)
  })

  const bad: [string, object, string][] = [
    ...['firstName', 'lastName'].flatMap((field): [string, object, string][] => [
      [`no ${field}`, { [field]: undefined }, field],
      [`a blank ${field}`, { [field]: '  ' }, field],
      [`a number as ${field}`, { [field]: 7 }, field],
      [`null as ${field}`, { [field]: null }, field],
    ]),
    ['a blank address', { email: '  ' }, 'email'],
    ['a number as address', { email: 7 }, 'email'],
    ['an address without a domain', { email: 'luis' }, 'email'],
    ['a name of 101 characters', { firstName: 'x'.repeat(101) }, 'firstName'],
    ['a date of no calendar', { dateOfBirth: '2023-02-30' }, 'dateOfBirth'],
    ['a date in the future', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
    ['a contact that is no phone number', { emergencyContact: 'my son' }, 'emergencyContact'],
    ['a contact of 33 digits', { emergencyContact: '1'.repeat(33) }, 'emergencyContact'],
  ]
  for (const [title, fields, place] of bad) {
    test(`is refused with 400 for ${title}, and nothing is made`, async () => {
      const ana = await aCaregiver()
      const body = newcomer(fields)
      const { status, body: answer } = await invite(ana.token, body)
      assert.deepEqual([status, Object.keys(answer.details)], [400, [place]])
      assert.equal(await countRows(service, 'users where email = $1', [body.email]), 0)
      assert.equal(await countRows(service, 'assignments where caregiver_id = $1', [ana.id]), 0)
    })
  }

  test('names every field that is missing', async () => {
    const ana = await aCaregiver()
    for (const body of [undefined, {}]) {
      const answer = await invite(ana.token, body)
      assert.equal(answer.status, 400)
      assertFields(answer.body.details, ['firstName', 'lastName'])
    }
  })

  test('is 409 for a taken address, in whatever case, and leaves its owner alone', async () => {
    const [ana, rosa] = [await aCaregiver(), await service.signUp()]
    const taken = newcomer({ email: ` ${rosa.email.toUpperCase()}`, dateOfBirth: '1941-05-17' })
    const { status, body } = await invite(ana.token, taken)
    assert.deepEqual([status, body.success], [409, false])
    assert.equal(await countRows(service, 'assignments where caregiver_id = $1', [ana.id]), 0)
    assert.equal((await get('/patients/me', rosa.token)).body.data.dateOfBirth, null)
  })

  test('of ten who invite the same person at once, one succeeds and is assigned to them', async () => {
    const [ana, eva] = [await aCaregiver(), await aCaregiver()]
    const body = newcomer()
    const answers = await times(10, (i) => invite((i % 2 ? ana : eva).token, body))
    assert.deepEqual(tally(answers), { 201: 1, 409: 9 })
    const id = answers.find(({ status }) => status === 201)?.body.data.id
    assert.equal(await countRows(service, 'users where email = $1', [body.email]), 1)
    assert.equal(await countRows(service, 'assignments where patient_id = $1', [id]), 1)
  })

  test('by a caregiver who is being deleted succeeds or is refused, and nothing breaks', async () => {
    const ana = await aCaregiver()
    const [deletion, ...answers] = await Promise.all([
      service.call('DELETE', '/profile/me', { token: ana.token, body: { confirmation: true } }),
      ...Array.from({ length: 10 }, () => invite(ana.token, newcomer())),
    ])
    assert.equal(deletion.status, 200)
    for (const { status } of answers) assert.ok([201, 401, 403].includes(status), `answered ${status}`)
  })
})

describe('changing a patient', () => {
  const change = {
    ...{ firstName: 'Rosalía', lastName: 'Gómez', dateOfBirth: '1941-05-17' },
    ...{ phone: '600 1', emergencyContact: '+34 (600) 2-3.4' },
  }

  test('answers the patient as it is from then on', async () => {
    const { ana, rosa } = await aPair()
    const before = (await get('/patients/me', rosa.token)).body.data
    const body = {
      ...change,
      email: 'x@example.org',
      role: 'ADMIN',
      status: 'inactive',
      bloodPressure: '120/80',
    }
    const answer = await put(rosa.id, ana.token, body)
    assert.deepEqual([answer.status, answer.body], [200, { success: true, data: { ...before, ...change } }])
    assert.deepEqual((await get('/patients/me', rosa.token)).body.data, answer.body.data)
  })

  test('leaves what is not given', async () => {
    const { ana, rosa } = await aPair()
    await put(rosa.id, ana.token, change)
    const answer = await put(rosa.id, ana.token, { phone: '600 9' })
    const { caregivers: _, devices: __, ...rest } = answer.body.data
    assert.deepEqual(rest, { ...identityOf(rosa), ...change, phone: '600 9' })
  })

  test('is in the audit log, without what was changed', async () => {
    const { ana, rosa } = await aPair()
    await put(rosa.id, ana.token, { ...change, bloodPressure: '120/80' })
    const entries = await auditEntriesAbout(rosa.id)
    assert.deepEqual(entries, [{ action: 'patient.updated', message: 'Patient changed', actor: ana.id }])
  })

  const bad: [string, object, string][] = [
    ['a blank name', { firstName: ' ' }, 'firstName'],
    ['a name of 101 characters', { lastName: 'x'.repeat(101) }, 'lastName'],
    ['null as a name', { lastName: null }, 'lastName'],
    ['a date that is none', { dateOfBirth: '17.05.1941' }, 'dateOfBirth'],
    ['a phone number of letters', { phone: 'call me' }, 'phone'],
    ['a contact of two digits', { emergencyContact: '11' }, 'emergencyContact'],
    ...[
      '',
      '120',
      '120/',
      '/80',
      '120-80',
      '120 80',
      '120/80/60',
      '120.5/80',
      'a/b',
      '1200/80',
      '-120/80',
    ].map((bloodPressure): [string, object, string] => [
      `"${bloodPressure}"`,
      { bloodPressure },
      'bloodPressure',
    ]),
    ...['80/120', '80/80', '39/20', '301/80', '120/19', '210/201'].map(
      (bloodPressure): [string, object, string] => [bloodPressure, { bloodPressure }, 'bloodPressure'],
    ),
    ['a number as blood pressure', { bloodPressure: 120 }, 'bloodPressure'],
  ]
  for (const [title, fields, place] of bad) {
    test(`is refused with 400 for ${title}, and nothing is changed`, async () => {
      const { ana, rosa } = await aPair()
      const answer = await put(rosa.id, ana.token, { ...change, ...fields })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [place]])
      assert.equal((await get('/patients/me', rosa.token)).body.data.phone, null)
      assert.deepEqual(await auditEntriesAbout(rosa.id), [])
    })
  }

  for (const bloodPressure of ['40/20', '300/200', '81/80', '99/65']) {
    test(`takes a blood pressure of ${bloodPressure}`, async () => {
      const { ana, rosa } = await aPair()
      assert.equal((await put(rosa.id, ana.token, { bloodPressure: ` ${bloodPressure} ` })).status, 200)
      const { vitals } = (await get(`/patients/${rosa.id}/health`, ana.token)).body.data
      assert.equal(vitals.bloodPressure, bloodPressure)
    })
  }

  test('at once by many keeps every field', async () => {
    const { ana, rosa } = await aPair()
    const changes = Object.entries(change).map(([field, value]) => ({ [field]: value }))
    const answers = await Promise.all(changes.map((body) => put(rosa.id, ana.token, body)))
    assert.deepEqual(tally(answers), { 200: 5 })
    const { caregivers: _, devices: __, ...rest } = (await get('/patients/me', rosa.token)).body.data
    assert.deepEqual(rest, { ...identityOf(rosa), ...change })
  })
})

describe('deleting a patient', () => {
  test('takes everything of theirs along, and their sessions', async () => {
    const { ana, rosa } = await aPair()
    const { id: deviceId } = await addDevice(service, rosa.token)
    const token = await service.adminToken()
    const answer = await service.call('DELETE', `/patients/${rosa.id}`, { token })
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { success: true, data: { id: rosa.id, deleted: true } }],
    )
    assert.equal((await get('/me', rosa.token)).status, 401)
    assert.equal((await service.logIn(rosa.email)).status, 401)
    assert.equal((await get(`/device/${deviceId}`, token)).status, 404)
    assert.equal((await get('/patients', ana.token)).body.pagination.total, 0)
    for (const path of ['', '/health', '/falls', '/devices']) {
      assert.equal((await get(`/patients/${rosa.id}${path}`, ana.token)).status, 404, path)
    }
    assert.equal((await service.call('DELETE', `/patients/${rosa.id}`, { token })).status, 404)
    assert.deepEqual((await auditEntriesAbout(rosa.id)).at(-1)?.action, 'user.deleted')
  })

  test('is 404 for a caregiver and for an admin, who stay', async () => {
    const ana = await aCaregiver()
    const token = await service.adminToken()
    const admin = (await get('/me', token)).body.data.id
    for (const id of [ana.id, admin]) {
      assert.equal((await service.call('DELETE', `/patients/${id}`, { token })).status, 404)
    }
    assert.equal((await get('/me', ana.token)).status, 200)
  })
})

test('the falls of a patient are those that the patient sees', async () => {
  const { ana, rosa } = await aPair()
  for (const confidence of [0.4, 0.8]) {
    const body = { confidence, location: 'Kitchen' }
    const reported = await service.call('POST', '/falls', { token: rosa.token, body })
    assert.equal(reported.status, 201, reported.text)
  }
  const path = `/patients/${rosa.id}/falls`
  for (const query of [
    {},
    { status: 'HIGH' },
    { days: '1', sort: 'confidence' },
    { limit: '1', page: '2' },
  ]) {
    const theirs = await get('/falls', rosa.token, query)
    const { status, body } = await get(path, ana.token, query)
    // Caregivers also see what became of each fall.
    const data = body.data.map(({ incident, ...fall }: { incident: object | null }) => fall)
    assert.deepEqual([status, { ...body, data }], [200, theirs.body])
  }
  assert.equal((await get(path, ana.token)).body.data.length, 2)
  for (const query of [{ days: '0' }, { status: 'BAD' }, { sort: 'location' }] as Record<string, string>[]) {
    const answer = await get(path, ana.token, query)
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, Object.keys(query)])
  }
})

test('the devices of a patient are shown as a device is with its placement, the newest first, a page at a time', async () => {
  const { ana, rosa } = await aPair()
  const path = `/patients/${rosa.id}/devices`
  assert.deepEqual((await get(path, ana.token)).body.data, [])
  const [first, second] = [
    await addDevice(service, rosa.token),
    await addDevice(service, rosa.token, { placement: 'waist' }),
  ]
  await addDevice(service, ana.token)
  const views = []
  for (const [{ id }, placement] of [[second, 'waist'] as const, [first, 'unknown'] as const])
    views.push({ ...(await get(`/device/${id}`, rosa.token)).body.data, placement })
  const answer = await get(path, ana.token)
  const pagination = { page: 1, limit: 10, total: 2, totalPages: 1 }
  assert.deepEqual(answer.body, { success: true, data: views, pagination })
  const older = await get(path, ana.token, { limit: '1', page: '2' })
  assert.deepEqual(older.body.data, [views[1]])
  assert.deepEqual((await get(path, ana.token, { order: 'asc' })).body.data, views.toReversed())
})

describe('each endpoint admits whom the access table says', () => {
  const rows: [method: string, path: string, body: unknown, expected: number[]][] = [
    ['GET', '', undefined, [401, 200, 403, 200, 403, 200]],
    ['GET', '/falls', undefined, [401, 403, 403, 200, 403, 200]],
    ['GET', '/health', undefined, [401, 403, 403, 200, 403, 200]],
    ['GET', '/devices', undefined, [401, 403, 403, 200, 403, 200]],
    ['PUT', '', { phone: '600 1' }, [401, 403, 403, 200, 403, 200]],
    ['DELETE', '', undefined, [401, 403, 403, 403, 403, 200]],
  ]
  for (const [method, path, body, expected] of rows) {
    test(`${method} /patients/:id${path}`, async () => {
      const { self, tokens } = await sixCallers(service)
      const statuses = []
      for (const [, token] of tokens) {
        statuses.push((await service.call(method, `/patients/${self.id}${path}`, { token, body })).status)
      }
      assert.deepEqual(statuses, expected)
    })

    test(`${method} /patients/:id${path} answers 400 for what is no UUID, and 404 for who is no patient`, async () => {
      const token = await service.adminToken()
      const ask = (id: string) => service.call(method, `/patients/${id}${path}`, { token, body })
      for (const id of ['7', 'not-a-uuid', `${randomUUID()}0`]) {
        const { status, body: answer } = await ask(id)
        assert.deepEqual([status, Object.keys(answer.details ?? {})], [400, ['id']], id)
      }
      for (const id of [randomUUID(), (await aCaregiver()).id]) assert.equal((await ask(id)).status, 404)
    })
  }

  test('GET /patients/me, GET /patients and POST /patients', async () => {
    const { self, tokens } = await sixCallers(service)
    const statuses: number[][] = []
    for (const [, token] of tokens) {
      const answers = [
        await get('/patients/me', token),
        await get('/patients', token),
        await invite(token, newcomer()),
      ]
      statuses.push(answers.map(({ status }) => status))
    }
    assert.deepEqual(statuses, [
      [401, 401, 401],
      [200, 403, 403],
      [200, 403, 403],
      [403, 200, 201],
      [403, 200, 201],
      [403, 200, 403],
    ])
    const ids = async (caller: number) => {
      const { data } = (await get('/patients', tokens[caller]?.[1] ?? '')).body
      return data.map(({ id }: { id: string }) => id)
    }
    assert.equal((await ids(3)).includes(self.id), true)
    assert.equal((await ids(4)).includes(self.id), false)
  })

  test('a caregiver who is no longer assigned sees nothing more', async () => {
    const { ana, rosa } = await aPair()
    await service.ctx.db.query('delete from assignments where patient_id = $1', [rosa.id])
    for (const path of ['', '/health', '/falls', '/devices']) {
      assert.equal((await get(`/patients/${rosa.id}${path}`, ana.token)).status, 403, path)
    }
    assert.equal((await put(rosa.id, ana.token, { phone: '600 1' })).status, 403)
    assert.deepEqual((await get('/patients', ana.token)).body.data, [])
  })
})

describe('a look is kept in the audit log', () => {
  for (const path of ['', '/health', '/falls', '/devices']) {
    test(`at /patients/:id${path}`, async () => {
      const { ana, rosa } = await aPair()
      const stranger = await aCaregiver()
      await get(`/patients/${rosa.id}${path}`, stranger.token)
      await get(`/patients/${rosa.id}${path}`, rosa.token)
      await get('/patients/me', rosa.token)
      const views = async () =>
        (await auditEntriesAbout(rosa.id)).filter(({ action }) => action === 'record.viewed')
      assert.deepEqual(await views(), [])
      await get(`/patients/${rosa.id}${path}`, ana.token)
      const message = `GET /api/patients/:id${path}`
      assert.deepEqual(await views(), [{ action: 'record.viewed', message, actor: ana.id }])
    })
  }

  test('at the list', async () => {
    const ana = await aCaregiver()
    await get('/patients', ana.token)
    const views = 'audit_log where actor_id = $1 and action = $2'
    assert.equal(await countRows(service, views, [ana.id, 'records.listed']), 1)
  })
})
