import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { isFull, often } from '../support/full.ts'
import { makeCircle } from '../support/people.ts'
import { addDevice, goodReading, randomMac } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const run = promisify(execFile)
type Token = { token: string }
const post = ({ token }: Token, path: string, body: object = {}) =>
  service.call('POST', path, { token, body, headers: { host: 'care.example.org:8443' } })
const send = (key: string, device_id: string) =>
  service.call('POST', '/device/sensor-stream', { token: key, body: { ...goodReading(device_id) } })

describe('a device that is registered for a patient', () => {
  test('gets an address and a key with which it sends at once', async () => {
    const { caregiver, patient } = await makeCircle(service)
    const { status, body } = await post(caregiver, `/patients/${patient.id}/devices`, { name: 'Left wrist' })
    assert.equal(status, 201)
    const { macAddress, key, userId, name } = body.data
    assert.deepEqual([userId, name, body.data.status], [patient.id, 'Left wrist', 'UNREGISTERED'])
    assert.match(macAddress, /^02(:[0-9A-F]{2}){5}$/)
    const sent = await send(key, macAddress)
    assert.deepEqual([sent.status, sent.body.data.deviceId], [200, body.data.id])
  })

  test('keeps the address that it is given, also from an admin', async () => {
    const { admin, patient } = await makeCircle(service)
    const macAddress = randomMac()
    const { status, body } = await post(admin, '/admin/devices', { userId: patient.id, macAddress })
    assert.deepEqual([status, body.data.macAddress], [201, macAddress])
    assert.equal((await send(body.data.key, macAddress)).status, 200)
    const again = await post(admin, `/patients/${patient.id}/devices`, { macAddress })
    assert.equal(again.status, 409)
    const { data: keys } = (await service.call('GET', '/device/keys', { token: patient.token })).body
    assert.equal(keys.length, 1, 'a refused registration leaves no key')
  })

  test('is set up by a command to paste and a code to scan', async () => {
    const { caregiver, patient } = await makeCircle(service)
    const { body } = await post(caregiver, `/patients/${patient.id}/devices`)
    const { key, macAddress, setup } = body.data
    assert.equal(setup.address, 'http://care.example.org:8443/api')
    const uri = new URL(setup.uri)
    assert.equal(uri.protocol, 'fallwatch:')
    assert.deepEqual(Object.fromEntries(uri.searchParams), {
      ...{ address: setup.address, key, device_id: macAddress },
    })
    assert.match(setup.qrCode, /^<svg .*<\/svg>\s*$/s)
    // The shell takes the command apart as it is meant.
    const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${setup.command}`])
    const [url, , authorization, , contentType, , reading = ''] = stdout.trim().split('\n')
    assert.equal(url, `${setup.address}/device/sensor-stream`)
    assert.deepEqual(
      [authorization, contentType],
      [`Authorization: Bearer ${key}`, 'Content-Type: application/json'],
    )
    const sent = await service.call('POST', '/device/sensor-stream', {
      token: key,
      body: JSON.parse(reading),
    })
    assert.equal(sent.status, 200, sent.text)
  })

  test('is refused with a bad address or name, and beyond ten devices', async () => {
    const { caregiver, patient } = await makeCircle(service)
    const path = `/patients/${patient.id}/devices`
    for (const body of [{ macAddress: 'AA' }, { name: ' ' }, { macAddress: '00:00:00:00:00:00' }])
      assert.equal((await post(caregiver, path, body)).status, 400)
    for (let i = 0; i < 10; i++) assert.equal((await post(caregiver, path)).status, 201)
    assert.equal((await post(caregiver, path)).status, 409)
    assert.equal((await post(caregiver, `/patients/${caregiver.id}/devices`)).status, 404)
  })
})

describe('a device that is replaced', () => {
  async function aDevice() {
    const circle = await makeCircle(service)
    const answer = await post(circle.caregiver, `/patients/${circle.patient.id}/devices`, { name: 'Hip' })
    return { ...circle, device: answer.body.data }
  }

  test('is disabled, its key is revoked, and the new one has its name and placement', async () => {
    const { caregiver, patient, device } = await aDevice()
    await send(device.key, device.macAddress)
    await service.call('PUT', `/device/${device.id}/detection`, {
      ...{ token: patient.token, body: { placement: 'waist' } },
    })
    const { status, body } = await post(caregiver, `/device/${device.id}/replacement`)
    assert.equal(status, 201, JSON.stringify(body))
    const { data } = body
    assert.deepEqual(
      [data.name, data.userId, data.replacedDeviceId, data.revokedKeys],
      [...['Hip', patient.id, device.id, 1]],
    )
    assert.notEqual(data.macAddress, device.macAddress)
    assert.equal((await send(device.key, device.macAddress)).status, 401)
    assert.equal((await send(data.key, device.macAddress)).status, 403)
    assert.equal((await send(data.key, data.macAddress)).status, 200)
    const { token } = caregiver
    const { body: old } = await service.call('GET', `/device/${device.id}`, { token })
    assert.equal(old.data.status, 'DISABLED')
    const { body: detection } = await service.call('GET', `/device/${data.id}/detection`, { token })
    assert.equal(detection.data.placement, 'waist')
    const { body: readings } = await service.call('GET', `/device/${device.id}/readings`, { token })
    assert.equal(readings.data.length, 1)
  })

  test('leaves other devices and their keys alone', async () => {
    const { admin, patient, device } = await aDevice()
    const other = await post(admin, '/admin/devices', { userId: patient.id })
    const general = await service.call('POST', '/device/keys', {
      ...{ token: patient.token, body: { name: 'All' } },
    })
    const { body } = await post(patient, `/device/${device.id}/replacement`)
    assert.equal(body.data.revokedKeys, 1)
    assert.equal((await send(other.body.data.key, other.body.data.macAddress)).status, 200)
    assert.equal((await send(general.body.data.key, body.data.macAddress)).status, 200)
  })

  test('takes the general keys of the person with it if it was the only device', async () => {
    const { patient, admin } = await makeCircle(service)
    const { id, mac: macAddress } = await addDevice(service, patient.token)
    const general = await service.call('POST', '/device/keys', {
      ...{ token: patient.token, body: { name: 'All' } },
    })
    const { body } = await post(admin, `/device/${id}/replacement`)
    assert.equal(body.data.revokedKeys, 1)
    assert.equal((await send(general.body.data.key, macAddress)).status, 401)
  })

  test('is replaced once, and nothing changes if the new address is taken', async () => {
    const { admin, patient, device } = await aDevice()
    const other = await post(admin, '/admin/devices', { userId: patient.id })
    const { macAddress } = other.body.data
    assert.equal((await post(admin, `/device/${device.id}/replacement`, { macAddress })).status, 409)
    assert.equal((await send(device.key, device.macAddress)).status, 200)
    const answers = await Promise.all([1, 2, 3].map(() => post(admin, `/device/${device.id}/replacement`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  })

  test('works at the limit of ten devices', async () => {
    const { admin, patient, device } = await aDevice()
    for (let i = 0; i < 9; i++) await post(admin, '/admin/devices', { userId: patient.id })
    assert.equal((await post(admin, `/device/${device.id}/replacement`)).status, 201)
    assert.equal((await post(admin, '/admin/devices', { userId: patient.id })).status, 409)
  })

  /** Replaces a device several times in a row, and returns the last one. */
  async function replace(by: Token, device: { id: string }, times: number) {
    let last = device
    for (let i = 0; i < times; i++) {
      const { status, body } = await post(by, `/device/${last.id}/replacement`)
      assert.equal(status, 201, JSON.stringify(body))
      last = body.data
    }
    return last
  }

  /** Stores devices of a person as they are once they were replaced. */
  const addReplaced = (userId: string, count: number) =>
    service.ctx.db.query(
      `insert into devices (id, user_id, mac, name, disabled, replaced, created_at, updated_at)
       select gen_random_uuid(), $1, 'FE000000' || lpad(n::text, 4, '0'), 'Old', true, true, $3, $3
       from generate_series(1, $2::int) as n`,
      [userId, count, service.ctx.now()],
    )

  test('counts no more towards the limit of ten devices, however a device is registered', async () => {
    const { admin, caregiver, patient, device } = await aDevice()
    await replace(caregiver, device, 9)
    const registered = await post(caregiver, `/patients/${patient.id}/devices`)
    assert.equal(registered.status, 201, registered.text)
    for (let i = 0; i < 4; i++)
      assert.equal((await post(admin, '/admin/devices', { userId: patient.id })).status, 201)
    for (let i = 0; i < 3; i++) assert.equal((await send(patient.token, randomMac())).status, 200)
    const { body: imported } = await post(admin, '/admin/imports', {
      files: [{ name: 'devices.csv', content: `macAddress,email\n${randomMac()},${patient.email}\n` }],
    })
    assert.equal(imported.data.applied, true, JSON.stringify(imported))
    // Ten are in use now.
    assert.equal((await post(caregiver, `/patients/${patient.id}/devices`)).status, 409)
    assert.equal((await send(patient.token, randomMac())).status, 409)
    const { body: refused } = await post(admin, '/admin/imports', {
      files: [{ name: 'devices.csv', content: `macAddress,email\n${randomMac()},${patient.email}\n` }],
    })
    assert.match(refused.data.lines[0].message, /at most 10 devices/)
    const { token } = caregiver
    const { body } = await service.call('GET', `/patients/${patient.id}/devices?limit=100`, { token })
    assert.equal(body.data.length, 19, 'those that were replaced stay with the person')
  })

  test('still counts if it was only disabled', async () => {
    const { admin, patient, device } = await aDevice()
    for (let i = 0; i < 9; i++) await post(admin, '/admin/devices', { userId: patient.id })
    assert.equal((await post(admin, `/admin/devices/${device.id}/disable`)).status, 200)
    assert.equal((await post(admin, '/admin/devices', { userId: patient.id })).status, 409)
    assert.equal((await post(admin, `/admin/devices/${device.id}/enable`)).status, 200)
  })

  test('is not enabled again', async () => {
    const { admin, caregiver, device } = await aDevice()
    const { body } = await post(caregiver, `/device/${device.id}/replacement`)
    const enabled = await post(admin, `/admin/devices/${device.id}/enable`)
    assert.deepEqual(
      [enabled.status, enabled.body.error],
      [409, 'This device was replaced and cannot be enabled again'],
    )
    const { data: old } = (await service.call('GET', `/device/${device.id}`, { token: admin.token })).body
    assert.equal(old.status, 'DISABLED')
    for (const verb of ['disable', 'enable'])
      assert.equal((await post(admin, `/admin/devices/${body.data.id}/${verb}`)).status, 200)
  })

  test('is one of fifty at most, until an admin releases one', async () => {
    const { admin, patient, device } = await aDevice()
    const last = await replace(admin, device, often(2, 49))
    if (!isFull) await addReplaced(patient.id, 47)
    for (const [path, body] of [
      [`/device/${last.id}/replacement`, {}],
      ['/admin/devices', { userId: patient.id }],
    ] as const) {
      const refused = await post(admin, path, body)
      assert.deepEqual(
        [refused.status, refused.body.error],
        [409, 'An account can have at most 50 devices with those that were replaced'],
      )
    }
    assert.equal((await post(admin, `/admin/devices/${device.id}/release`)).status, 200)
    assert.equal((await post(admin, `/device/${last.id}/replacement`)).status, 201)
  })

  test('is known from the audit log if that was before the column', async () => {
    const { admin, device } = await aDevice()
    await post(admin, `/device/${device.id}/replacement`)
    const { db } = service.ctx
    await db.query('update devices set replaced = false where id = $1', [device.id])
    const [, migration = ''] = readFileSync('migrations/0033_replaced_devices.sql', 'utf8').split(/;\n/)
    await db.query(migration)
    assert.equal((await post(admin, `/admin/devices/${device.id}/enable`)).status, 409)
  })
})
