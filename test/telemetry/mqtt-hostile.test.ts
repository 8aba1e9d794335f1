import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { before, describe, test } from 'node:test'
import type { MqttClient } from 'mqtt'
import { until, within } from '../../harness/until.ts'
import {
  connectDevice,
  connectPacket,
  connectRaw,
  createMqttDevice,
  listenForMqtt,
  type MqttDevice,
  openRaw,
  publishPacket,
  type RawClient,
} from '../support/mqtt.ts'
import { goodReading, randomMac, readingsOfUser } from '../support/readings.ts'
import { useService } from '../support/service.ts'

const service = useService({
  RATE_LIMIT_SENSOR: 'off',
  RATE_LIMIT_GLOBAL: 'off',
  RATE_LIMIT_CONNECTIONS: 'off',
  // The addresses of this machine are those of clients.
  TRUST_PROXY: 'off',
})
let port = 0
let device: MqttDevice
before(async () => {
  port = await listenForMqtt(service)
  device = await createMqttDevice(service)
})

const reading = () => JSON.stringify(goodReading(device.mac))

/** Connects an honest device and publishes a reading. */
async function serves() {
  const honest = await connectDevice(port, device)
  await publishesTo(honest)
  return honest
}

const publishesTo = (honest: MqttClient) =>
  within(
    honest.publishAsync(`fallwatch/${device.mac}/readings`, reading(), { qos: 1 }),
    'the acknowledgement of a reading',
  )

describe('before CONNECT', () => {
  const cases: [title: string, bytes: Buffer][] = [
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['random bytes', Buffer.from('f0e1d2c3b4a5968778695a4b3c2d1e0f', 'hex')],
    ['a length of five bytes', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01])],
    ['a CONNECT of 256 MB', Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])],
    [
      'a CONNECT of another protocol',
      Buffer.from([0x10, 0x0c, 0, 4, 0x48, 0x54, 0x54, 0x50, 4, 2, 0, 60, 0, 0]),
    ],
    ['a PUBLISH', Buffer.from([0x30, 0x05, 0, 1, 0x61, 0x7b, 0x7d])],
    ['a PINGREQ', Buffer.from([0xc0, 0])],
  ]
  for (const [title, bytes] of cases) {
    test(`${title} closes the connection`, async () => {
      const client = await openRaw(port)
      client.socket.write(bytes)
      await client.closed
      await serves()
    })
  }
})

describe('a connected device', () => {
  const cases: [title: string, version: 4 | 5, act: (client: RawClient & { mac: string }) => void][] = [
    [
      'QoS 2',
      4,
      (client) => client.send(publishPacket(`fallwatch/${client.mac}/readings`, reading(), { qos: 2 })),
    ],
    [
      'a foreign topic',
      4,
      (client) => client.send(publishPacket(`fallwatch/${device.mac}/readings`, reading())),
    ],
    ['a second CONNECT', 4, (client) => client.send(connectPacket(device))],
    [
      'a packet of 300 KB',
      4,
      (client) => client.send(publishPacket(`fallwatch/${client.mac}/batches`, Buffer.alloc(300_000))),
    ],
    [
      'a packet of 300 KB in MQTT 5',
      5,
      (client) => client.send(publishPacket(`fallwatch/${client.mac}/batches`, Buffer.alloc(300_000))),
    ],
    [
      'an unknown topic alias',
      5,
      (client) => client.send(publishPacket('', reading(), { properties: { topicAlias: 2 } })),
    ],
    [
      'a topic alias that is too large',
      5,
      (client) => client.send(publishPacket('a', reading(), { properties: { topicAlias: 400 } })),
    ],
    ['a packet that only servers send', 4, (client) => client.send({ cmd: 'pingresp' })],
  ]
  for (const [title, version, act] of cases) {
    test(`that sends ${title} is disconnected`, async () => {
      const client = await connectRaw(service, port, version)
      act(client)
      await client.closed
      await serves()
    })
  }

  test('that never reads its answers is disconnected, and stores no more than it sent', async () => {
    const client = await connectRaw(service, port, 4)
    client.send({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: `fallwatch/${client.mac}/responses`, qos: 0 }],
    })
    await client.next('suback')
    client.socket.pause()
    const packet = publishPacket(
      `fallwatch/${client.mac}/readings`,
      JSON.stringify(goodReading(client.mac)),
      { qos: 0 },
    )
    for (let i = 0; i < 200; i++) client.send(packet)
    await until(async () => (await readingsOfUser(service, client.userId)) > 20, undefined, 'readings')
    await serves()
    client.socket.destroy()
  })

  test('with a will for another device cannot connect', async () => {
    const client = await openRaw(port)
    const will = {
      topic: `fallwatch/${randomMac()}/status`,
      payload: Buffer.from('offline'),
      qos: 0,
      retain: false,
    }
    client.send(connectPacket(device, { will }))
    await client.closed
    assert.equal((client.packets[0] as { returnCode: number }).returnCode, 5)
    await serves()
  })
})

describe('many silent connections', () => {
  const open = (localAddress: string, count: number) =>
    Array.from({ length: count }, () =>
      connect({ port, host: '127.0.0.1', localAddress })
        .on('error', () => {})
        .resume(),
    )

  /** Opens connections, waits until so many are closed, and looks whether devices are served. */
  async function floods(sockets: Socket[], closed: number) {
    const honest = await serves()
    const isClosed = ({ destroyed }: Socket) => destroyed
    await until(() => sockets.filter(isClosed).length >= closed, 60_000, `the end of ${closed} connections`)
    await publishesTo(honest)
    await serves()
  }

  test('of one address are limited, and leave room for a device of the same address', async () => {
    const address = '127.66.0.1'
    const sockets = open(address, 300)
    await floods(sockets, 50)
    const other = await createMqttDevice(service)
    // Ten connections a second take the place of others; a device that comes in between tries again.
    await until(
      async () => {
        const neighbour = await openRaw(port, 4, address)
        neighbour.send(connectPacket(other))
        return neighbour.next('connack').then(
          () => true,
          () => false,
        )
      },
      60_000,
      'a connection of a device of the same address',
    )
    for (const socket of sockets) socket.destroy()
  })

  test('of many addresses make room for each other, and not at the cost of a device', async () => {
    const sockets = Array.from({ length: 6 }, (_, i) => open(`127.66.1.${1 + i}`, 200)).flat()
    await floods(sockets, 200)
    for (const socket of sockets) socket.destroy()
  })
})
