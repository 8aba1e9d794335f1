import { connect, type Socket } from 'node:net'
import mqttPacket from 'mqtt-packet'
import { defaultTopicPrefix, deviceTopic } from '../src/telemetry/mqtt/topics.ts'
import { attackerAddress, createBotnet } from './abuse/addresses.ts'
import type { MqttDevice } from './fleet.ts'

/** Goes on until its process ends. `watch` gets each connection before anything is sent on it. */
type Attack = (port: number, device: MqttDevice, watch?: (socket: Socket) => void) => void

type Bytes = (device: MqttDevice) => Buffer

function open(port: number, localAddress: string, watch?: (socket: Socket) => void): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  watch?.(socket)
  return socket.resume()
}

/** Keeps this many connections open on which the bytes were sent, and opens at most so many a second again. */
const keepOpen =
  (count: number, bytes?: Bytes, { perSecond = 500, address = (): string => attackerAddress } = {}): Attack =>
  (port, device, watch) => {
    const sockets = new Set<Socket>()
    setInterval(() => {
      for (let i = 0; i < perSecond / 10 && sockets.size < count; i++) {
        const socket = open(port, address(), watch)
        socket.on('close', () => sockets.delete(socket))
        if (bytes) socket.write(bytes(device))
        sockets.add(socket)
      }
    }, 100)
  }

/** Connects an authenticated device ten times a second and sends the bytes. */
const repeat =
  (bytes: Bytes): Attack =>
  (port, device, watch) => {
    setInterval(() => {
      const socket = open(port, attackerAddress, watch)
      socket.write(Buffer.concat([device.connect, bytes(device)]))
      socket.setTimeout(1000, () => socket.destroy())
    }, 100)
  }

/** Connects an authenticated device, again whenever it is closed, and sends the bytes every 10 ms if they are taken. */
const flood =
  (bytes: Bytes): Attack =>
  (port, device, watch) => {
    let socket: Socket | undefined
    setInterval(() => {
      if (!socket || socket.destroyed) {
        socket = open(port, attackerAddress, watch)
        socket.write(device.connect)
      }
      if (socket.writableLength === 0) socket.write(bytes(device))
    }, 10)
  }

const pings = Buffer.alloc(64 * 1024, Buffer.from([0xc0, 0]))

const publish = (topic: string, payload: Buffer, qos: 0 | 1 | 2 = 1) =>
  mqttPacket.generate({ cmd: 'publish', topic, payload, qos, messageId: 1, dup: false, retain: false })

/** The topic of a PUBLISH: its length follows that of the packet, which has its high bit set but in the last byte. */
function topicOf(packet: Buffer): string {
  const start = packet.findIndex((byte, i) => i > 0 && byte < 0x80) + 1
  return packet.subarray(start + 2, start + 2 + packet.readUInt16BE(start)).toString()
}

/** Returns alternating statuses of the device, two for each pair. */
const statuses =
  (pairs: number): Bytes =>
  ({ publish: packet }) => {
    const topic = topicOf(packet).replace(/readings$/, 'status')
    const pair = ['offline', 'online'].map((status) => publish(topic, Buffer.from(status)))
    return Buffer.concat(Array(pairs).fill(pair).flat())
  }

/** Returns a CONNECT whose last byte, and so its key, is another. */
const wrongKey: Bytes = ({ connect: packet }) => Buffer.concat([packet.subarray(0, -1), Buffer.from('!')])

const wildcard = mqttPacket.generate({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: [{ topic: '#', qos: 1 }],
})

/** A batch as long as a PUBLISH may be, in which every value is wrong. */
const wrongBatch: Bytes = ({ publish: packet }) => {
  const reading = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`accel_${i}`, 'wrong '.repeat(3)]),
  )
  const payload = Buffer.from(JSON.stringify({ readings: Array(90).fill(reading) }))
  return publish(topicOf(packet).replace(/readings$/, 'batches'), payload)
}

/** A packet as long as a PUBLISH may be, with as many filters as there is room for. */
const manyFilters = mqttPacket.generate({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: Array.from({ length: 65_000 }, () => ({ topic: 'a', qos: 0 as const })),
})

export const attacks = {
  '5,000 silent connections': keepOpen(5000),
  'the same from 5,000 addresses': keepOpen(5000, undefined, { address: createBotnet() }),
  '500 half packets': keepOpen(500, () => Buffer.from([0x10, 0x20, 0, 4])),
  'wrong protocol bytes': keepOpen(20, () => Buffer.from('GET / HTTP/1.1\r\n\r\n'), { perSecond: 100 }),
  'PINGREQ without CONNECT': keepOpen(20, () => pings, { perSecond: 20 }),
  'PINGREQ after a refused CONNECT': keepOpen(20, (device) => Buffer.concat([wrongKey(device), pings]), {
    perSecond: 20,
  }),
  'PINGREQ of a device': flood(() => pings),
  'SUBSCRIBE of a device': flood(() => Buffer.concat(Array(500).fill(wildcard))),
  '65,000 filters of a device': flood(() => manyFilters),
  '2,000 statuses a second of a device': flood(statuses(10)),
  'status of a device': flood(statuses(100)),
  // Each takes over from the one before, which the service closes.
  'connections of a device': keepOpen(20, ({ connect }) => connect),
  'wrong batches of a device': keepOpen(20, (device) => Buffer.concat([device.connect, wrongBatch(device)])),
  'packets of 256 KB': repeat(() => publish('fallwatch/x/batches', Buffer.alloc(256 * 1024))),
  'foreign topics': repeat(() =>
    publish(deviceTopic(defaultTopicPrefix, '0A:00:00:00:00:01', 'readings'), Buffer.from('{}')),
  ),
  'QoS 2': repeat(({ publish: packet }) => Buffer.from([0x34, ...packet.subarray(1)])),
  wildcards: repeat(() => wildcard),
  'the same device again': repeat(({ publish: packet }) => packet),
} satisfies Record<string, Attack>

export type MqttAttackName = keyof typeof attacks
