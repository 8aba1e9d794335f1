import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useService } from './support/service.ts'

const service = useService()

test('a new person reads the own profile', async () => {
  const rosa = await service.signUp({ firstName: 'Rosa' })
  const { status, body } = await service.call('GET', '/profile/me', { token: rosa.token })
  assert.equal(status, 200)
  assert.equal(body.data.firstName, 'Rosa')
  assert.deepEqual(Object.keys(body.data), [
    'id',
    'email',
    'firstName',
    'lastName',
    'role',
    'dateOfBirth',
    'phone',
    'avatar',
    'createdAt',
    'lastLogin',
  ])
})
