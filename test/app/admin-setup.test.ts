import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act } from '../support/incidents.ts'
import { addUnregisteredDevice, assign } from '../support/readings.ts'
import { adminAccount, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

test('each step of the setup is known by what is stored', async () => {
  const token = await service.adminToken()
  const setup = async () => {
    const answer = await service.call('GET', '/admin/setup', { token })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const expected = {
    timeZoneChosen: false,
    ...{ passwordChanged: false, caregiverId: null, patientId: null, macAddress: null, alertTested: false },
  } as Record<string, unknown>
  assert.deepEqual(await setup(), expected)

  const newPassword = 'Starry-Night-24!'
  const passwords = { currentPassword: adminAccount.password, newPassword, confirmPassword: newPassword }
  const changed = await service.call('POST', '/profile/password', { token, body: passwords })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(await setup(), { ...expected, passwordChanged: true })

  const ana = await service.signUp({ role: 'CAREGIVER' })
  const rosa = await service.signUp()
  const device = await addUnregisteredDevice(service, rosa.id)
  const { body } = await service.call('GET', `/device/${device.id}`, { token: rosa.token })
  Object.assign(expected, { passwordChanged: true, caregiverId: ana.id, patientId: rosa.id })
  assert.deepEqual(await setup(), { ...expected, macAddress: body.data.macAddress })

  await assign(service, ana.id, rosa.id)
  const sos = await service.call('POST', '/sos', { token: rosa.token })
  assert.equal((await setup()).alertTested, false, 'nobody has answered yet')
  await act(service, ana, sos.body.data.id, 'acknowledge')
  assert.equal((await setup()).alertTested, true)
})
