// What one connection can send without a limit of its own: packets of every type, before and after CONNECT.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Packet } from 'mqtt-packet'
import { until } from '../../harness/until.ts'
import { reasonCodes } from '../../src/telemetry/mqtt/reason-codes.ts'
import { countWaiting, whileLocked } from '../support/locks.ts'
import {
  connectPacket,
  connectRaw,
  createMqttDevice,
  listenForMqtt,
  type MqttDevice,
  openRaw,
  publishPacket,
  type RawClient,
} from '../support/mqtt.ts'
import { type Pair, startPair } from '../support/pair.ts'
import { everythingElse, goodReading, readingsOfUser, sendReading } from '../support/readings.ts'
import { needsRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { useService } from '../support/service.ts'

const service = useService({ RATE_LIMIT_SENSOR: 'off', RATE_LIMIT_GLOBAL: 'off', TRUST_PROXY: 'off' })
let port = 0
before(async () => {
  port = await listenForMqtt(service)
})

const connect = () => connectRaw(service, port, 5)

const pings = (count: number) => Buffer.alloc(2 * count, Buffer.from([0xc0, 0]))

const answersOf = (client: RawClient, cmd: string) => client.packets.filter((packet) => packet.cmd === cmd)

async function disconnections(mac: string): Promise<number> {
  const [row] = await service.ctx.db.query<{ count: string }>(
    `select count(*) from device_disconnections join devices on number = device where mac = $1`,
    [mac],
  )
  return Number(row?.count)
}

describe('a client without a session', () => {
  test('is read up to its first packet only', async () => {
    const client = await openRaw(port)
    client.socket.write(pings(32_000))
    await client.closed
    assert.deepEqual(client.packets, [])
  })

  test('gets its packets read after CONNECT was accepted, and none if it was refused', async () => {
    const device = await createMqttDevice(service)
    const early: Packet = { cmd: 'pingreq' }
    const accepted = await openRaw(port)
    accepted.send(connectPacket(device))
    accepted.send(early)
    accepted.send(publishPacket(`fallwatch/${device.mac}/readings`, JSON.stringify(goodReading(device.mac))))
    await accepted.next('puback')
    assert.deepEqual(
      accepted.packets.map(({ cmd }) => cmd),
      ['connack', 'pingresp', 'puback'],
    )
    const refused = await openRaw(port)
    refused.send(connectPacket({ ...device, key: `${device.key}x` }))
    refused.socket.write(pings(1000))
    await refused.closed
    assert.deepEqual(
      refused.packets.map(({ cmd }) => cmd),
      ['connack'],
    )
  })
})

describe('a device that floods the service', () => {
  const floods: [title: string, send: (client: RawClient & MqttDevice) => void, answer: string][] = [
    ['with PINGREQ', ({ socket }) => void socket.write(pings(10_000)), 'pingresp'],
    [
      'with SUBSCRIBE',
      (client) => {
        const topic = `fallwatch/${client.mac}/responses`
        for (let messageId = 1; messageId <= 1000; messageId++)
          client.send({ cmd: 'subscribe', messageId, subscriptions: [{ topic, qos: 0 }] } as Packet)
      },
      'suback',
    ],
    [
      'with its status',
      (client) => {
        for (let messageId = 1; messageId <= 1000; messageId++) {
          const status = messageId % 2 === 0 ? 'online' : 'offline'
          client.send(publishPacket(`fallwatch/${client.mac}/status`, status, { messageId }))
        }
      },
      'puback',
    ],
  ]
  for (const [title, send, answer] of floods)
    test(`${title} is disconnected after a few of them`, async () => {
      const client = await connect()
      send(client)
      await client.closed
      const answers = answersOf(client, answer).length
      assert.ok(answers > 0 && answers <= 40, `${answers} answers`)
      assert.equal(
        (answersOf(client, 'disconnect')[0] as { reasonCode?: number } | undefined)?.reasonCode,
        reasonCodes.messageRateTooHigh,
      )
    })

  const oversized: [title: string, packet: (mac: string) => Packet][] = [
    [
      'subscribes to a thousand filters at once',
      () => ({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: Array.from({ length: 1000 }, () => ({ topic: 'a', qos: 0 as const })),
      }),
    ],
    [
      'unsubscribes from them',
      () => ({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: Array(1000).fill('a') }),
    ],
    [
      'publishes a thousand properties',
      (mac) =>
        publishPacket(`fallwatch/${mac}/readings`, '{}', {
          properties: { userProperties: { '': Array(1000).fill('') } },
        }),
    ],
  ]
  for (const [title, packet] of oversized)
    test(`${title} is disconnected before they are parsed`, async () => {
      const client = await connect()
      client.send(packet(client.mac))
      await client.closed
      const [disconnect] = answersOf(client, 'disconnect') as { reasonCode?: number }[]
      assert.equal(disconnect?.reasonCode, reasonCodes.packetTooLarge)
    })

  test('publishes a reading with a few properties is answered', async () => {
    const client = await connect()
    const properties = { userProperties: { firmware: '1.2' }, correlationData: Buffer.from('7') }
    const reading = JSON.stringify(goodReading(client.mac))
    client.send(publishPacket(`fallwatch/${client.mac}/readings`, reading, { properties }))
    await client.next('puback')
    assert.equal(await readingsOfUser(service, client.userId), 1)
  })

  test('whose key is revoked during its CONNECT is refused', async () => {
    const device = await createMqttDevice(service)
    const { body } = await service.call('GET', '/device/keys', { token: device.token })
    const lock = 'lock table devices in share row exclusive mode'
    const client = await openRaw(port, 5)
    await whileLocked(service, lock, [], async () => {
      client.send(connectPacket(device, { protocolVersion: 5 }))
      // Its new device waits for the lock.
      await until(async () => (await countWaiting(service)) > 0, 20_000, 'a CONNECT that waits')
      const answer = await service.call('DELETE', `/device/keys/${body.data[0].id}`, { token: device.token })
      assert.equal(answer.status, 200, answer.text)
    })
    const connack = (await client.next('connack')) as { reasonCode?: number }
    assert.equal(connack.reasonCode, reasonCodes.notAuthorized)
    await client.closed
  })

  test('with invalid readings waits after the first thousand, and what others send is stored meanwhile', async () => {
    const [client, other] = [await connect(), await connect()]
    const topic = `fallwatch/${client.mac}/readings`
    for (let i = 1; i <= 3000; i++) client.send(publishPacket(topic, '{}', { messageId: i }))
    other.send(publishPacket(`fallwatch/${other.mac}/readings`, JSON.stringify(goodReading(other.mac))))
    await other.next('puback')
    await until(() => answersOf(client, 'puback').length >= 1000, 20_000, 'answers to a thousand publishes')
    const answered = answersOf(client, 'puback').length
    assert.ok(answered < 2000, `${answered} publishes were read`)
    assert.equal(await readingsOfUser(service, other.userId), 1)
  })
})

test('of the status of a device only changes are stored, the last one of many', async () => {
  const client = await connect()
  const statusOf = async (status: string, messageId: number) => {
    client.send(publishPacket(`fallwatch/${client.mac}/status`, status, { messageId }))
    await until(() => answersOf(client, 'puback').length === messageId, 20_000, `PUBACK ${messageId}`)
  }
  await statusOf('offline', 1)
  await until(async () => (await disconnections(client.mac)) === 1)
  await service.ctx.db.query('delete from device_disconnections')
  await statusOf('offline', 2)
  await statusOf('online', 3)
  await statusOf('offline', 4)
  await until(async () => (await disconnections(client.mac)) === 1)
})

describe('an open connection that sends nothing is closed', () => {
  const ends: [title: string, act: (device: MqttDevice, admin: string) => Promise<{ status: number }>][] = [
    [
      'when its key is revoked',
      async ({ token }) => {
        const { body } = await service.call('GET', '/device/keys', { token })
        return service.call('DELETE', `/device/keys/${body.data[0].id}`, { token })
      },
    ],
    [
      'when the account is deactivated',
      ({ userId }, token) =>
        service.call('PUT', `/admin/users/${userId}`, { token, body: { status: 'inactive' } }),
    ],
    [
      'when the account is deleted',
      ({ userId }, token) => service.call('DELETE', `/admin/users/${userId}`, { token }),
    ],
    [
      'when the device is disabled',
      async ({ mac }, admin) => {
        const rows = await service.ctx.db.query<{ id: string }>('select id from devices where mac = $1', [
          mac,
        ])
        return service.call('POST', `/admin/devices/${rows[0]?.id}/disable`, { token: admin })
      },
    ],
  ]
  for (const [title, act] of ends)
    test(title, async () => {
      const client = await connect()
      const { status } = await act(client, await service.adminToken())
      assert.ok(status < 300, `the request was answered with ${status}`)
      await client.closed
    })
})

describe('with two processes', needsRedis, () => {
  let redis: RedisServer
  let pair: Pair
  before(async () => {
    redis = await startRedis()
    pair = await startPair(redis.url)
  })
  after(async () => {
    await pair?.stop()
    await redis?.stop()
  })

  test('a key that is revoked in one of them closes the connection in the other', async () => {
    const device = await createMqttDevice(pair.here)
    const client = await openRaw(await listenForMqtt(pair.there))
    client.send(connectPacket(device))
    await client.next('connack')
    const { token } = device
    const { body } = await pair.here.call('GET', '/device/keys', { token })
    const { status } = await pair.here.call('DELETE', `/device/keys/${body.data[0].id}`, { token })
    assert.equal(status, 200)
    await client.closed
  })
})

test('numbers that are too small for the store are zero, on every way in', async () => {
  const tiny = { accel_x: 1e-320, gyro_y: -1e-300, pressure: 1e-320, fsr: 1e-60, battery_level: 1e-50 }
  const client = await connect()
  const reading = { ...goodReading(client.mac), ...everythingElse, ...tiny }
  client.send(publishPacket(`fallwatch/${client.mac}/readings`, JSON.stringify(reading)))
  const puback = (await client.next('puback')) as { reasonCode?: number }
  assert.ok(!puback.reasonCode, `refused with ${puback.reasonCode}`)
  const fields = { ...everythingElse, ...tiny, uptime_ms: 2_000_000 }
  const answer = await sendReading(service, client.token, client.mac, fields)
  assert.equal(answer.status, 200, answer.text)
  const batch = [{ ...reading, client_timestamp: new Date(Date.now() - 60_000).toISOString() }]
  const { device_id, ...first } = batch[0] as (typeof batch)[0]
  const stored = await service.call('POST', '/device/sensor-stream/batch', {
    token: client.token,
    body: { device_id, readings: [first] },
  })
  assert.equal(stored.status, 200, stored.text)
  assert.equal(await readingsOfUser(service, client.userId), 3)
})
