import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCircle } from '../support/people.ts'
import { addDevice, type Person, sendReading } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const statusesOf = async (token: string, paths: string[]) => {
  const statuses = []
  for (const path of paths) statuses.push((await service.call('GET', path, { token })).status)
  return statuses
}

/** Two live sessions of a person, both of which have been seen. */
async function twoSessions({ email, token }: Person): Promise<string[]> {
  const tokens = [token, (await service.logIn(email)).body.token]
  for (const one of tokens) assert.deepEqual(await statusesOf(one, ['/me']), [200])
  return tokens
}

test('a role that an admin changes holds from the next request of every live session on', async () => {
  const { patient, caregiver, neighbour, admin } = await makeCircle(service)
  const device = await addDevice(service, patient.token)
  const tokens = await twoSessions(caregiver)
  const endpoints = [
    '/patients/me',
    '/caregivers/me',
    '/admin/users',
    `/patients/${patient.id}`,
    `/device/${device.id}`,
  ]
  const opens = async (expected: number[]) => {
    for (const token of tokens) assert.deepEqual(await statusesOf(token, endpoints), expected)
  }
  const give = async (role: string) => {
    const path = `/admin/users/${caregiver.id}/role`
    const answer = await service.call('POST', path, { token: admin.token, body: { role } })
    assert.deepEqual([answer.status, answer.body.data.role], [200, role])
    for (const token of tokens) {
      assert.equal((await service.call('GET', '/me', { token })).body.data.role, role)
    }
  }

  await opens([403, 200, 403, 200, 200])
  await give('PATIENT')
  await opens([200, 403, 403, 403, 403])
  await give('ADMIN')
  await opens([403, 403, 200, 200, 200])
  const promoted = { token: tokens[0], body: { firstName: 'Changed' } }
  assert.equal((await service.call('PUT', `/admin/users/${neighbour.id}`, promoted)).status, 200)
  await give('PATIENT')
  await opens([200, 403, 403, 403, 403])
  assert.equal((await service.call('PUT', `/admin/users/${neighbour.id}`, promoted)).status, 403)
})

test('whoever is deactivated is out at once, everywhere, and comes back only by signing in', async () => {
  const { patient, caregiver, admin } = await makeCircle(service)
  const device = await addDevice(service, patient.token)
  const { key } = (await service.call('POST', '/device/keys', { token: patient.token, body: {} })).body.data
  assert.equal((await sendReading(service, key, device.mac)).status, 200)
  service.advance('1s')
  const tokens = await twoSessions(patient)
  const set = (status: string) =>
    service.call('PUT', `/admin/users/${patient.id}`, { token: admin.token, body: { status } })
  const listed = async (status: string) => {
    const { data } = (await service.call('GET', '/patients', { token: caregiver.token, query: { status } }))
      .body
    return data.map(({ id }: Person) => id)
  }

  assert.deepEqual([await listed('active'), await listed('inactive')], [[patient.id], []])
  assert.equal((await set('inactive')).status, 200)
  for (const token of tokens) {
    assert.deepEqual(
      await statusesOf(token, ['/me', '/patients/me', '/falls', `/device/${device.id}`]),
      [401, 401, 401, 401],
    )
    assert.equal((await sendReading(service, token, device.mac)).status, 401)
  }
  assert.ok([401, 403].includes((await sendReading(service, key, device.mac)).status))
  assert.equal((await service.logIn(patient.email)).status, 403)
  assert.equal((await service.logIn(patient.email, 'Wrong-Pass-1!')).status, 401)
  assert.deepEqual([await listed('active'), await listed('inactive')], [[], [patient.id]])
  assert.deepEqual(await statusesOf(caregiver.token, [`/patients/${patient.id}`]), [200])

  assert.equal((await set('active')).status, 200)
  for (const token of tokens) assert.deepEqual(await statusesOf(token, ['/me']), [401])
  const back = await service.logIn(patient.email)
  assert.equal(back.status, 200)
  assert.deepEqual(await statusesOf(back.body.token, ['/me', `/device/${device.id}`]), [200, 200])
})

test('other sessions end with a changed password, and one with its logout', async () => {
  const { patient } = await makeCircle(service)
  const [mine = '', other = ''] = await twoSessions(patient)
  const body = {
    currentPassword: patient.password,
    newPassword: 'Rainy-Day-43!',
    confirmPassword: 'Rainy-Day-43!',
  }
  assert.equal((await service.call('POST', '/profile/password', { token: mine, body })).status, 200)
  assert.deepEqual([await statusesOf(mine, ['/me']), await statusesOf(other, ['/me'])], [[200], [401]])
  const { token } = (await service.logIn(patient.email, 'Rainy-Day-43!')).body
  assert.equal((await service.call('POST', '/auth/logout', { token })).status, 200)
  assert.deepEqual([await statusesOf(mine, ['/me']), await statusesOf(token, ['/me'])], [[200], [401]])
})
