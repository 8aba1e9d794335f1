import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tally, times } from '../support/readings.ts'
import { adminAccount, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

async function admin() {
  const answer = await service.logIn(adminAccount.email, adminAccount.password)
  return { id: answer.body.data.id as string, token: answer.body.token as string }
}

describe('what meets head-on', () => {
  test('role changes and messages to an admin all come through', async () => {
    const chief = await admin()
    const people = await times(6, () => service.signUp())
    const answers = await times(60, (i) => {
      const person = people[i % people.length] as (typeof people)[number]
      if (i % 2 === 0) {
        const body = { role: i % 4 === 0 ? 'CAREGIVER' : 'PATIENT' }
        return service.call('POST', `/admin/users/${person.id}/role`, { token: chief.token, body })
      }
      const body = { recipientId: chief.id, content: 'Hello' }
      return service.call('POST', '/messages', { token: person.token, body })
    })
    assert.deepEqual(tally(answers), { 200: 30, 201: 30 })
  })

  test('a fall can be investigated while its patient is deleted', async () => {
    const { token } = await admin()
    const rosa = await service.signUp()
    const falls = await times(10, () =>
      service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.6 } }),
    )
    const [deleted, ...flagged] = await Promise.all([
      service.call('DELETE', `/patients/${rosa.id}`, { token }),
      ...falls.map(({ body }) => service.call('POST', `/admin/falls/${body.data.id}/investigate`, { token })),
    ])
    assert.equal(deleted?.status, 200)
    for (const { status } of flagged) assert.ok([200, 404].includes(status), `${status}`)
  })
})

test('an admin who was invited and has no password yet does not count as one', async () => {
  const { id, token } = await admin()
  const newcomer = { email: 'newcomer@example.org', firstName: 'Ana', lastName: 'Gil' }
  const invited = await service.call('POST', '/caregivers', { token, body: newcomer })
  // No request makes an admin of such an account; one may be left from an earlier version.
  await service.ctx.db.query(`update users set role = 'ADMIN' where id = $1`, [invited.body.data.id])
  const body = { role: 'PATIENT' }
  assert.equal((await service.call('POST', `/admin/users/${id}/role`, { token, body })).status, 409)
})

test('what an admin wrote about a fall goes with the admin, and the flag stays', async () => {
  const { token } = await admin()
  const nina = await service.signUp()
  await service.call('POST', `/admin/users/${nina.id}/role`, { token, body: { role: 'ADMIN' } })
  const rosa = await service.signUp()
  const fall = await service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.6 } })
  const path = `/admin/falls/${fall.body.data.id}/investigate`
  assert.equal(
    (await service.call('POST', path, { token: nina.token, body: { note: 'Ask Nina' } })).status,
    200,
  )
  assert.equal((await service.call('DELETE', `/admin/users/${nina.id}`, { token })).status, 200)
  const { body } = await service.call('GET', '/admin/falls', { token, query: { patientId: rosa.id } })
  const { flagged, flaggedBy, note } = body.data[0].investigation
  assert.deepEqual([flagged, flaggedBy, note], [true, null, null])
})
