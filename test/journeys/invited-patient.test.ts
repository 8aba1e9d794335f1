import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { acceptInvitation, alertsOf, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, type Person } from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })

const call = (method: string, path: string, { token }: Person, body?: unknown) =>
  service.call(method, path, { token, body })

const newcomer = () => ({
  email: `${randomUUID()}@example.org`,
  firstName: 'Pilar',
  lastName: 'Ruiz',
  dateOfBirth: '1938-03-01',
  emergencyContact: '+34 600 123 456',
})

test('a patient is invited by a caregiver, comes, wears a device and falls', async () => {
  const { caregiver, stranger, neighbour } = await makeCircle(service)
  const invited = await call('POST', '/patients', caregiver, newcomer())
  assert.equal(invited.status, 201, invited.text)
  const { id, email, invitation } = invited.body.data

  // Known to the caregiver before they have ever been there.
  const listed = (await call('GET', '/patients', caregiver)).body.data.find((one: Person) => one.id === id)
  assert.deepEqual([listed.status, listed.healthScore, listed.lastActive], ['active', 100, null])
  assert.equal((await call('GET', `/patients/${id}`, caregiver)).status, 200)
  assert.equal((await call('GET', `/patients/${id}`, stranger)).status, 403)
  assert.equal((await service.logIn(email)).status, 401)

  service.advance('6d')
  const pilar = await acceptInvitation(service, invitation.token, goodPassword)
  assert.deepEqual([pilar.id, pilar.role, pilar.firstName], [id, 'PATIENT', 'Pilar'])
  const again = { token: invitation.token, password: 'Other-Day-44!' }
  assert.equal((await service.call('POST', '/auth/accept-invitation', { body: again })).status, 400)
  assert.equal((await service.logIn(email)).status, 200)
  const { data: record } = (await call('GET', '/patients/me', pilar)).body
  assert.deepEqual([record.dateOfBirth, record.emergencyContact], ['1938-03-01', '+34 600 123 456'])
  assert.deepEqual(
    record.caregivers.map((one: Person) => [one.id, one.name]),
    [[caregiver.id, 'Ana Gil']],
  )

  const device = await addDevice(service, pilar.token, { heart_rate: 71, spo2: 98 })
  const worn = (await call('GET', `/patients/${id}/devices`, caregiver)).body.data
  assert.deepEqual(
    worn.map((one: Person) => [one.id, one.userId, one.status]),
    [[device.id, id, 'ACTIVE']],
  )
  const { vitals } = (await call('GET', `/patients/${id}/health`, caregiver)).body.data
  assert.deepEqual(vitals, { heartRate: 71, bloodPressure: null, oxygenSaturation: 98 })

  const fall = await reportFall(service, pilar, { confidence: 0.9 })
  assert.deepEqual([fall.status, fall.alerts], ['CONFIRMED', { notified: true, caregiverCount: 1 }])
  const [alert] = await alertsOf(service, caregiver)
  assert.deepEqual([alert.patientName, alert.severity], ['Pilar Ruiz', 'CRITICAL'])
  assert.deepEqual(await alertsOf(service, stranger), [])
  assert.equal((await call('GET', `/falls/${fall.id}`, neighbour)).status, 403)
})

test('an invitation that nobody took up in time lets nobody in', async () => {
  const { caregiver } = await makeCircle(service)
  const { invitation } = (await call('POST', '/patients', caregiver, newcomer())).body.data
  const days = (Date.parse(invitation.expiresAt) - service.ctx.now().getTime()) / 86_400_000
  service.advance(`${Math.ceil(days)}d`)
  const body = { token: invitation.token, password: goodPassword }
  const answer = await service.call('POST', '/auth/accept-invitation', { body })
  assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['token']])
})
