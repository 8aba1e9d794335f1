// SIGNUP: who may create an account.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { adminAccount, goodPassword, useSteadyService } from '../support/service.ts'

const person = (role?: string) => ({
  email: `person-${Math.random().toString(36).slice(2)}@example.org`,
  password: goodPassword,
  firstName: 'Rosa',
  lastName: 'Marín',
  ...(role && { role }),
})

describe('SIGNUP=closed', () => {
  const service = useSteadyService({ SIGNUP: 'closed' })

  test('lets nobody sign up, whatever they send', async () => {
    for (const body of [person(), person('PATIENT'), person('CAREGIVER'), {}]) {
      const answer = await service.call('POST', '/auth/signup', { body })
      assert.equal(answer.status, 403)
      assert.deepEqual(answer.body, {
        success: false,
        error: 'Nobody can sign up here. Ask an admin for an invitation.',
        code: 'SIGNUP_CLOSED',
      })
    }
    const { rows } = { rows: await service.ctx.db.query('select from users') }
    assert.equal(rows.length, 1, 'the first admin is the only account')
  })

  test('leaves invitations as they are', async () => {
    const { token } = (await service.logIn(adminAccount.email, adminAccount.password)).body
    const { password: _, ...body } = person()
    const invited = await service.call('POST', '/caregivers', { token, body })
    assert.equal(invited.status, 201, invited.text)
  })
})

describe('SIGNUP=patients', () => {
  const service = useSteadyService({ SIGNUP: 'patients' })

  test('lets patients sign up, and no caregivers', async () => {
    const patient = await service.call('POST', '/auth/signup', { body: person() })
    assert.equal(patient.status, 201)
    assert.equal(patient.body.data.role, 'PATIENT')
    assert.equal((await service.call('POST', '/auth/signup', { body: person('PATIENT') })).status, 201)
    const caregiver = await service.call('POST', '/auth/signup', { body: person('CAREGIVER') })
    assert.equal(caregiver.status, 403)
    assert.match(caregiver.body.error, /Only patients can sign up/)
    assert.equal((await service.call('POST', '/auth/signup', { body: {} })).status, 400)
  })
})
