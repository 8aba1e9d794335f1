import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const asAdmin = async (path: string, body: object) =>
  service.call('POST', `/admin${path}`, { token: await service.adminToken(), body })

describe('an admin who brings in a patient', () => {
  test('invites them, assigned to nobody, and they choose their password', async () => {
    const invited = {
      email: 'irma@example.org',
      firstName: 'Irma',
      lastName: 'Voss',
      dateOfBirth: '1938-02-01',
    }
    const { status, body } = await asAdmin('/patients', invited)
    assert.equal(status, 201)
    assert.deepEqual([body.data.caregivers, body.data.devices, body.data.dateOfBirth], [[], [], '1938-02-01'])
    const accepted = await service.call('POST', '/auth/accept-invitation', {
      body: { token: body.data.invitation.token, password: goodPassword },
    })
    assert.equal(accepted.status, 200)
    assert.equal(accepted.body.data.role, 'PATIENT')
    assert.equal((await asAdmin('/patients', invited)).status, 409)
  })

  test('makes a key with which their device sends, and not another person of the house', async () => {
    const patient = await service.signUp()
    const { status, body } = await asAdmin(`/users/${patient.id}/device-keys`, { name: 'Wrist' })
    assert.equal(status, 201)
    const sent = await service.call('POST', '/device/sensor-stream', {
      token: body.data.key,
      body: {
        device_id: '02:00:00:00:0A:01',
        ...{ accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0, uptime_ms: 1000 },
      },
    })
    assert.equal(sent.status, 200)
    const mine = await service.call('GET', '/device/keys', { token: patient.token })
    assert.deepEqual(
      mine.body.data.map(({ id }: { id: string }) => id),
      [body.data.id],
    )
    const nobody = '00000000-0000-4000-8000-000000000000'
    assert.equal((await asAdmin(`/users/${nobody}/device-keys`, { name: 'Wrist' })).status, 404)
  })
})
