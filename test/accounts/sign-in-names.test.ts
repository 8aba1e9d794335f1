import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startMailServer } from '../../harness/mail-server.ts'
import { acceptInvitation } from '../support/people.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const mailServer = await startMailServer()
after(() => mailServer.stop())
const service = useSteadyService({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'care@example.org',
  PUBLIC_URL: 'https://fallwatch.example.org',
})

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  service.call(method, path, { token: await service.adminToken(), ...(body && { body }) })
const aName = () => `ana.${randomUUID().slice(0, 8)}`
const person = { firstName: 'Ana', lastName: 'Gil' }

async function aCaregiver(signInName = aName()) {
  const { status, body, text } = await call('POST', '/caregivers', { ...person, signInName })
  assert.equal(status, 201, text)
  return { signInName, id: body.data.id as string, invitation: body.data.invitation }
}

describe('a caregiver with a sign-in name', () => {
  test('is invited without an address, and signs in with the name in any case', async () => {
    const { signInName, id, invitation } = await aCaregiver(aName().toUpperCase())
    assert.equal(invitation.mailed, undefined)
    await acceptInvitation(service, invitation.token, goodPassword)
    for (const given of [signInName.toLowerCase(), ` ${signInName.toUpperCase()} `]) {
      const { status, body } = await service.logIn(given)
      assert.deepEqual([status, body.data.id, body.data.email], [200, id, null])
      const profile = await service.call('GET', '/profile/me', { token: body.token })
      assert.equal(profile.body.data.signInName, signInName.toLowerCase())
    }
    const listed = await call('GET', `/caregivers/${id}`)
    assert.equal(listed.body.data.email, null)
    const found = await service.call('GET', '/admin/users', {
      ...{ token: await service.adminToken(), query: { search: signInName } },
    })
    assert.deepEqual(
      found.body.data.map((user: { id: string }) => user.id),
      [id],
    )
  })

  test('has it alone, and it is no address', async () => {
    const { signInName } = await aCaregiver()
    const taken = await call('POST', '/caregivers', { ...person, signInName: signInName.toUpperCase() })
    assert.deepEqual([taken.status, taken.body.code], [409, 'SIGN_IN_NAME_TAKEN'])
    for (const wrong of ['ana@example.org', 'a', 'ana gil', '.ana', 'añá'])
      assert.equal((await call('POST', '/caregivers', { ...person, signInName: wrong })).status, 400, wrong)
    const neither = await call('POST', '/caregivers', person)
    assert.deepEqual([neither.status, Object.keys(neither.body.details)], [400, ['email']])
  })

  test('gets a new link from an admin who prints it, for lack of an address to send one to', async () => {
    const { signInName, id, invitation } = await aCaregiver()
    const renewed = await call('POST', `/admin/users/${id}/password-reset`)
    assert.equal(renewed.body.data.kind, 'INVITATION')
    const old = await service.call('POST', '/auth/accept-invitation', {
      body: { token: invitation.token, password: goodPassword },
    })
    assert.equal(old.status, 400)
    await acceptInvitation(service, renewed.body.data.token, goodPassword)
    const link = await call('POST', `/admin/users/${id}/password-reset`)
    assert.equal(link.body.data.kind, 'PASSWORD_RESET')
    const password = 'Another-Day-43!'
    const reset = await service.call('POST', '/auth/reset-password', {
      body: { token: link.body.data.token, password },
    })
    assert.equal(reset.status, 200)
    const body = { email: signInName, password }
    assert.equal((await service.call('POST', '/auth/login', { body })).status, 200)
  })

  test('may get an address as well, and another name', async () => {
    const { id, invitation } = await aCaregiver()
    await acceptInvitation(service, invitation.token, goodPassword)
    const change = { email: `${randomUUID()}@example.org`, signInName: aName() }
    const changed = await call('PUT', `/admin/users/${id}`, change)
    assert.deepEqual([changed.status, changed.body.data.signInName], [200, change.signInName])
    for (const given of Object.values(change)) assert.equal((await service.logIn(given)).status, 200)
    const other = await aCaregiver()
    const taken = await call('PUT', `/admin/users/${other.id}`, { signInName: change.signInName })
    assert.deepEqual([taken.status, taken.body.code], [409, 'SIGN_IN_NAME_TAKEN'])
  })
})

test('a resident without an address gets a sign-in name from an admin, and a caregiver never gets the token', async () => {
  const caregiver = await service.signUp({ role: 'CAREGIVER' })
  const added = await service.call('POST', '/patients', {
    ...{ token: caregiver.token, body: { firstName: 'Irma', lastName: 'Voss', signInName: aName() } },
  })
  assert.deepEqual([added.status, added.body.data.invitation], [201, null])
  const path = `/patients/${added.body.data.id}/invitation`
  const signInName = aName()
  const refused = await service.call('POST', path, { token: caregiver.token, body: { signInName } })
  assert.deepEqual([refused.status, refused.body.code], [403, 'INVITE_NEEDS_ADMIN'])
  const { status, body } = await call('POST', path, { signInName })
  assert.deepEqual([status, body.data.signInName, body.data.email], [201, signInName, null])
  const again = await service.call('POST', path, { token: caregiver.token, body: {} })
  assert.deepEqual([again.status, again.body.code], [403, 'INVITE_NEEDS_ADMIN'])
  await acceptInvitation(service, body.data.token, goodPassword)
  assert.equal((await service.logIn(signInName)).body.data.role, 'PATIENT')
})

test('whoever is invited with an address gets a mail, and the answer says so', async () => {
  const email = `${randomUUID()}@example.org`
  const { body } = await call('POST', '/caregivers', { ...person, email })
  assert.equal(body.data.invitation.mailed, true)
  const mail = mailServer.mails.find(({ to }) => to.includes(email))
  assert.ok(mail?.text.includes(body.data.invitation.token), mail?.text)
  const patient = { firstName: 'Irma', lastName: 'Voss', email: `${randomUUID()}@example.org` }
  assert.equal((await call('POST', '/admin/patients', patient)).body.data.invitation.mailed, true)
})
