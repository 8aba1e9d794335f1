import { connect, type Socket } from 'node:net'
import mqttPacket from 'mqtt-packet'
import { attackerAddress, createBotnet } from './abuse/addresses.ts'
import type { MqttDevice } from './fleet.ts'

/** Attack goes on until its process ends. */
type Attack = (port: number, device: MqttDevice) => void

const open = (port: number, localAddress: string) =>
  connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})

/** keepOpen keeps this many connections open on which the bytes were sent, and opens at most so many a second again. */
const keepOpen =
  (
    count: number,
    bytes: Buffer | undefined,
    { perSecond = 500, address = (): string => attackerAddress } = {},
  ): Attack =>
  (port) => {
    const sockets = new Set<Socket>()
    setInterval(() => {
      for (let i = 0; i < perSecond / 10 && sockets.size < count; i++) {
        const socket = open(port, address()).resume()
        socket.on('close', () => sockets.delete(socket))
        if (bytes) socket.write(bytes)
        sockets.add(socket)
      }
    }, 100)
  }

/** repeat connects an authenticated device ten times a second and sends the bytes. */
const repeat =
  (bytes: (device: MqttDevice) => Buffer): Attack =>
  (port, device) => {
    setInterval(() => {
      const socket = open(port, attackerAddress).resume()
      socket.write(Buffer.concat([device.connect, bytes(device)]))
      socket.setTimeout(1000, () => socket.destroy())
    }, 100)
  }

const publish = (topic: string, payload: Buffer, qos: 0 | 1 | 2 = 1) =>
  mqttPacket.generate({ cmd: 'publish', topic, payload, qos, messageId: 1, dup: false, retain: false })
const wildcard = mqttPacket.generate({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: [{ topic: '#', qos: 1 }],
})

export const attacks: Record<string, Attack> = {
  '5,000 silent connections': keepOpen(5000, undefined),
  'the same from 5,000 addresses': keepOpen(5000, undefined, { address: createBotnet() }),
  '500 half packets': keepOpen(500, Buffer.from([0x10, 0x20, 0, 4])),
  'wrong protocol bytes': keepOpen(20, Buffer.from('GET / HTTP/1.1\r\n\r\n'), { perSecond: 100 }),
  'packets of 256 KB': repeat(() => publish('fallwatch/x/batches', Buffer.alloc(256 * 1024))),
  'foreign topics': repeat(() => publish('fallwatch/0A:00:00:00:00:01/readings', Buffer.from('{}'))),
  'QoS 2': repeat(({ publish: packet }) => Buffer.from([0x34, ...packet.subarray(1)])),
  wildcards: repeat(() => wildcard),
  'the same device again': repeat(({ publish: packet }) => packet),
}
