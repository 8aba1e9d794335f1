import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { acceptInvitation, alertsOf, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, everythingElse, type Person } from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })

const call = (method: string, path: string, { token }: Person, body?: unknown) =>
  service.call(method, path, { token, body })

/** Asks for everything there is to see of a patient and gives the different answers. */
async function statusesOf(patientId: string, deviceId: string, fallId: string, viewer: Person) {
  const paths = [
    `/patients/${patientId}`,
    `/patients/${patientId}/falls`,
    `/patients/${patientId}/health`,
    `/patients/${patientId}/devices`,
    `/patients/${patientId}/vitals`,
    `/device/${deviceId}`,
    `/device/${deviceId}/status`,
    `/device/${deviceId}/logs`,
    `/device/${deviceId}/readings`,
    `/falls/${fallId}`,
  ]
  const answers = await Promise.all(paths.map((path) => call('GET', path, viewer)))
  const changed = await call('PUT', `/patients/${patientId}`, viewer, { phone: '+34 600 1' })
  return [...new Set([...answers, changed].map(({ status }) => status))]
}

/** Returns how many patients and alerts a caregiver has, in every place that says so. */
async function countsOf(viewer: Person) {
  const { data: me } = (await call('GET', '/caregivers/me', viewer)).body
  const { data: patients } = (await call('GET', '/patients', viewer)).body
  const { data: assigned } = (await call('GET', `/caregivers/${viewer.id}/patients`, viewer)).body
  const alerts = await alertsOf(service, viewer)
  const everyAlert = await alertsOf(service, viewer, 'all')
  return [me.patients, patients.length, assigned.length, me.activeAlerts, alerts.length, everyAlert.length]
}

const shownIn = async (viewer: Person, fallId: string) =>
  (await call('GET', '/falls/recent', viewer)).body.data.find(({ id }: { id: string }) => id === fallId)

test('a caregiver is invited, looks after a patient, and is no longer needed', async () => {
  const { patient, admin } = await makeCircle(service)
  const device = await addDevice(service, patient.token, everythingElse)

  const newcomer = { email: `${randomUUID()}@example.org`, firstName: 'Nora', lastName: 'Paz' }
  const invited = await call('POST', '/caregivers', admin, newcomer)
  assert.equal(invited.status, 201, invited.text)
  assert.equal((await service.logIn(newcomer.email)).status, 401)
  service.advance('2d')
  const nora = await acceptInvitation(service, invited.body.data.invitation.token, goodPassword)
  assert.deepEqual([nora.id, nora.role], [invited.body.data.id, 'CAREGIVER'])

  await device.send(everythingElse)
  const fall = await reportFall(service, patient)
  const look = () => statusesOf(patient.id, device.id, fall.id, nora)
  assert.deepEqual(await look(), [403])
  assert.deepEqual(await countsOf(nora), [0, 0, 0, 0, 0, 0])
  assert.equal((await shownIn(nora, fall.id)).patientName, null)

  const assignment = { patientId: patient.id, relationship: 'Night nurse' }
  assert.equal((await call('POST', `/caregivers/${nora.id}/patients`, admin, assignment)).status, 201)
  assert.deepEqual(await look(), [200])
  assert.deepEqual(await countsOf(nora), [1, 1, 1, 1, 1, 1], 'nobody has answered the fall yet')
  assert.equal((await shownIn(nora, fall.id)).patientName, 'Rosa Marín')
  const { caregivers } = (await call('GET', '/patients/me', patient)).body.data
  const shown = caregivers.find(({ id }: Person) => id === nora.id)
  assert.deepEqual(shown, { id: nora.id, name: 'Nora Paz', relationship: 'Night nurse', phone: null })

  service.advance('3d')
  await device.send(everythingElse)
  const second = await reportFall(service, patient)
  assert.equal(second.alerts.caregiverCount, 2)
  const [alert] = await alertsOf(service, nora)
  assert.deepEqual([alert.fallId, alert.repeats], [second.id, 1])
  assert.deepEqual(await countsOf(nora), [1, 1, 1, 1, 1, 2])

  const path = `/caregivers/${nora.id}/patients/${patient.id}`
  assert.equal((await call('DELETE', path, admin)).status, 200)
  assert.deepEqual(await look(), [403])
  assert.deepEqual(await countsOf(nora), [0, 0, 0, 0, 0, 0])
  assert.equal((await call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, nora)).status, 403)
  const { patientName, userId, location, status } = await shownIn(nora, second.id)
  assert.deepEqual([patientName, userId, location, status], [null, null, null, 'HIGH'])
  assert.equal((await reportFall(service, patient)).alerts.caregiverCount, 1)
  const left = (await call('GET', '/patients/me', patient)).body.data.caregivers
  assert.ok(!left.some(({ id }: Person) => id === nora.id))
  assert.equal((await call('GET', '/me', nora)).status, 200)

  assert.equal((await call('POST', `/caregivers/${nora.id}/patients`, admin, assignment)).status, 201)
  assert.deepEqual(await look(), [200])
  assert.equal((await call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, nora)).status, 200)
})
