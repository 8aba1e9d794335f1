import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setMonitoring } from '../support/device-alarms.ts'
import { makeCircle } from '../support/people.ts'
import { countRows, type Fields, type Person, sixCallers, times } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })

const defaults = {
  okWindowSeconds: 0,
  silentEnabled: true,
  silentAfterMinutes: null,
  ignoreSilenceWhileCharging: true,
  heartRateLow: 40,
  heartRateHigh: 140,
  spo2Low: 88,
  batteryLow: 20,
  batteryUrgent: 10,
  ...{ bedExitEnabled: true, bedExitAfterMinutes: 15, bedExitFrom: '22:00', bedExitTo: '06:00' },
  ...{ wanderingEnabled: false, wanderingFrom: '22:00', wanderingTo: '06:00' },
  ...{ inactivityEnabled: false, inactivityAfterHours: 4, inactivityFrom: '08:00', inactivityTo: '22:00' },
  sensitivity: 'normal',
}

const read = async ({ id, token }: Person): Promise<Fields> => {
  const answer = await service.call('GET', `/patients/${id}/monitoring`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const entriesAbout = (id: string, action: string) =>
  service.ctx.db.query<{ message: string; actorId: string }>(
    'select message, actor_id as "actorId" from audit_log where subject_id = $1 and action = $2 order by at',
    [id, action],
  )

test('without settings the defaults apply, and what is set is kept', async () => {
  const patient = await service.signUp()
  assert.deepEqual(await read(patient), defaults)
  const first = await setMonitoring(service, patient, { spo2Low: 90, silentAfterMinutes: 10 })
  assert.deepEqual(first, { ...defaults, spo2Low: 90, silentAfterMinutes: 10 })
  const second = { okWindowSeconds: 45, batteryLow: null, silentAfterMinutes: null, silentEnabled: false }
  assert.deepEqual(await setMonitoring(service, patient, second), { ...defaults, spo2Low: 90, ...second })
  assert.deepEqual(await read(patient), { ...defaults, spo2Low: 90, ...second })
})

test('the patient, an assigned caregiver and an admin may read and change them', async () => {
  const { self, tokens } = await sixCallers(service)
  const path = `/patients/${self.id}/monitoring`
  const expected = [401, 200, 403, 200, 403, 200]
  for (const method of ['GET', 'PUT']) {
    const statuses: number[] = []
    for (const [, token] of tokens) {
      const body = method === 'PUT' ? { batteryLow: 15 } : undefined
      statuses.push((await service.call(method, path, { token, body })).status)
    }
    assert.deepEqual(statuses, expected, method)
  }
})

test('a change is in the audit log without its values, and so is a look by somebody else', async () => {
  const { patient, caregiver } = await makeCircle(service)
  await setMonitoring(service, { ...patient, token: caregiver.token }, { spo2Low: 91, heartRateLow: 50 })
  await setMonitoring(service, patient, { spo2Low: 91 })
  assert.deepEqual(await entriesAbout(patient.id, 'patient.monitoring_changed'), [
    { message: 'Monitoring changed: heartRateLow, spo2Low', actorId: caregiver.id },
  ])
  await read(patient)
  assert.equal((await entriesAbout(patient.id, 'record.viewed')).length, 0)
  await read({ ...patient, token: caregiver.token })
  assert.deepEqual(await entriesAbout(patient.id, 'record.viewed'), [
    { message: 'GET /api/patients/:id/monitoring', actorId: caregiver.id },
  ])
})

test('changes at the same time are all kept', async () => {
  const patient = await service.signUp()
  const changes = [{ spo2Low: 90 }, { batteryLow: 30 }, { okWindowSeconds: 60 }, { heartRateLow: 45 }]
  await times(changes.length, (i) => setMonitoring(service, patient, changes[i] ?? {}))
  assert.deepEqual(await read(patient), { ...defaults, ...Object.assign({}, ...changes) })
})

describe('what cannot be is refused and changes nothing:', () => {
  for (const [body, field] of [
    [{ okWindowSeconds: 301 }, 'okWindowSeconds'],
    [{ okWindowSeconds: -1 }, 'okWindowSeconds'],
    [{ okWindowSeconds: null }, 'okWindowSeconds'],
    [{ okWindowSeconds: 1.5 }, 'okWindowSeconds'],
    [{ silentAfterMinutes: 0 }, 'silentAfterMinutes'],
    [{ silentAfterMinutes: 1441 }, 'silentAfterMinutes'],
    [{ silentEnabled: null }, 'silentEnabled'],
    [{ silentEnabled: 'yes' }, 'silentEnabled'],
    [{ ignoreSilenceWhileCharging: 1 }, 'ignoreSilenceWhileCharging'],
    [{ heartRateLow: 10 }, 'heartRateLow'],
    [{ heartRateHigh: 300 }, 'heartRateHigh'],
    [{ heartRateLow: 100, heartRateHigh: 110 }, 'heartRateHigh'],
    [{ heartRateHigh: 60, spo2Low: 95, heartRateLow: 41 }, 'heartRateHigh'],
    [{ spo2Low: 99 }, 'spo2Low'],
    [{ spo2Low: '88' }, 'spo2Low'],
    [{ batteryLow: 0 }, 'batteryLow'],
    [{ batteryLow: 81 }, 'batteryLow'],
    [{ batteryUrgent: 21 }, 'batteryUrgent'],
    [{ batteryLow: 5 }, 'batteryUrgent'],
  ] as const) {
    test(JSON.stringify(body), async () => {
      const { id, token } = await service.signUp()
      const answer = await service.call('PUT', `/patients/${id}/monitoring`, { token, body })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details), [field])
      assert.equal(await countRows(service, 'monitoring_settings where patient_id = $1', [id]), 0)
    })
  }

  test('of somebody who is no patient, or nobody', async () => {
    const token = await service.adminToken()
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    for (const id of [caregiver.id, '00000000-0000-4000-8000-000000000000']) {
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? { spo2Low: 90 } : undefined
        const answer = await service.call(method, `/patients/${id}/monitoring`, { token, body })
        assert.equal(answer.status, 404, answer.text)
      }
    }
    assert.equal((await service.call('GET', '/patients/rosa/monitoring', { token })).status, 400)
  })
})

test('the settings go with the account', async () => {
  const patient = await service.signUp()
  await setMonitoring(service, patient, { spo2Low: 90 })
  const { token } = patient
  const answer = await service.call('DELETE', '/profile/me', { token, body: { confirmation: true } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(await countRows(service, 'monitoring_settings where patient_id = $1', [patient.id]), 0)
})
