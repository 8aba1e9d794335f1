import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import {
  addDevice,
  addUnregisteredDevice,
  assertFields,
  countRows,
  deviceNumber,
  devicesOfUser,
  randomMac,
  sendReading,
  tally,
  times,
} from '../support/readings.ts'
import { type Answer, type CallOptions, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

let token: string | undefined
const asAdmin = async (method: string, path: string, options: CallOptions = {}) => {
  token ??= await service.adminToken()
  return service.call(method, `/admin/devices${path}`, { token, ...options })
}
const add = (body: unknown) => asAdmin('POST', '', { body })
const disable = (id: string, options?: CallOptions) => asAdmin('POST', `/${id}/disable`, options)
const enable = (id: string, options?: CallOptions) => asAdmin('POST', `/${id}/enable`, options)

const logOf = async (id: string) =>
  service.ctx.db.query<{ type: string; message: string }>(
    'select type, message from device_logs where device = $1 order by id',
    [await deviceNumber(service, id)],
  )
const deedsTo = async (subjectId: string) => {
  const rows = await service.ctx.db.query<{ action: string }>(
    `select action from audit_log where subject_id = $1 and action like 'device.%' order by at`,
    [subjectId],
  )
  return rows.map(({ action }) => action)
}

const deviceFields = [
  ...['id', 'userId', 'macAddress', 'externalId', 'kind', 'expectedEverySeconds', 'place'],
  ...['name', 'status', 'lastSeen', 'batteryLevel'],
]

describe('adding a device', () => {
  test('answers the device, which waits for its first reading', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const answer = await add({ macAddress: mac, userId: rosa.id, name: ' Left wrist ' })
    assert.equal(answer.status, 201, answer.text)
    const { data } = answer.body
    assertFields(data, [
      ...[...deviceFields, 'firmwareVersion', 'createdAt', 'updatedAt', 'key', 'keyId', 'setup'],
    ])
    const { key: _, keyId: __, setup: ___, ...device } = data
    const { id, createdAt, updatedAt, ...rest } = device
    assert.deepEqual(rest, {
      ...{ userId: rosa.id, macAddress: mac, name: 'Left wrist', status: 'UNREGISTERED' },
      ...{ lastSeen: null, batteryLevel: null, firmwareVersion: null },
      ...{ externalId: mac, kind: 'WEARABLE', expectedEverySeconds: null, place: null },
    })
    assert.equal(createdAt, updatedAt)
    assert.deepEqual((await service.call('GET', `/device/${id}`, { token: rosa.token })).body.data, device)
    assert.deepEqual(await logOf(id), [{ type: 'INFO', message: 'Device registered' }])
    assert.deepEqual(await deedsTo(rosa.id), ['device.added'])

    const reading = await sendReading(service, rosa.token, mac)
    assert.deepEqual([reading.status, reading.body.data.deviceId], [200, id])
    const seen = await service.call('GET', `/device/${id}`, { token: rosa.token })
    assert.equal(seen.body.data.status, 'ACTIVE')
  })

  test('names it after its address unless a name is given, however that is written', async () => {
    const rosa = await service.signUp()
    for (const write of [
      (mac: string) => mac.toLowerCase(),
      (mac: string) => mac.replaceAll(':', '-'),
      (mac: string) => ` ${mac.replaceAll(':', '')} `,
    ]) {
      const mac = randomMac()
      const { status, body } = await add({ macAddress: write(mac), userId: rosa.id })
      assert.deepEqual(
        [status, body.data?.macAddress, body.data?.name],
        [201, mac, `Wearable ${mac.slice(-5)}`],
      )
    }
  })

  const bad: [string, unknown][] = [
    ['macAddress', null],
    ['macAddress', 'AA:BB:CC:DD:EE'],
    ['macAddress', '00:00:00:00:00:00'],
    ['macAddress', 'FFFFFFFFFFFF'],
    ['macAddress', 17],
    ['userId', undefined],
    ['userId', 'rosa'],
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['name', null],
  ]
  for (const [field, value] of bad) {
    test(`answers 400 for ${field} ${String(value).slice(0, 20)}, and adds nothing`, async () => {
      const rosa = await service.signUp()
      const answer = await add({ macAddress: randomMac(), userId: rosa.id, [field]: value })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [field]])
      assert.equal(await devicesOfUser(service, rosa.id), 0)
    })
  }

  test('answers 404 for an unknown person', async () => {
    assert.equal((await add({ macAddress: randomMac(), userId: randomUUID() })).status, 404)
  })

  test('answers 409 for an address that is there, whoever has it', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    for (const { id } of [rosa, ana])
      assert.equal((await add({ macAddress: mac.toLowerCase(), userId: id })).status, 409)
    assert.deepEqual(await deedsTo(ana.id), [])
  })

  test('answers 409 for the eleventh of a person, and adds nothing', async () => {
    const rosa = await service.signUp()
    for (let i = 0; i < 10; i++)
      assert.equal((await add({ macAddress: randomMac(), userId: rosa.id })).status, 201)
    const mac = randomMac()
    assert.equal((await add({ macAddress: mac, userId: rosa.id })).status, 409)
    assert.equal(await countRows(service, 'devices where mac = $1', [mac]), 0)
    assert.equal(await devicesOfUser(service, rosa.id), 10)
    assert.equal((await deedsTo(rosa.id)).length, 10)
  })

  test('at once makes one of each address, and ten of a person', async () => {
    const [rosa, mac] = [await service.signUp(), randomMac()]
    assert.deepEqual(tally(await times(8, () => add({ macAddress: mac, userId: rosa.id }))), {
      201: 1,
      409: 7,
    })
    const answers = await times(14, () => add({ macAddress: randomMac(), userId: rosa.id }))
    assert.deepEqual(tally(answers), { 201: 9, 409: 5 })
  })
})

describe('disabling a device', () => {
  test('refuses its readings at once, until it is enabled again', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addDevice(service, rosa.token)
    const answer = await disable(id)
    assert.equal(answer.status, 200)
    assertFields(answer.body.data, [...deviceFields, 'firmwareVersion', 'createdAt', 'updatedAt'])
    assert.deepEqual([answer.body.data.id, answer.body.data.status], [id, 'DISABLED'])
    assert.equal((await sendReading(service, rosa.token, mac)).status, 403)
    const batch = await service.call('GET', `/device/${id}`, { token: rosa.token })
    assert.equal(batch.body.data.status, 'DISABLED')

    const enabled = await enable(id)
    assert.deepEqual([enabled.status, enabled.body.data.status], [200, 'ACTIVE'])
    assert.equal((await sendReading(service, rosa.token, mac)).status, 200)
    assert.deepEqual(await logOf(id), [
      { type: 'INFO', message: 'Device registered' },
      { type: 'WARNING', message: 'Device disabled' },
      { type: 'INFO', message: 'Device enabled' },
    ])
    assert.deepEqual(await deedsTo(rosa.id), ['device.disabled', 'device.enabled'])
  })

  test('twice is fine, and noted once', async () => {
    const rosa = await service.signUp()
    const { id } = await addUnregisteredDevice(service, rosa.id)
    assert.deepEqual(tally(await times(6, () => disable(id))), { 200: 6 })
    assert.equal((await disable(id)).body.data.status, 'DISABLED')
    assert.deepEqual(await logOf(id), [{ type: 'WARNING', message: 'Device disabled' }])
    assert.equal((await enable(id)).body.data.status, 'UNREGISTERED')
    assert.equal((await enable(id)).status, 200)
    assert.deepEqual(await deedsTo(rosa.id), ['device.disabled', 'device.enabled'])
  })

  test('and enabling it returns to what its silence says', async () => {
    const rosa = await service.signUp()
    const { id } = await addDevice(service, rosa.token)
    await disable(id)
    service.advance('31m')
    assert.equal((await enable(id)).body.data.status, 'INACTIVE')
  })

  for (const body of [undefined, {}, { reason: 'lost' }]) {
    test(`takes ${JSON.stringify(body)} for a body`, async () => {
      const { id } = await addUnregisteredDevice(service, (await service.signUp()).id)
      assert.equal((await disable(id, { body })).status, 200)
    })
  }

  for (const [verb, call] of [
    ['disable', disable],
    ['enable', enable],
  ] as const) {
    test(`${verb} answers 404 for an unknown device, and 400 for what is no id`, async () => {
      assert.equal((await call(randomUUID())).status, 404)
      const answer = await call('7')
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']])
    })
  }
})

describe('finding a device', () => {
  const find = async (query: Record<string, string>) => asAdmin('GET', '', { query })
  const idsOf = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id)

  test('by its MAC address, however that is written, says whose it is', async () => {
    const luis = await service.signUp({ firstName: 'Luis', lastName: 'Vega' })
    const { id, mac } = await addDevice(service, luis.token)
    for (const macAddress of [mac, mac.toLowerCase(), mac.replaceAll(':', '').toLowerCase(), ` ${mac} `]) {
      const { status, body } = await find({ macAddress })
      assert.deepEqual([status, body.pagination.total], [200, 1])
      const [{ ownerName, ownerEmail, residence, teams, isBatteryLow, ...rest }] = body.data
      const { isIntervalSet, watched, ...device } = rest
      assert.deepEqual([isIntervalSet, watched], [false, null])
      assert.deepEqual([ownerName, ownerEmail, residence, teams], ['Luis Vega', luis.email, null, []])
      assert.equal(isBatteryLow, false)
      const seen = await service.call('GET', `/device/${id}`, { token: luis.token })
      assert.deepEqual(device, seen.body.data)
    }
    assert.deepEqual((await find({ macAddress: randomMac() })).body.data, [])
  })

  test('says whether its battery is low, by the limit of its owner', async () => {
    const { id: userId, token } = await service.signUp()
    const body = { batteryLow: 60 }
    await service.call('PUT', `/patients/${userId}/monitoring`, { token, body })
    const { send } = await addDevice(service, token, { battery_level: 50 })
    await send({ battery_level: 50 })
    const isLow = async () => (await find({ userId })).body.data[0].isBatteryLow
    assert.equal(await isLow(), true)
    await send({ battery_level: 90 })
    assert.equal(await isLow(), false)
  })

  test('by its owner, and all of them a page at a time', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const made: string[] = []
    for (const { id } of [rosa, rosa, luis]) {
      service.advance('1s')
      made.unshift((await addUnregisteredDevice(service, id)).id)
    }
    assert.deepEqual(idsOf(await find({ userId: rosa.id })), made.slice(1))
    const first = await find({ limit: '2' })
    assert.deepEqual(idsOf(first), made.slice(0, 2))
    assert.equal(first.body.pagination.total, await countRows(service, 'devices', []))
    assert.equal(idsOf(await find({ limit: '2', page: '2' }))[0], made[2])
    const other = await addDevice(service, luis.token)
    assert.deepEqual(idsOf(await find({ userId: rosa.id, macAddress: other.mac })), [])
  })

  test('sorts by room, team, battery and last sign, with what is not known at the end, both ways', async () => {
    const site = `Site ${randomUUID()}`
    const made: Record<string, string> = {}
    for (const [name, room, battery, minutes] of [
      ['a', '101', 80, 3],
      ['b', null, null, null],
      ['c', '102', 5, 1],
    ] as const) {
      const { id } = await service.signUp({ lastName: `Owner ${name}` })
      if (room) {
        await service.ctx.db.query(
          'insert into residences (patient_id, site, ward, room, confirmed) values ($1, $2, $3, $4, true)',
          [...[id, site, `Ward ${name}`, room]],
        )
        await service.ctx.db.query(
          'insert into teams (id, name, site, ward, created_at) values ($1, $2, $3, $4, now())',
          [...[randomUUID(), `Team ${name} of ${site}`, site, `Ward ${name}`]],
        )
      }
      const device = await addUnregisteredDevice(service, id)
      made[device.id] = name
      await service.ctx.db.query(
        `update device_states set battery = $2, last_seen = now() - $3 * interval '1 minute'
         where device = (select number from devices where id = $1)`,
        [device.id, battery, minutes],
      )
    }
    const sorted = async (sort: string, order: string) => {
      const seen: string[] = []
      const total = await countRows(service, 'devices', [])
      for (let page = 1; seen.length < total; page++) {
        const { status, body } = await find({ sort, order, page: String(page), limit: '9' })
        assert.equal(status, 200)
        assert.ok(body.data.length > 0, `${sort}: page ${page} is empty`)
        seen.push(...body.data.map(({ id }: { id: string }) => id))
      }
      assert.equal(new Set(seen).size, total, `${sort}: a device is on two pages`)
      return seen.map((id) => made[id] ?? '').join('')
    }
    const expected = {
      room: 'ac b',
      team: 'ac b',
      battery: 'ca b',
      last_seen: 'ac b',
      lastSeen: 'ac b',
      owner: 'abc',
    }
    for (const [sort, names] of Object.entries(expected)) {
      const [known = '', unknown = ''] = names.split(' ')
      assert.equal(await sorted(sort, 'asc'), known + unknown, sort)
      assert.equal(await sorted(sort, 'desc'), [...known].toReversed().join('') + unknown, sort)
    }
    const [first] = (await find({ sort: 'team', order: 'asc', limit: '1' })).body.data
    assert.deepEqual(first.residence, { site, ward: 'Ward a', room: '101' })
    assert.deepEqual(first.teams, [`Team a of ${site}`])
  })

  for (const query of [{ macAddress: 'AA:BB' }, { macAddress: '' }, { userId: 'rosa' }, { sort: 'mac' }]) {
    test(`is 400 with ${JSON.stringify(query)}`, async () => {
      const { status, body } = await find(query)
      assert.deepEqual([status, Object.keys(body.details)], [400, Object.keys(query)])
    })
  }
})

describe('releasing a device', () => {
  const release = (id: string, body?: unknown) => asAdmin('POST', `/${id}/release`, { body })

  test('gives a MAC address back to whoever really has it', async () => {
    const [luis, rosa] = [await service.signUp(), await service.signUp()]
    const { id, mac } = await addDevice(service, luis.token)
    const fall = await service.call('POST', '/falls', { token: luis.token, body: { confidence: 0.6 } })
    assert.equal((await sendReading(service, rosa.token, mac)).status, 403)
    const macAddress = mac.replaceAll(':', '').toLowerCase()
    const [found] = (await asAdmin('GET', '', { query: { macAddress } })).body.data
    const released = await release(found.id)
    assert.deepEqual(
      [released.status, released.body.data],
      [200, { id, macAddress: mac, released: true, newDeviceId: null }],
    )
    assert.equal((await sendReading(service, rosa.token, mac)).status, 200)
    assert.equal((await sendReading(service, luis.token, mac)).status, 403)
    assert.equal((await service.call('GET', `/device/${id}`, { token: luis.token })).status, 404)
    const { status } = await service.call('GET', `/falls/${fall.body.data.id}`, { token: luis.token })
    assert.equal(status, 200)
    assert.deepEqual(await deedsTo(luis.id), ['device.released'])
    assert.equal((await release(id)).status, 404)
  })

  test('takes the readings of the former owner along', async () => {
    const luis = await service.signUp()
    const { id } = await addDevice(service, luis.token)
    const number = await deviceNumber(service, id)
    assert.equal((await release(id)).status, 200)
    await purgeReadings(service.ctx)
    assert.equal(await countRows(service, 'readings where device = $1', [number]), 0)
  })

  test('to an account is done at once, however often the former owner sends meanwhile', async () => {
    const [luis, rosa] = [await service.signUp(), await service.signUp()]
    const { id, mac } = await addDevice(service, luis.token)
    const [released] = await Promise.all([
      release(id, { userId: rosa.id.toUpperCase() }),
      ...Array.from({ length: 20 }, () => sendReading(service, luis.token, mac)),
    ])
    assert.equal(released?.status, 200)
    assert.equal((await sendReading(service, luis.token, mac)).status, 403)
    const reading = await sendReading(service, rosa.token, mac)
    assert.deepEqual([reading.status, reading.body.data.deviceId], [200, released?.body.data.newDeviceId])
    assert.deepEqual(
      [await deedsTo(luis.id), await deedsTo(rosa.id)],
      [['device.released'], ['device.added']],
    )
  })

  test('from a place to somebody keeps what it is, and what it has said stays with nobody', async () => {
    const rosa = await service.signUp()
    const externalId = randomMac().replaceAll(':', '') + randomMac().slice(0, 2)
    const place = { ward: 'North', room: '3' }
    const about = { kind: 'BED', name: 'Mat', expectedEverySeconds: 86_400 }
    const watched = { from: '21:00', to: '07:00' }
    const made = await asAdmin('POST', '', { body: { externalId, place, watched, ...about } })
    assert.equal(made.status, 201, made.text)
    const { id, key } = made.body.data
    const say = (token: string) =>
      service.call('POST', '/device/events', { token, body: { device_id: externalId, event: 'bed_exit' } })
    assert.equal((await say(key)).status, 200)
    const find = async () => (await asAdmin('GET', '', { query: { externalId } })).body.data
    const [shared] = await find()
    assert.deepEqual([shared.isIntervalSet, shared.watched], [true, watched])
    assert.equal((await release(id, { userId: randomUUID() })).status, 404)
    const released = await release(id, { userId: rosa.id })
    assert.equal(released.status, 200, released.text)
    const [owned, ...others] = await find()
    assert.equal(others.length, 0)
    const { kind, name, expectedEverySeconds } = owned
    assert.deepEqual({ kind, name, expectedEverySeconds }, about)
    assert.deepEqual(
      [owned.id, owned.userId, owned.place, owned.watched],
      [released.body.data.newDeviceId, rosa.id, null, null],
    )
    const events = await service.call('GET', `/device/${owned.id}/events`, { token: rosa.token })
    assert.deepEqual(events.body.data, [])
    assert.equal((await say(key)).status, 401)
    assert.equal((await say(rosa.token)).status, 200)
  })

  test('of a place that nobody gets leaves its id free', async () => {
    const macAddress = randomMac()
    const register = () => asAdmin('POST', '', { body: { macAddress, place: { ward: 'North' } } })
    const made = await register()
    assert.equal((await release(made.body.data.id)).status, 200)
    assert.equal((await register()).status, 201)
  })

  test('changes nothing where the new owner is unknown, is the old one, or has ten devices', async () => {
    const [luis, rosa] = [await service.signUp(), await service.signUp()]
    const { id, mac } = await addDevice(service, luis.token)
    for (let i = 0; i < 10; i++) await addUnregisteredDevice(service, rosa.id)
    const statuses = []
    for (const userId of [randomUUID(), luis.id, rosa.id])
      statuses.push((await release(id, { userId })).status)
    assert.deepEqual(statuses, [404, 409, 409])
    const bad = await release(id, { userId: 'rosa' })
    assert.deepEqual([bad.status, Object.keys(bad.body.details)], [400, ['userId']])
    service.advance('1s')
    const reading = await sendReading(service, luis.token, mac)
    assert.deepEqual([reading.status, reading.body.data.deviceId], [200, id])
    assert.deepEqual(await deedsTo(luis.id), [])
  })

  test('answers 404 for an unknown device, and 400 for what is no id', async () => {
    assert.equal((await release(randomUUID())).status, 404)
    const answer = await release('7')
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']])
  })
})

describe('every route is for admins only', () => {
  test('GET /admin/devices', async () => {
    const callers = ['', (await service.signUp()).token, (await service.signUp({ role: 'CAREGIVER' })).token]
    const statuses = []
    for (const each of callers)
      statuses.push((await service.call('GET', '/admin/devices', { token: each })).status)
    assert.deepEqual(statuses, [401, 403, 403])
  })

  for (const path of ['', '/:id/disable', '/:id/enable', '/:id/release']) {
    test(`POST /admin/devices${path}`, async () => {
      const rosa = await service.signUp()
      const nora = await service.signUp({ role: 'CAREGIVER' })
      const { id } = await addUnregisteredDevice(service, rosa.id)
      const statuses = []
      for (const each of ['', rosa.token, nora.token]) {
        const body = { macAddress: randomMac(), userId: rosa.id }
        statuses.push(
          (await service.call('POST', `/admin/devices${path.replace(':id', id)}`, { token: each, body }))
            .status,
        )
      }
      assert.deepEqual(statuses, [401, 403, 403])
      assert.equal(await devicesOfUser(service, rosa.id), 1)
    })
  }
})
