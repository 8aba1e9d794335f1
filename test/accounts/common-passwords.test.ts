import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const newcomer = () => ({ email: `${randomUUID()}@example.org`, firstName: 'Ana', lastName: 'Gil' })

for (const common of ['Password1!', 'Qwerty123!', 'P@ssw0rd1!', 'Summer2026!']) {
  describe(`${common}, which meets the rules, is refused`, () => {
    test('at a sign-up', async () => {
      const body = { ...newcomer(), password: common }
      const answer = await service.call('POST', '/auth/signup', { body })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['password']])
      assert.match(answer.body.details.password, /common/)
    })

    test('at an acceptance, which leaves the invitation open', async () => {
      const { token } = await service.signUp({ role: 'CAREGIVER' })
      const invited = await service.call('POST', '/patients', { token, body: newcomer() })
      const accept = (password: string) =>
        service.call('POST', '/auth/accept-invitation', {
          body: { token: invited.body.data.invitation.token, password },
        })
      const answer = await accept(common)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['password']])
      assert.equal((await accept(goodPassword)).status, 200)
    })

    test('at a change', async () => {
      const { token, email } = await service.signUp()
      const body = { currentPassword: goodPassword, newPassword: common, confirmPassword: common }
      const answer = await service.call('POST', '/profile/password', { token, body })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['newPassword']])
      assert.equal((await service.logIn(email)).status, 200)
    })
  })
}

test('whoever has such a password from before can sign in, and change it', async () => {
  const { email, id } = await service.signUp()
  const hash = await service.passwords.hash('Password1!')
  await service.ctx.db.query('update users set password_hash = $2 where id = $1', [id, hash])
  const signedIn = await service.logIn(email, 'Password1!')
  assert.equal(signedIn.status, 200)
  const body = { currentPassword: 'Password1!', newPassword: goodPassword, confirmPassword: goodPassword }
  const changed = await service.call('POST', '/profile/password', { token: signedIn.body.token, body })
  assert.equal(changed.status, 200)
})
