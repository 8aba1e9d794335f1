import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startMailServer } from '../../harness/mail-server.ts'
import { acceptInvitation, reportFall } from '../support/people.ts'
import { assign, type Person } from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const mailServer = await startMailServer()
after(() => mailServer.stop())
const publicUrl = 'https://fallwatch.example.org'
const service = useSteadyService({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'care@example.org',
  PUBLIC_URL: publicUrl,
})

const post = (path: string, { token }: { token: string }, body: object = {}) =>
  service.call('POST', path, { token, body })
const get = (path: string, { token }: { token: string }, query: Record<string, string> = {}) =>
  service.call('GET', path, { token, query })
const put = (path: string, { token }: { token: string }, body: object) =>
  service.call('PUT', path, { token, body })
const admin = async () => ({ token: await service.adminToken() })
const anAddress = () => `${randomUUID()}@example.org`

/** A patient without an e-mail address, and the caregiver who added them. */
async function aResident(lastName = 'Voss') {
  const caregiver: Person = await service.signUp({ role: 'CAREGIVER' })
  const answer = await post('/patients', caregiver, { firstName: 'Irma', lastName })
  assert.equal(answer.status, 201, answer.text)
  return { caregiver, resident: answer.body.data, id: answer.body.data.id as string }
}

describe('a patient without an e-mail address', () => {
  test('is added by a caregiver with a name only, and has no invitation', async () => {
    const { caregiver, resident, id } = await aResident()
    assert.deepEqual([resident.email, resident.invitation], [null, null])
    assert.deepEqual(
      resident.caregivers.map((one: Person) => one.id),
      [caregiver.id],
    )
    assert.equal((await get(`/patients/${id}`, caregiver)).body.data.email, null)
    const listed = await get(`/caregivers/${caregiver.id}/patients`, caregiver)
    assert.deepEqual([listed.body.data[0].id, listed.body.data[0].email], [id, null])
  })

  test('is added by an admin, who may say null as well', async () => {
    for (const email of [undefined, null]) {
      const { status, body } = await post('/admin/patients', await admin(), {
        ...{ firstName: 'Irma', lastName: 'Voss', email },
      })
      assert.deepEqual([status, body.data.email, body.data.invitation], [201, null, null])
      assert.equal((await get(`/admin/users/${body.data.id}`, await admin())).body.data.email, null)
    }
  })

  test('is sorted, paged and found like everybody else', async () => {
    const lastName = `Zz-${randomUUID()}`
    const boss = await admin()
    const [one, two] = [await aResident(lastName), await aResident(lastName)]
    await put(`/admin/users/${two.id}`, boss, { email: anAddress() })
    const found = await get('/admin/users', boss, { search: `Irma ${lastName}`, sort: 'email', order: 'asc' })
    assert.deepEqual(
      found.body.data.map(({ id }: Person) => id),
      [one.id, two.id],
    )
    await assign(service, one.caregiver.id, two.id)
    const seen: string[] = []
    for (const page of ['1', '2']) {
      const listed = await get('/patients', one.caregiver, { sort: 'email', order: 'desc', limit: '1', page })
      seen.push(...listed.body.data.map(({ id }: Person) => id))
    }
    assert.deepEqual(seen, [two.id, one.id])
  })

  test('has falls of which caregivers are told', async () => {
    const { caregiver, id } = await aResident()
    const key = await post(`/admin/users/${id}/device-keys`, await admin(), { name: 'Wrist' })
    assert.equal(key.status, 201)
    // A fall that is reported by hand needs a session, which a resident does not have.
    const rosa = await service.signUp()
    await service.ctx.db.query('update users set email = null where id = $1', [rosa.id])
    await assign(service, caregiver.id, rosa.id)
    assert.equal((await reportFall(service, rosa)).status, 'HIGH')
    const incidents = await get('/incidents', caregiver)
    assert.equal(incidents.body.data[0].patientId, rosa.id)
  })

  test('is no account that anybody signs in to, resets a password of or gives another role', async () => {
    const { id } = await aResident()
    const boss = await admin()
    assert.equal((await post(`/admin/users/${id}/password-reset`, boss)).status, 409)
    assert.equal((await post(`/admin/users/${id}/role`, boss, { role: 'CAREGIVER' })).status, 409)
    assert.equal((await service.logIn('null')).status, 401)
  })

  test('is deleted like everybody else', async () => {
    const { id } = await aResident()
    const { status } = await service.call('DELETE', `/patients/${id}`, await admin())
    assert.equal(status, 200)
  })
})

describe('an e-mail address that is added later', () => {
  test('comes with an invitation, which lets the patient sign in', async () => {
    const { id } = await aResident()
    const email = anAddress()
    const { status, body } = await post(`/patients/${id}/invitation`, await admin(), {
      email: email.toUpperCase(),
    })
    assert.deepEqual([status, body.data.email, body.data.mailed], [201, email, true])
    await acceptInvitation(service, body.data.token, goodPassword)
    const signedIn = await service.logIn(email)
    assert.deepEqual([signedIn.status, signedIn.body.data.id], [200, id])
  })

  test('can be set by an admin, who invites afterwards', async () => {
    const { id } = await aResident()
    const [boss, email] = [await admin(), anAddress()]
    assert.equal((await put(`/admin/users/${id}`, boss, { email })).body.data.email, email)
    const invited = await post(`/admin/users/${id}/invitation`, boss)
    assert.deepEqual([invited.status, invited.body.data.email], [201, email])
    await acceptInvitation(service, invited.body.data.token, goodPassword)
  })

  test('is required, must be free and is never replaced', async () => {
    const { caregiver, id } = await aResident()
    const [path, boss] = [`/patients/${id}/invitation`, await admin()]
    const missing = await post(path, boss)
    assert.deepEqual([missing.status, Object.keys(missing.body.details)], [400, ['email']])
    assert.equal((await post(path, boss, { email: 'irma' })).status, 400)
    const taken = await post(path, boss, { email: caregiver.email })
    assert.equal(taken.status, 409)
    assert.equal((await get(`/patients/${id}`, caregiver)).body.data.email, null)
    const email = anAddress()
    assert.equal((await post(path, boss, { email })).status, 201)
    for (const who of [boss, caregiver])
      assert.equal((await post(path, who, { email: anAddress() })).status, 409)
    assert.equal((await get(`/patients/${id}`, caregiver)).body.data.email, email)
  })

  test('is given by an admin only if somebody decides for the patient, as is each invitation', async () => {
    const { caregiver, id } = await aResident()
    const [boss, path, email] = [await admin(), `/patients/${id}/invitation`, anAddress()]
    await put(`/admin/patients/${id}/representative`, boss, { name: 'Ana Gil', relationship: 'Daughter' })
    assert.equal((await post(path, caregiver, { email })).status, 403)
    assert.equal((await get(`/patients/${id}`, caregiver)).body.data.email, null)
    assert.equal((await post(path, boss, { email })).status, 201)
    assert.equal((await post(path, caregiver)).status, 403)
    assert.equal((await post(path, boss)).status, 201)
  })

  test('goes to one of two patients who get it at once', async () => {
    const [one, two] = [await aResident(), await aResident()]
    const [email, boss] = [anAddress(), await admin()]
    const answers = await Promise.all(
      [one, two].map(({ id }) => post(`/patients/${id}/invitation`, boss, { email })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  })
})

describe('a caregiver', () => {
  const accept = (token: string) =>
    service.call('POST', '/auth/accept-invitation', { body: { token, password: goodPassword } })

  test('does not become a patient who has no e-mail address, by giving one of their own', async () => {
    const { caregiver, id } = await aResident()
    const sent = mailServer.mails.length
    for (const body of [{ email: anAddress() }, {}]) {
      const refused = await post(`/patients/${id}/invitation`, caregiver, body)
      assert.deepEqual(
        [refused.status, refused.body.error],
        [403, 'Only an admin can invite somebody who has no e-mail address'],
      )
    }
    assert.equal(
      (await put(`/patients/${id}`, caregiver, { email: anAddress(), phone: '600 100' })).status,
      200,
    )
    assert.equal((await get(`/patients/${id}`, caregiver)).body.data.email, null)
    assert.equal(mailServer.mails.length, sent)
  })

  test('lets the invitation be mailed to the address that is known, and does not see the token', async () => {
    const { caregiver, id } = await aResident()
    const [boss, email] = [await admin(), anAddress()]
    const first = await post(`/patients/${id}/invitation`, boss, { email })
    const { status, body, text } = await post(`/patients/${id}/invitation`, caregiver)
    assert.equal(status, 201, text)
    const { expiresAt, ...rest } = body.data
    assert.deepEqual(rest, { email, signInName: null, mailed: true, token: null, url: null })
    const mail = mailServer.mails.findLast(({ to }) => to.includes(email))
    const token = new RegExp(`${publicUrl}/invitation#([\\w-]+)`).exec(mail?.text ?? '')?.[1]
    assert.ok(token && !text.includes(token) && Date.parse(expiresAt), mail?.text)
    assert.equal((await accept(first.body.data.token)).status, 400)
    const accepted = await accept(token)
    assert.deepEqual([accepted.status, accepted.body.data.id], [200, id])
  })

  test('does not delete a patient without an e-mail address, nor switch off their alarms', async () => {
    const { caregiver, id } = await aResident()
    const [boss, path] = [await admin(), `/patients/${id}/monitoring`]
    assert.equal((await service.call('DELETE', `/patients/${id}`, caregiver)).status, 403)
    for (const off of [
      { silentEnabled: false },
      { heartRateLow: null },
      { spo2Low: null, okWindowSeconds: 30 },
      { batteryUrgent: null },
      { silentAfterMinutes: 1440 },
      { heartRateLow: 20 },
      { heartRateHigh: 250 },
      { spo2Low: 50 },
      { batteryLow: 1, batteryUrgent: 1 },
      { bedExitAfterMinutes: 240 },
      { bedExitFrom: '12:00', bedExitTo: '12:01' },
    ]) {
      const refused = await put(path, caregiver, off)
      assert.deepEqual(
        [refused.status, refused.body.error],
        [403, 'Only an admin can switch off alarms of somebody who cannot sign in'],
      )
    }
    const unchanged = (await get(path, caregiver)).body.data
    assert.deepEqual([unchanged.silentEnabled, unchanged.okWindowSeconds], [true, 0])
    assert.equal((await put(path, caregiver, { heartRateLow: 45, silentAfterMinutes: 30 })).status, 200)
    assert.equal((await put(path, boss, { silentEnabled: false })).status, 200)
    assert.equal((await put(path, caregiver, { silentEnabled: true })).status, 200)
    await post(`/patients/${id}/invitation`, boss, { email: anAddress() })
    assert.equal((await put(path, caregiver, { silentEnabled: false })).status, 200)
  })
})

describe('an invitation that is made anew', () => {
  test('replaces one that was lost or has expired, for a caregiver as well', async () => {
    const boss = await admin()
    const { body } = await post('/caregivers', boss, {
      ...{ email: anAddress(), firstName: 'Ana', lastName: 'Gil' },
    })
    const { id, invitation } = body.data
    const renewed = await post(`/admin/users/${id}/invitation`, boss)
    assert.equal(renewed.status, 201)
    const accept = (token: string) =>
      service.call('POST', '/auth/accept-invitation', { body: { token, password: goodPassword } })
    assert.equal((await accept(invitation.token)).status, 400)
    assert.equal((await accept(renewed.body.data.token)).status, 200)
    assert.equal((await post(`/admin/users/${id}/invitation`, boss)).status, 409)
  })

  test('is refused for an account that is inactive or unknown', async () => {
    const { id, caregiver } = await aResident()
    const boss = await admin()
    await put(`/admin/users/${id}`, boss, { status: 'inactive' })
    const body = { email: anAddress() }
    assert.equal((await post(`/patients/${id}/invitation`, boss, body)).status, 409)
    assert.equal((await post(`/admin/users/${randomUUID()}/invitation`, boss, body)).status, 404)
    assert.equal((await post(`/patients/${caregiver.id}/invitation`, boss, body)).status, 404)
  })
})
