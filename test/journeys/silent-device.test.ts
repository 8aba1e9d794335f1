import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCircle } from '../support/people.ts'
import { addDevice, addUnregisteredDevice, type Person, sendReading } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ SESSION_DURATION: '30d' })

const ask = async (path: string, { token }: Person) => {
  const answer = await service.call('GET', path, { token })
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return answer.body.data
}

async function wearer() {
  const { patient, caregiver, admin } = await makeCircle(service)

  /** The status of a device as its owner, the caregiver and the admin see it, who must agree. */
  const statusOf = async (id: string): Promise<string> => {
    const among = (devices: Person[]) => devices.find((device) => device.id === id).status
    const seen = [among((await ask('/patients/me', patient)).devices)]
    for (const viewer of [patient, caregiver, admin]) {
      seen.push(
        (await ask(`/device/${id}`, viewer)).status,
        (await ask(`/device/${id}/status`, viewer)).status,
      )
    }
    for (const viewer of [caregiver, admin]) {
      seen.push(among((await ask(`/patients/${patient.id}`, viewer)).devices))
      seen.push(among(await ask(`/patients/${patient.id}/devices`, viewer)))
    }
    assert.deepEqual(new Set(seen), new Set([seen[0]]))
    return seen[0]
  }

  const switchTo = async (verb: 'disable' | 'enable', id: string): Promise<string> => {
    const answer = await service.call('POST', `/admin/devices/${id}/${verb}`, { token: admin.token })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.status
  }

  return { patient, statusOf, switchTo }
}

test('a device falls silent, is given up, and comes back', async () => {
  const { patient, statusOf } = await wearer()
  const device = await addDevice(service, patient.token)
  assert.equal(await statusOf(device.id), 'ACTIVE')
  service.advance('29m')
  assert.equal(await statusOf(device.id), 'ACTIVE')
  service.advance('1m')
  assert.equal(await statusOf(device.id), 'INACTIVE')
  await device.send()
  assert.equal(await statusOf(device.id), 'ACTIVE')

  service.advance('23h')
  assert.equal(await statusOf(device.id), 'INACTIVE')
  service.advance('1h')
  assert.equal(await statusOf(device.id), 'OFFLINE')
  service.advance('5d')
  assert.equal(await statusOf(device.id), 'OFFLINE')
  await device.send()
  assert.equal(await statusOf(device.id), 'ACTIVE')

  const logs = await ask(`/device/${device.id}/logs?logType=info`, patient)
  const backOnline = logs.filter(({ message }: Person) => /back online/i.test(message))
  assert.equal(backOnline.length, 2)
})

test('a device is disabled by an admin, whatever it does, until it is enabled', async () => {
  const { patient, statusOf, switchTo } = await wearer()
  const device = await addDevice(service, patient.token)
  assert.equal(await switchTo('disable', device.id), 'DISABLED')
  assert.equal(await statusOf(device.id), 'DISABLED')
  assert.equal((await sendReading(service, patient.token, device.mac)).status, 403)

  service.advance('31m')
  assert.equal(await statusOf(device.id), 'DISABLED')
  assert.equal(await switchTo('enable', device.id), 'INACTIVE')
  assert.equal(await statusOf(device.id), 'INACTIVE')

  assert.equal(await switchTo('disable', device.id), 'DISABLED')
  service.advance('24h')
  assert.equal((await sendReading(service, patient.token, device.mac)).status, 403)
  assert.equal(await statusOf(device.id), 'DISABLED')
  assert.equal(await switchTo('enable', device.id), 'OFFLINE')
  assert.equal(await statusOf(device.id), 'OFFLINE')
  await device.send()
  assert.equal(await statusOf(device.id), 'ACTIVE')

  const logs = await ask(`/device/${device.id}/logs?order=asc`, patient)
  const switches = logs
    .filter(({ message }: Person) => /abled/.test(message))
    .map(({ type, message }: Person) => [type, /disabled/i.test(message)])
  const both = [
    ['WARNING', true],
    ['INFO', false],
  ]
  assert.deepEqual(switches, [...both, ...both])
})

test('a device that was added beforehand is unregistered until its first reading', async () => {
  const { patient, statusOf, switchTo } = await wearer()
  const { id, mac } = await addUnregisteredDevice(service, patient.id)
  service.advance('2d')
  assert.equal(await statusOf(id), 'UNREGISTERED')
  assert.equal(await switchTo('disable', id), 'DISABLED')
  assert.equal(await switchTo('enable', id), 'UNREGISTERED')
  const answer = await sendReading(service, patient.token, mac)
  assert.deepEqual([answer.status, answer.body.data.deviceId], [200, id])
  assert.equal(await statusOf(id), 'ACTIVE')
})
