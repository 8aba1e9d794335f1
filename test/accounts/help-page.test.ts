import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { incidentOf, incidentsOf } from '../support/incidents.ts'
import { whileUnavailable } from '../support/locks.ts'
import { makeCircle } from '../support/people.ts'
import { countRows, type Person } from '../support/readings.ts'
import { type Answer, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ EMERGENCY_PHONE: '112', RATE_LIMIT_GLOBAL: 'off' })

const page = { 'x-requested-with': 'XMLHttpRequest' }
const cookiesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map(String)

/** Lets a browser of a patient call for help, and gives its cookie. */
async function allow({ token }: Person, headers: Record<string, string> = {}): Promise<string> {
  const answer = await service.call('POST', '/help-page', { token, headers })
  assert.equal(answer.status, 201, answer.text)
  return cookiesOf(answer)[0]?.split(';')[0] ?? ''
}

const read = (cookie: string) => service.call('GET', '/help-page', { headers: { cookie, ...page } })
const post = (path: string, cookie: string, body?: object) =>
  service.call('POST', path, { headers: { cookie, ...page }, ...(body && { body }) })

describe('the credential of a help page', () => {
  test('is a cookie for a year, stored as a hash, and extended while the page is used', async () => {
    const rosa = await service.signUp()
    const answer = await service.call('POST', '/help-page', { token: rosa.token })
    const [cookie = '', ...attributes] = (cookiesOf(answer)[0] ?? '').split('; ')
    assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Strict'])
    const { patientId, emergencyPhone, incidents, credential } = answer.body.data
    assert.deepEqual([patientId, emergencyPhone, incidents], [rosa.id, '112', []])
    const token = cookie.slice('help='.length)
    assert.equal(
      await countRows(service, `help_credentials where encode(token_hash, 'escape') like $1`, [token]),
      0,
    )

    assert.deepEqual(cookiesOf(await read(cookie)), [])
    service.advance('200d')
    const later = await read(cookie)
    assert.equal(cookiesOf(later).length, 1)
    assert.ok(later.body.data.credential.expiresAt > credential.expiresAt)
    service.advance('300d')
    assert.equal((await read(cookie)).status, 200)
    service.advance('366d')
    assert.equal((await read(cookie)).status, 401)
  })

  test('outlives the session and a new password, and ends with the sign-out, the page and the account', async () => {
    const { patient, neighbour, admin } = await makeCircle(service)
    const cookie = await allow(patient)
    const change = {
      currentPassword: patient.password,
      newPassword: 'Rainy-Day-43!',
      confirmPassword: 'Rainy-Day-43!',
    }
    assert.equal(
      (await service.call('POST', '/profile/password', { token: patient.token, body: change })).status,
      200,
    )
    assert.equal((await read(cookie)).status, 200)
    // Somebody else signs out of the same browser.
    await service.call('POST', '/auth/logout', { token: neighbour.token, headers: { cookie, ...page } })
    assert.equal((await read(cookie)).status, 200)
    const left = await service.call('POST', '/auth/logout', {
      token: patient.token,
      headers: { cookie, ...page },
    })
    assert.equal(cookiesOf(left).length, 2)
    assert.equal((await read(cookie)).status, 401)

    const [rosa, eva] = [await service.signUp(), await service.signUp()]
    const [ofRosa, ofEva] = [await allow(rosa), await allow(eva)]
    const sessions = async (token: string | undefined, path: string) =>
      (await service.call('GET', path, { token, headers: { cookie: ofRosa, ...page } })).body.data
    const own = await sessions(rosa.token, '/profile/sessions')
    assert.deepEqual(
      own.map(({ kind, isCurrent }: { kind: string; isCurrent: boolean }) => [kind, isCurrent]),
      [
        ['HELP_PAGE', true],
        ['SESSION', true],
      ],
    )
    const path = `/admin/users/${rosa.id}/sessions`
    const [listed] = await sessions(admin.token, path)
    const strange = await service.call('DELETE', `/profile/sessions/${listed.id}`, { token: eva.token })
    assert.deepEqual([strange.status, strange.body.code], [404, 'SESSION_NOT_FOUND'])
    assert.equal((await service.call('DELETE', `${path}/${listed.id}`, { token: admin.token })).status, 200)
    assert.equal((await read(ofRosa)).status, 401)
    assert.equal((await service.call('GET', '/me', { token: rosa.token })).status, 200)
    await service.call('DELETE', `/profile/sessions/${own[1].id}`, { token: rosa.token })
    assert.equal((await service.call('GET', '/me', { token: rosa.token })).status, 401)

    const inactive = { token: admin.token, body: { status: 'inactive' } }
    await service.call('PUT', `/admin/users/${eva.id}`, inactive)
    assert.equal((await read(ofEva)).status, 401)
    await service.call('PUT', `/admin/users/${eva.id}`, { ...inactive, body: { status: 'active' } })
    assert.equal((await read(ofEva)).status, 401)
  })

  test('calls for help where nobody is signed in, or somebody who cannot', async () => {
    const { patient, caregiver, neighbour } = await makeCircle(service)
    const cookie = await allow(patient)
    const sos = await post('/sos', cookie)
    assert.deepEqual([sos.status, sos.body.data.patientId], [201, patient.id])
    const beside = { cookie: `${cookie}; session=${caregiver.token}`, ...page }
    const shown = await service.call('GET', '/help-page', { headers: beside })
    assert.equal(shown.body.data.incidents[0].id, sos.body.data.id)
    assert.equal((await post(`/incidents/${sos.body.data.id}/ok`, cookie)).status, 200)
    // Another patient who has signed in to this browser calls for themselves; a call of its owner is still theirs.
    const headers = { cookie: `${cookie}; session=${neighbour.token}`, ...page }
    const other = await service.call('POST', '/sos', { headers })
    assert.deepEqual([other.status, other.body.data.patientId], [201, neighbour.id])
    const body = { callId: randomUUID(), patientId: patient.id }
    const late = await service.call('POST', '/sos', { headers, body })
    assert.deepEqual([late.status, late.body.data.id], [200, sos.body.data.id])
    const asked = await service.call('POST', `/incidents/${sos.body.data.id}/help`, { headers, body })
    assert.equal(asked.status, 200)
    const fine = await service.call('POST', `/sos/${body.callId}/ok`, { headers, body })
    assert.equal(fine.body.data.incident.id, sos.body.data.id)
    for (const strange of [
      { headers, body: { patientId: caregiver.id } },
      { headers: { cookie: `session=${neighbour.token}`, ...page }, body },
      { token: neighbour.token, headers: { cookie }, body },
    ]) {
      const refused = await service.call('POST', '/sos', strange)
      assert.deepEqual([refused.status, refused.body.code], [403, 'CALL_OF_OTHER'])
    }
    // The page of the neighbour takes the place of the other one in this browser.
    await allow(neighbour, { cookie, ...page })
    assert.equal((await read(cookie)).status, 401)
  })

  test('that cannot be looked up is no invalid one: the call is refused with 503, and sent again', async () => {
    const { patient, neighbour } = await makeCircle(service)
    const cookie = await allow(patient)
    const beside = { cookie: `${cookie}; session=${neighbour.token}`, ...page }
    const body = { callId: randomUUID(), patientId: patient.id }
    const send = (headers: Record<string, string>) => service.call('POST', '/sos', { headers, body })
    await whileUnavailable(service, 'lock table help_credentials in access exclusive mode', [], async () => {
      for (const headers of [{ cookie, ...page }, beside]) {
        const refused = await send(headers)
        assert.deepEqual([refused.status, refused.body.code], [503, 'UNAVAILABLE'])
      }
    })
    const answer = await send(beside)
    assert.deepEqual([answer.status, answer.body.data.patientId], [201, patient.id])
  })

  test('is one of twenty at most', async () => {
    const rosa = await service.signUp()
    const first = await allow(rosa)
    for (let i = 0; i < 20; i++) await allow(rosa)
    assert.equal((await read(first)).status, 401)
    assert.equal(await countRows(service, 'help_credentials where user_id = $1', [rosa.id]), 20)
  })
})

describe('a call for help with an id', () => {
  const callsOf = async (patient: Person, id: string) => {
    const { timeline } = await incidentOf(service, patient, id)
    return timeline.filter(({ data }: { data: { code: string } }) => data.code === 'HELP_REQUESTED')
  }

  test('is made once, however late it is repeated, and says when it was pressed', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const { token } = patient
    const call = {
      callId: randomUUID(),
      pressedAt: new Date(service.ctx.now().getTime() - 90_000).toISOString(),
    }
    const send = (path = '/sos') => service.call('POST', path, { token, body: call })
    const answers = await Promise.all([send(), send(), send()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201])
    const { id } = answers[0].body.data
    const [entry, ...others] = await callsOf(patient, id)
    assert.deepEqual([entry.data.pressedAt, others], [call.pressedAt, []])
    service.advance('5m')
    assert.equal((await send(`/incidents/${id}/help`)).status, 200)
    assert.equal((await callsOf(patient, id)).length, 1)
    const resolve = { token: caregiver.token, body: { outcome: 'TEST' } }
    await service.call('POST', `/incidents/${id}/acknowledge`, { token: caregiver.token })
    assert.equal((await service.call('POST', `/incidents/${id}/resolve`, resolve)).status, 200)
    const repeated = await send()
    assert.deepEqual([repeated.status, repeated.body.data.state], [200, 'RESOLVED'])
    assert.deepEqual(await incidentsOf(service, patient), [])
  })

  test('can be called off whether it has arrived or not, and a later call stands', async () => {
    const { patient } = await makeCircle(service)
    const { token } = patient
    const missing = randomUUID()
    const callOff = (id: string, body = {}) => service.call('POST', `/sos/${id}/ok`, { token, body })
    assert.equal((await callOff(missing)).body.data.incident, null)
    const late = await service.call('POST', '/sos', { token, body: { callId: missing } })
    assert.deepEqual([late.status, late.body.code], [409, 'CALL_CALLED_OFF'])
    assert.deepEqual(await incidentsOf(service, patient), [])

    const callId = randomUUID()
    await service.call('POST', '/sos', { token, body: { callId } })
    const at = service.ctx.now().toISOString()
    service.advance('2m')
    await service.call('POST', '/sos', { token, body: { callId: randomUUID() } })
    assert.equal((await callOff(callId, { at })).body.data.incident.fineAt, null)
    assert.notEqual((await callOff(callId)).body.data.incident.fineAt, null)
  })
})
