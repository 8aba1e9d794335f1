import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { encode } from 'cborg'
import type { ErrorWithReasonCode, MqttClient } from 'mqtt'
import { until } from '../../harness/until.ts'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { unpackSamples } from '../../src/telemetry/packing/samples.ts'
import { falling, readingsOfMotion } from '../../tools/detection/synthetic-motion.ts'
import { parseExposition } from '../support/exposition.ts'
import {
  connectDevice,
  connectPacket,
  createMqttDevice,
  listenForMqtt,
  openRaw,
  publishPacket,
} from '../support/mqtt.ts'
import {
  addUnregisteredDevice,
  batchReading,
  goodReading,
  randomMac,
  readingsOfUser,
} from '../support/readings.ts'
import { useService } from '../support/service.ts'

const service = useService({ RATE_LIMIT_SENSOR: '20/1s', METRICS_TOKEN: 'a-token-for-the-metrics' })
let port = 0
before(async () => {
  port = await listenForMqtt(service)
})

const qos = 1
const reading = (fields: object = {}) => {
  const { device_id: _, ...body } = goodReading('')
  return JSON.stringify({ ...body, ...fields })
}
const reasonCodeOf = (code: number) => (error: ErrorWithReasonCode) => error.code === code

/** Subscribes to the answers of a device. */
async function listen(client: MqttClient, mac: string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const answers: any[] = []
  client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())))
  await client.subscribeAsync(`fallwatch/${mac}/responses`)
  return answers
}

for (const protocolVersion of [4, 5] as const) {
  describe(`a device over MQTT ${protocolVersion === 4 ? '3.1.1' : '5'}`, () => {
    test('publishes a reading that is stored when it is acknowledged, and gets the answer', async () => {
      const device = await createMqttDevice(service)
      const client = await connectDevice(port, device, { protocolVersion })
      const answers = await listen(client, device.mac)
      await client.publishAsync(`fallwatch/${device.mac}/readings`, reading({ heart_rate: 71 }), { qos })
      assert.equal(await readingsOfUser(service, device.userId), 1)
      const [answer] = await until(() => answers.length > 0 && answers)
      const { deviceId, timestamp, nextAllowedRequest, ...rest } = answer.data
      assert.deepEqual(rest, { fallDetected: false, fallConfidence: 0, healthScore: 100 })
      assert.ok(deviceId && timestamp < nextAllowedRequest)
      assert.deepEqual([answer.status, answer.success, answer.uptime_ms], [200, true, 5000])
    })

    test('publishes an event whose call is made when it is acknowledged, and repeats it', async () => {
      const { key, userId } = await createMqttDevice(service)
      const id = `pendant-${randomUUID()}`
      const client = await connectDevice(port, { mac: id.toUpperCase(), key }, { protocolVersion })
      const answers = await listen(client, id)
      const topic = `fallwatch/${id}/events`
      const call = JSON.stringify({ event: 'sos', event_id: 'one', detail: 'by the bed' })
      await client.publishAsync(topic, call, { qos })
      const calls = () =>
        service.ctx.db.query<{ id: string }>(
          `select id from incidents where patient_id = $1 and kind = 'SOS' and state = 'OPEN'`,
          [userId],
        )
      const [incident] = await calls()
      assert.ok(incident)
      await client.publishAsync(topic, call, { qos })
      assert.equal((await calls()).length, 1)
      await until(() => answers.length === 2)
      assert.deepEqual(
        answers.map(({ status, data }) => [status, data]),
        ['OPENED', 'REPEATED'].map((action) => [200, { eventId: 'one', action, incidentId: incident.id }]),
      )
      const [device] = await service.ctx.db.query<{ external_id: string; kind: string }>(
        'select external_id, kind from devices where user_id = $1',
        [userId],
      )
      assert.deepEqual(device, { external_id: id.toUpperCase(), kind: 'BUTTON' })
    })

    test('publishes the motion around an impact, packed', async () => {
      const { mac, key, userId } = await createMqttDevice(service)
      const client = await connectDevice(port, { mac, key }, { protocolVersion })
      const rows = readingsOfMotion(falling, 13, 'samples', 25).flatMap(
        ({ samples }) => samples?.motions ?? [],
      )
      const samples = new Uint8Array(
        Int16Array.from(
          rows.flatMap(({ accel, gyro }) => [...accel.map((v) => v * 200), ...gyro.map((v) => v * 16)]),
        ).buffer,
      )
      const event = encode({ event: 'impact', sample_rate_hz: 25, samples })
      await client.publishAsync(`fallwatch/${mac}/events`, Buffer.from(event), { qos })
      const falls = await service.ctx.db.query<{ status: string }>(
        'select status from falls where user_id = $1',
        [userId],
      )
      assert.equal(falls.length, 1)
    })

    test('gets the error of an event that is not known, and of one of another device', async () => {
      const device = await createMqttDevice(service)
      const client = await connectDevice(port, device, { protocolVersion })
      const answers = await listen(client, device.mac)
      for (const event of [{ event: 'explosion' }, { event: 'sos', device_id: 'other' }])
        await client
          .publishAsync(`fallwatch/${device.mac}/events`, JSON.stringify(event), { qos })
          .catch(reasonCodeOf(0x99))
      await until(() => answers.length === 2)
      assert.deepEqual(
        answers.map(({ status, details }) => [status, Object.keys(details)]),
        [
          [400, ['event']],
          [400, ['device_id']],
        ],
      )
    })

    test('publishes without an acknowledgement', async () => {
      const device = await createMqttDevice(service)
      const client = await connectDevice(port, device, { protocolVersion })
      client.publish(`fallwatch/${device.mac}/readings`, reading())
      await until(async () => (await readingsOfUser(service, device.userId)) === 1)
    })

    test('publishes a batch, and again without storing it twice', async () => {
      const device = await createMqttDevice(service)
      const client = await connectDevice(port, device, { protocolVersion })
      const answers = await listen(client, device.mac)
      const at = Date.now() - 60_000
      const readings = [0, 1, 2].map((i) => batchReading(new Date(at + i * 1000), { uptime_ms: 1000 * i }))
      for (let i = 0; i < 2; i++)
        await client.publishAsync(`fallwatch/${device.mac}/batches`, JSON.stringify({ readings }), { qos })
      assert.equal(await readingsOfUser(service, device.userId), 3)
      await until(() => answers.length === 2)
      assert.deepEqual(
        answers.map(({ data }) => [data.stored, data.duplicates]),
        [
          [3, 0],
          [0, 3],
        ],
      )
    })

    test('sends readings that come too fast in turn, and none is refused', async () => {
      const device = await createMqttDevice(service)
      const client = await connectDevice(port, device, { protocolVersion })
      const topic = `fallwatch/${device.mac}/readings`
      await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          client.publishAsync(topic, reading({ uptime_ms: 1000 * i }), { qos }),
        ),
      )
      const rows = await service.ctx.db.query<{ uptime: string }>(
        `select uptime_ms as uptime from readings join devices on number = device where user_id = $1 order by at`,
        [device.userId],
      )
      assert.deepEqual(
        rows.map(({ uptime }) => Number(uptime)),
        [0, 1000, 2000, 3000, 4000, 5000],
      )
    })

    test('that queued readings while offline stores them with their own times', async () => {
      const device = await createMqttDevice(service)
      const client = await connectDevice(port, device, { protocolVersion })
      const at = Date.now() - 300_000
      const times = [0, 1, 2, 3].map((i) => new Date(at + 1000 * i).toISOString())
      await Promise.all(
        times.map((client_timestamp, i) =>
          client.publishAsync(
            `fallwatch/${device.mac}/readings`,
            reading({ client_timestamp, uptime_ms: 1000 * i }),
            { qos },
          ),
        ),
      )
      const rows = await service.ctx.db.query<{ at: Date }>(
        'select at from readings join devices on number = device where user_id = $1 order by at',
        [device.userId],
      )
      assert.deepEqual(
        rows.map((row) => row.at.toISOString()),
        times,
      )
    })

    test('publishes CBOR, with packed samples', async () => {
      const device = await createMqttDevice(service)
      const client = await connectDevice(port, device, { protocolVersion })
      const rows = [
        [0.25, -0.5, 9.81, 1.5, -2, 0.125],
        [-156.9, 0, 156.9, 2000, -2000, 0],
      ]
      const packed = Buffer.alloc(24)
      for (const [i, row] of rows.entries())
        for (const [k, value] of row.entries())
          packed.writeInt16LE(Math.round(k < 3 ? value / 0.005 : value * 16), 12 * i + 2 * k)
      const { device_id: _, ...fields } = goodReading('')
      const payload = encode({ ...fields, samples: new Uint8Array(packed), sample_rate_hz: 50 })
      await client.publishAsync(`fallwatch/${device.mac}/readings`, Buffer.from(payload), { qos })
      const [{ id } = { id: '' }] = await service.ctx.db.query<{ id: string }>(
        'select id from devices where user_id = $1',
        [device.userId],
      )
      const { body } = await service.call('GET', `/device/${id}/readings`, { token: device.token })
      assert.equal(body.data[0].accel_z ?? body.data[0].accel?.[2], 9.81)
      const [stored] = await service.ctx.db.query<{ samples: Buffer }>(
        'select samples from readings join devices on number = device where user_id = $1',
        [device.userId],
      )
      const { rateHz, values } = unpackSamples(stored?.samples as Buffer)
      assert.deepEqual([rateHz, values.length], [50, 2])
      for (const [i, row] of values.entries())
        for (const [k, value] of row.entries())
          assert.ok(Math.abs(value - (rows[i]?.[k] ?? 0)) < 0.07, `${value} instead of ${rows[i]?.[k]}`)
    })

    test('is told apart from another that uses its client id, which takes over', async () => {
      const device = await createMqttDevice(service)
      const first = await connectDevice(port, device, { protocolVersion, clientId: 'same' })
      const closed = new Promise((resolve) => first.on('close', () => resolve(true)))
      const second = await connectDevice(port, device, { protocolVersion, clientId: 'same' })
      await closed
      await second.publishAsync(`fallwatch/${device.mac}/readings`, reading(), { qos })
      const stranger = await createMqttDevice(service)
      await connectDevice(port, stranger, { protocolVersion, clientId: 'same' })
      await second.publishAsync(`fallwatch/${device.mac}/readings`, reading(), { qos })
    })

    test('cannot connect without the key, with that of another account, or with a foreign will', async () => {
      const device = await createMqttDevice(service)
      const other = await createMqttDevice(service)
      await connectDevice(port, device, { protocolVersion })
      const notAuthorized = protocolVersion === 5 ? 0x87 : 5
      const badPassword = protocolVersion === 5 ? 0x86 : 4
      const refused = (credentials: object, code: number) =>
        assert.rejects(
          connectDevice(port, { ...device, ...credentials }, { protocolVersion }),
          reasonCodeOf(code),
        )
      await refused({ key: 'fwk_invented' }, badPassword)
      await refused({ key: device.token }, badPassword)
      await refused({ mac: 'no body' }, badPassword)
      await refused({ mac: '#' }, badPassword)
      await refused({ key: other.key }, notAuthorized)
      const will = { topic: `fallwatch/${other.mac}/status`, payload: Buffer.from('offline') }
      await assert.rejects(connectDevice(port, device, { protocolVersion, will }))
    })
  })
}

describe('a refused publish', () => {
  test('has a reason code in MQTT 5, and the connection goes on', async () => {
    const device = await createMqttDevice(service)
    const client = await connectDevice(port, device, { protocolVersion: 5 })
    const answers = await listen(client, device.mac)
    const acknowledgements = new Set<string>()
    client.on('packetreceive', ({ cmd }) => {
      if (/^pub(ack|rec|rel|comp)$/.test(cmd)) acknowledgements.add(cmd)
    })
    const topic = `fallwatch/${device.mac}/readings`
    for (const payload of [
      '{',
      '[]',
      reading({ spo2: 101 }),
      reading({ device_id: randomMac() }),
      Buffer.from([0xa1, 0xff]),
    ])
      await assert.rejects(client.publishAsync(topic, payload, { qos }), reasonCodeOf(0x99))
    for (const foreign of [
      `fallwatch/${randomMac()}/readings`,
      'other',
      `${topic}/more`,
      `fallwatch/${device.mac}/responses`,
    ])
      await assert.rejects(client.publishAsync(foreign, reading(), { qos }), reasonCodeOf(0x87))
    await client.publishAsync(topic, reading(), { qos })
    await until(() => answers.length === 6)
    // The client takes a refusal in one for QoS 2 as well.
    assert.deepEqual([...acknowledgements], ['puback'])
    assert.equal(answers[2].details.spo2, 'must be at most 100')
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400, 400, 400, 200],
    )
    assert.equal(await readingsOfUser(service, device.userId), 1)
  })

  test('is acknowledged in MQTT 3.1.1 if it would be refused again', async () => {
    const device = await createMqttDevice(service)
    const client = await connectDevice(port, device)
    const answers = await listen(client, device.mac)
    await client.publishAsync(`fallwatch/${device.mac}/readings`, reading({ spo2: 101 }), { qos })
    await until(() => answers.length === 1)
    assert.equal(answers[0].status, 400)
    assert.equal(await readingsOfUser(service, device.userId), 0)
  })

  test('of a device that was disabled or whose key was revoked ends the connection, and the next one is refused', async () => {
    const device = await createMqttDevice(service)
    const client = await connectDevice(port, device)
    // Either the change or the publish after it ends the connection, whichever is noticed first.
    const closed = new Promise((resolve) => client.on('close', () => resolve(true)))
    const [key] = (await service.call('GET', '/device/keys', { token: device.token })).body.data
    await service.call('DELETE', `/device/keys/${key.id}`, { token: device.token })
    client.publish(`fallwatch/${device.mac}/readings`, reading(), { qos })
    await closed
    await assert.rejects(connectDevice(port, device), reasonCodeOf(4))
    const next = await createMqttDevice(service)
    const { id, mac } = await addUnregisteredDevice(service, next.userId)
    const disabled = await connectDevice(port, { mac, key: next.key })
    const token = await service.adminToken()
    const ended = new Promise((resolve) => disabled.on('close', () => resolve(true)))
    assert.equal((await service.call('POST', `/admin/devices/${id}/disable`, { token })).status, 200)
    disabled.publish(`fallwatch/${mac}/readings`, reading(), { qos })
    await ended
    await assert.rejects(connectDevice(port, { mac, key: next.key }), reasonCodeOf(5))
  })
})

describe('refusals', () => {
  const counts = async () => {
    const headers = { authorization: 'Bearer a-token-for-the-metrics' }
    const exposition = parseExposition((await service.app.inject({ url: '/metrics', headers })).body)
    const connections = ['unauthenticated', 'forbidden', 'invalid'].map((reason) =>
      exposition.sum('fallwatch_mqtt_connections_refused_total', { reason }),
    )
    return [...connections, exposition.sum('fallwatch_readings_refused_total', { reason: 'forbidden' })]
  }

  test('are counted, and those of a known account audited once an hour', async () => {
    const [rosa, luis] = [await createMqttDevice(service), await createMqttDevice(service)]
    const client = await connectDevice(port, rosa, { protocolVersion: 5 })
    const before = await counts()
    await assert.rejects(connectDevice(port, { ...rosa, key: 'fwk_invented' }))
    for (let i = 0; i < 2; i++) {
      await assert.rejects(connectDevice(port, { ...rosa, key: luis.key }))
      await assert.rejects(client.publishAsync(`fallwatch/${luis.mac}/readings`, reading(), { qos }))
    }
    const will = { topic: `fallwatch/${luis.mac}/status`, payload: Buffer.from('offline') }
    await assert.rejects(connectDevice(port, rosa, { will }))
    const grown = (await counts()).map((count, i) => count - (before[i] ?? 0))
    assert.deepEqual(grown, [1, 2, 1, 2])
    const entries = await until(async () => {
      const rows = await service.ctx.db.query<{ message: string; actor: string; ip: string; level: string }>(
        `select message, actor_id as actor, host(ip::inet) as ip, level from audit_log
         where action = 'access.refused' and actor_id = any ($1) order by message`,
        [[rosa.userId, luis.userId]],
      )
      return rows.length >= 2 && rows
    })
    const common = { ip: '127.0.0.1', level: 'WARNING' }
    assert.deepEqual(entries, [
      { message: 'MQTT CONNECT', actor: luis.userId, ...common },
      { message: 'MQTT PUBLISH', actor: rosa.userId, ...common },
    ])
  })
})

describe('a retransmission', () => {
  test('is recognized, if the older connection of the device is still storing it', async () => {
    const device = await createMqttDevice(service)
    const topic = `fallwatch/${device.mac}/readings`
    const packet = (uptime_ms: number, more: object = {}) =>
      publishPacket(topic, reading({ uptime_ms }), { messageId: uptime_ms, ...more })
    const first = await openRaw(port, 5)
    first.send(connectPacket(device, { protocolVersion: 5 }))
    await first.next('connack')
    const second = await openRaw(port, 5)
    await service.ctx.db.transaction(async (tx) => {
      await tx.query(
        'select from device_states join devices on number = device where user_id = $1 for update of device_states',
        [device.userId],
      )
      first.send(packet(1))
      first.send(packet(2))
      first.send({ cmd: 'pingreq' })
      await first.next('pingresp')
      second.send(connectPacket(device, { protocolVersion: 5 }))
      for (const uptime of [1, 2]) second.send(packet(uptime, { dup: true }))
      await first.closed
      assert.equal((first.packets.at(-1) as { reasonCode: number }).reasonCode, 0x8e)
      // What the second one sent was processed, unless it waits for the first one.
      const other = await openRaw(port)
      other.send({ cmd: 'pingreq' })
      await other.closed
    })
    await until(() => second.packets.filter(({ cmd }) => cmd === 'puback').length === 2)
    const rows = await service.ctx.db.query<{ uptime: string }>(
      'select uptime_ms as uptime from readings join devices on number = device where user_id = $1 order by at',
      [device.userId],
    )
    assert.deepEqual(
      rows.map(({ uptime }) => Number(uptime)),
      [1, 2],
    )
  })

  test('is recognized, if the reading was stored', async () => {
    const device = await createMqttDevice(service)
    const send = async (dup: boolean, uptime_ms: number) => {
      const client = await openRaw(port)
      client.send(connectPacket(device))
      await client.next('connack')
      client.send(
        publishPacket(`fallwatch/${device.mac}/readings`, reading({ uptime_ms }), { dup, messageId: 7 }),
      )
      const { messageId } = (await client.next('puback')) as { messageId: number }
      assert.equal(messageId, 7)
      client.socket.destroy()
    }
    await send(false, 1000)
    await send(true, 1000)
    assert.equal(await readingsOfUser(service, device.userId), 1)
    await send(true, 2000)
    assert.equal(await readingsOfUser(service, device.userId), 2)
  })
})

describe('subscriptions', () => {
  test('are limited to the responses of the device', async () => {
    const device = await createMqttDevice(service)
    const client = await openRaw(port, 5)
    client.send(connectPacket(device, { protocolVersion: 5 }))
    await client.next('connack')
    const topics = [
      `fallwatch/${device.mac}/responses`,
      '#',
      'fallwatch/+/responses',
      `fallwatch/${randomMac()}/responses`,
      '$SYS/broker',
    ]
    const subscriptions = topics.map((topic) => ({ topic, qos: 1 }))
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions } as never)
    const { granted } = (await client.next('suback')) as { granted: number[] }
    assert.deepEqual(granted, [0, 0x8f, 0x8f, 0x87, 0x87])
  })
})

describe('a last will', () => {
  test('makes a device silent after two minutes, unless it sends again or ends its connection', async () => {
    const device = await createMqttDevice(service)
    const topic = `fallwatch/${device.mac}/status`
    const will = { topic, payload: Buffer.from('offline'), qos: 0 as const, retain: false }
    const silences = async () =>
      (
        await service.ctx.db.query(
          `select 1 from device_alarms join devices on number = device where user_id = $1 and alarm = 'DEVICE_SILENT'`,
          [device.userId],
        )
      ).length
    const disconnections = () => service.ctx.db.query('select 1 from device_disconnections')
    const lose = async (isClean: boolean) => {
      const client = await connectDevice(port, device, { will })
      await client.publishAsync(`fallwatch/${device.mac}/readings`, reading({ uptime_ms: Date.now() }), {
        qos,
      })
      if (isClean) await client.endAsync()
      else client.stream.destroy()
    }
    await watchDevices(service.ctx)
    await lose(true)
    service.advance('150s')
    await watchDevices(service.ctx)
    assert.equal(await silences(), 0)
    await lose(false)
    await until(async () => (await disconnections()).length === 1)
    service.advance('100s')
    await watchDevices(service.ctx)
    assert.equal(await silences(), 0)
    service.advance('30s')
    await watchDevices(service.ctx)
    assert.equal(await silences(), 1)
  })
})
