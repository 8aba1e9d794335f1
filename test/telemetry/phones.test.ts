import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { watch } from '../support/device-alarms.ts'
import { incidentsOf } from '../support/incidents.ts'
import { type Circle, makeCircle } from '../support/people.ts'
import { batchReading, goodReading, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })

const secret = () => randomBytes(32).toString('base64url')

const makeLink = ({ token }: { token: string }, patientId: string, body: object = {}) =>
  service.call('POST', `/patients/${patientId}/phone-links`, { token, body })

async function linkOf(person: Person, patientId = person.id): Promise<string> {
  const { status, body, text } = await makeLink(person, patientId)
  assert.equal(status, 201, text)
  return body.data.token
}

/** Asks as the browser of a phone does, which may have a cookie already. */
const pair = (token: string, claim = secret(), cookie?: string) =>
  service.call('POST', '/device/phones', {
    body: { token, claim },
    headers: { 'x-requested-with': 'test', ...(cookie && { cookie }) },
  })

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? ''

const helpPage = (cookie: string) =>
  service.call('GET', '/help-page', { headers: { 'x-requested-with': 'test', cookie } })

async function paired({ patient }: Circle) {
  const answer = await pair(await linkOf(patient))
  assert.equal(answer.status, 201, answer.text)
  return { ...answer.body.data, cookie: cookieOf(answer) }
}

const send = (key: string, mac: string) =>
  service.call('POST', '/device/sensor-stream', { token: key, body: goodReading(mac) })

describe('a phone', () => {
  test('becomes a device by a link, sends readings, and calls for help', async () => {
    const circle = await makeCircle(service)
    const { caregiver, patient } = circle
    const link = await makeLink(caregiver, patient.id, { name: 'Rosa’s telephone' })
    const { expiresAt, origins } = link.body.data
    assert.ok(Date.parse(expiresAt) > service.ctx.now().getTime())
    assert.deepEqual(origins, [], 'without PUBLIC_URL or a certificate of its own it knows none')
    const answer = await pair(link.body.data.token)
    assert.equal(answer.status, 201, answer.text)
    const { id, macAddress, name, key } = answer.body.data
    assert.equal(name, 'Rosa’s telephone')
    assert.deepEqual(answer.body.data.patient, { id: patient.id, firstName: patient.firstName })
    const sent = await send(key, macAddress)
    assert.deepEqual([sent.status, sent.body.data.deviceId], [200, id])

    const cookie = cookieOf(answer)
    const callId = '00000000-0000-4000-8000-000000000001'
    const call = await service.call('POST', '/sos', {
      body: { callId, patientId: patient.id },
      headers: { 'x-requested-with': 'test', cookie },
    })
    assert.equal(call.status, 201, call.text)
    const { body } = await helpPage(cookie)
    assert.deepEqual(
      body.data.incidents.map(({ kind }: { kind: string }) => kind),
      ['SOS'],
    )
  })

  test('does not become one by the link of somebody who may no longer manage the patient', async () => {
    const { caregiver, patient } = await makeCircle(service)
    const [first, second] = [await linkOf(caregiver, patient.id), await linkOf(patient)]
    const token = await service.adminToken()
    const path = `/caregivers/${caregiver.id}/patients/${patient.id}`
    assert.equal((await service.call('DELETE', path, { token })).status, 200)
    const refused = await pair(first)
    assert.deepEqual([refused.status, refused.body.code], [400, 'PHONE_LINK_INVALID'], refused.text)
    assert.equal((await pair(second)).status, 201)
  })

  test('asks again with the same claim if the answer was lost, and is one device with one key', async () => {
    const { patient } = await makeCircle(service)
    const [token, claim] = [await linkOf(patient), secret()]
    const first = await pair(token, claim)
    const second = await pair(token, claim, cookieOf(first))
    assert.equal(second.status, 201, second.text)
    const [one, two] = [first.body.data, second.body.data]
    assert.equal(two.id, one.id)
    assert.notEqual(two.key, one.key)
    assert.equal((await send(one.key, one.macAddress)).status, 401)
    assert.equal((await send(two.key, two.macAddress)).status, 200)
    const { body } = await service.call('GET', '/device/keys', { token: patient.token })
    assert.equal(body.data.length, 1)
    assert.equal((await helpPage(cookieOf(first))).status, 401)
    assert.equal((await helpPage(cookieOf(second))).status, 200)
  })

  test('cannot use a link twice, late, made up or of many that were made since', async () => {
    const { patient } = await makeCircle(service)
    const refused = async (token: string) => {
      const { status, body } = await pair(token)
      assert.deepEqual([status, body.code], [400, 'PHONE_LINK_INVALID'])
    }
    const used = await linkOf(patient)
    const answers = await Promise.all([pair(used), pair(used), pair(used)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400])
    await refused(used)
    await refused(secret())
    const late = await linkOf(patient)
    service.advance('16m')
    await refused(late)
    const oldest = await linkOf(patient)
    for (let i = 0; i < 5; i++) await linkOf(patient)
    await refused(oldest)
    const { body } = await service.call('GET', '/device/keys', { token: patient.token })
    assert.equal(body.data.length, 1)
    for (const bad of [{}, { token: 'x', claim: secret() }, { token: secret(), claim: 7 }])
      assert.equal((await service.call('POST', '/device/phones', { body: bad })).status, 400)
  })

  test('is refused as the eleventh device, and the link can be used once there is room', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const path = `/patients/${patient.id}/devices`
    for (let i = 0; i < 10; i++)
      await service.call('POST', path, { token: caregiver.token, body: { name: `Device ${i}` } })
    const [token, claim] = [await linkOf(patient), secret()]
    const answer = await pair(token, claim)
    assert.deepEqual([answer.status, answer.body.code], [409, 'TOO_MANY_DEVICES'])
    assert.equal(answer.headers['set-cookie'], undefined)
    const { body } = await service.call('GET', path, { token: caregiver.token })
    await service.call('DELETE', `/device/${body.data[0].id}`, { token: patient.token })
    assert.equal((await pair(token, claim)).status, 201)
  })

  test('that is given up is nobody’s silent device, and leaves its place to the next one', async () => {
    const circle = await makeCircle(service)
    const { patient, caregiver } = circle
    for (let i = 0; i < 11; i++) {
      const phone = await paired(circle)
      assert.equal((await send(phone.key, phone.macAddress)).status, 200)
      const given = await service.call('DELETE', '/device/keys/current', { token: phone.key })
      assert.equal(given.status, 200)
    }
    await watch(service, 600)
    assert.deepEqual(await incidentsOf(service, patient), [])
    const path = `/patients/${patient.id}/devices`
    const { body } = await service.call('GET', path, { token: caregiver.token })
    assert.deepEqual([...new Set(body.data.map(({ status }: { status: string }) => status))], ['DISABLED'])
  })

  test('gets no other key by the same link once it has sent, or its key was revoked', async () => {
    for (const isRevoked of [false, true]) {
      const { patient } = await makeCircle(service)
      const [token, claim] = [await linkOf(patient), secret()]
      const { key, macAddress } = (await pair(token, claim)).body.data
      if (isRevoked) await service.call('DELETE', '/device/keys/current', { token: key })
      else await send(key, macAddress)
      assert.equal((await pair(token, claim)).status, 400)
      assert.equal((await send(key, macAddress)).status === 401, isRevoked)
    }
  })

  const endings: [
    string,
    (circle: Circle, phone: { id: string; key: string }) => Promise<{ status: number }>,
  ][] = [
    [
      'is given up on the phone',
      (_, { key }) => service.call('DELETE', '/device/keys/current', { token: key }),
    ],
    [
      'is deleted by the patient',
      ({ patient }, { id }) => service.call('DELETE', `/device/${id}`, { token: patient.token }),
    ],
    [
      'is released by an admin',
      ({ admin }, { id }) =>
        service.call('POST', `/admin/devices/${id}/release`, { token: admin.token, body: {} }),
    ],
    [
      'is replaced by a caregiver',
      ({ caregiver }, { id }) =>
        service.call('POST', `/device/${id}/replacement`, { token: caregiver.token, body: {} }),
    ],
  ]
  for (const [how, end] of endings)
    test(`can neither send nor call for help once it ${how}`, async () => {
      const circle = await makeCircle(service)
      const phone = await paired(circle)
      assert.equal((await send(phone.key, phone.macAddress)).status, 200)
      assert.equal((await helpPage(phone.cookie)).status, 200)
      const { status } = await end(circle, phone)
      assert.ok(status < 300, String(status))
      assert.equal((await send(phone.key, phone.macAddress)).status, 401)
      assert.equal((await helpPage(phone.cookie)).status, 401)
      const batch = { device_id: phone.macAddress, readings: [batchReading(service.ctx.now())] }
      const late = await service.call('POST', '/device/sensor-stream/batch', {
        token: phone.key,
        body: batch,
      })
      assert.equal(late.status, 401)
    })

  test('that an admin has disabled cannot send, and still calls for help', async () => {
    const circle = await makeCircle(service)
    const phone = await paired(circle)
    await service.call('POST', `/admin/devices/${phone.id}/disable`, { token: circle.admin.token })
    assert.equal((await send(phone.key, phone.macAddress)).status, 403)
    assert.equal((await helpPage(phone.cookie)).status, 200)
  })

  test('leaves the credential of the patient’s own page as it is', async () => {
    const { patient } = await makeCircle(service)
    const own = await service.call('POST', '/help-page', {
      ...{ token: patient.token, headers: { 'x-requested-with': 'test' } },
    })
    const cookie = cookieOf(own)
    const answer = await pair(await linkOf(patient), secret(), cookie)
    assert.equal(cookieOf(answer), cookie)
    await service.call('DELETE', '/device/keys/current', { token: answer.body.data.key })
    assert.equal((await helpPage(cookie)).status, 200)
  })

  for (const isFirst of ['the phone', 'the patient’s own page'])
    test(`goes on calling for help when the patient signs out in the same browser, first used by ${isFirst}`, async () => {
      const { patient } = await makeCircle(service)
      const headers = (cookie?: string) => ({ 'x-requested-with': 'test', ...(cookie && { cookie }) })
      const openOwn = (cookie?: string) =>
        service.call('POST', '/help-page', { token: patient.token, headers: headers(cookie) })
      const pairBy = async (cookie?: string) => pair(await linkOf(patient), secret(), cookie)
      const first = await (isFirst === 'the phone' ? pairBy() : openOwn())
      const cookie = cookieOf(first)
      const second = await (isFirst === 'the phone' ? openOwn(cookie) : pairBy(cookie))
      assert.equal(cookieOf(second), cookie, 'one credential for both')
      const { key } = (isFirst === 'the phone' ? first : second).body.data

      const signedOut = await service.call('POST', '/auth/logout', {
        ...{ token: patient.token, headers: headers(cookie) },
      })
      assert.equal(signedOut.status, 200)
      assert.doesNotMatch(String(signedOut.headers['set-cookie']), /help=/)
      assert.equal((await helpPage(cookie)).status, 200)
      await service.call('DELETE', '/device/keys/current', { token: key })
      assert.equal((await helpPage(cookie)).status, 401)
    })

  test('leaves the patient’s own page its credential, also if the phone was there first', async () => {
    const { patient } = await makeCircle(service)
    const answer = await pair(await linkOf(patient))
    const cookie = cookieOf(answer)
    const headers = { 'x-requested-with': 'test', cookie }
    await service.call('POST', '/help-page', { token: patient.token, headers })
    await service.call('DELETE', '/device/keys/current', { token: answer.body.data.key })
    assert.equal((await helpPage(cookie)).status, 200)
  })

  test('is nobody’s whose account was deleted or deactivated meanwhile', async () => {
    const { patient, neighbour, admin } = await makeCircle(service)
    const [ofDeleted, ofInactive] = [await linkOf(patient), await linkOf(neighbour)]
    await service.call('DELETE', `/admin/users/${patient.id}`, { token: admin.token })
    await service.call('PUT', `/admin/users/${neighbour.id}`, {
      ...{ token: admin.token, body: { status: 'inactive' } },
    })
    for (const token of [ofDeleted, ofInactive]) assert.equal((await pair(token)).status, 400)
  })
})

test('a session has no key to give up', async () => {
  const { patient } = await makeCircle(service)
  const { status, body } = await service.call('DELETE', '/device/keys/current', { token: patient.token })
  assert.deepEqual([status, body.code], [404, 'DEVICE_KEY_NOT_FOUND'])
})
