import { connect, type Socket } from 'node:net'
import mqttPacket from 'mqtt-packet'
import type { Cleanup } from './cleanup.ts'
import { median, printTable, rounded } from './figures.ts'
import { createFleet, type MqttDevice } from './fleet.ts'
import { type LoadGenerator, openMqttLoadGenerator } from './load.ts'
import { connectedTargets } from './targets.ts'

const honestDevices = 64
const rounds = 3

/** Attack goes on until what it returns is called. */
type Attack = (port: number, device: MqttDevice) => () => void

/** keepOpen keeps this many connections open on which the bytes were sent, and opens at most so many a second again. */
const keepOpen =
  (count: number, bytes: Buffer | undefined, perSecond = 500): Attack =>
  (port) => {
    const sockets = new Set<Socket>()
    const open = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      if (bytes) socket.write(bytes)
      sockets.add(socket)
    }
    const timer = setInterval(() => {
      for (let i = 0; i < perSecond / 10 && sockets.size < count; i++) open()
    }, 100)
    return () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    }
  }

/** repeat connects an authenticated device ten times a second and sends the bytes. */
const repeat =
  (bytes: (device: MqttDevice) => Buffer): Attack =>
  (port, device) => {
    const timer = setInterval(() => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(Buffer.concat([device.connect, bytes(device)]))
      socket.setTimeout(1000, () => socket.destroy())
      socket.resume()
    }, 100)
    return () => clearInterval(timer)
  }

const publish = (topic: string, payload: Buffer, qos: 0 | 1 | 2 = 1) =>
  mqttPacket.generate({ cmd: 'publish', topic, payload, qos, messageId: 1, dup: false, retain: false })
const wildcard = mqttPacket.generate({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: [{ topic: '#', qos: 1 }],
})

const attacks: Record<string, Attack> = {
  '5,000 silent connections': keepOpen(5000, undefined, 2000),
  '500 half packets': keepOpen(500, Buffer.from([0x10, 0x20, 0, 4])),
  'wrong protocol bytes': keepOpen(20, Buffer.from('GET / HTTP/1.1\r\n\r\n'), 100),
  'packets of 256 KB': repeat(() => publish('fallwatch/x/batches', Buffer.alloc(256 * 1024))),
  'foreign topics': repeat(() => publish('fallwatch/0A:00:00:00:00:01/readings', Buffer.from('{}'))),
  'QoS 2': repeat(({ publish: packet }) => Buffer.from([0x34, ...packet.subarray(1)])),
  wildcards: repeat(() => wildcard),
  'the same client id': repeat(({ publish: packet }) => packet),
}

/** benchMqttHostile compares the rate of honest devices with and without an attack, in alternating rounds. */
export async function benchMqttHostile(cleanup: Cleanup, seconds: number): Promise<void> {
  const fleet = createFleet(honestDevices + 1)
  const { mqtt } = await connectedTargets(cleanup, fleet)
  const attacker = fleet.mqtt.at(-1) as MqttDevice
  const generator = await openMqttLoadGenerator(mqtt.port, fleet.mqtt.slice(0, honestDevices))
  await generator.run(seconds)
  const rows: (string | number)[][] = []
  for (const [name, attack] of Object.entries(attacks)) {
    const [before, during] = await compare(generator, () => attack(mqtt.port, attacker), seconds)
    rows.push([name, Math.round(before), Math.round(during), rounded(during / before, 2)])
  }
  printTable(['attack', 'readings/s without', 'with', 'ratio'], rows)
  generator.close()
}

async function compare(
  generator: LoadGenerator,
  start: () => () => void,
  seconds: number,
): Promise<[number, number]> {
  const without: number[] = []
  const attacked: number[] = []
  for (let round = 0; round < rounds; round++) {
    without.push((await generator.run(seconds)).perSecond)
    const stop = start()
    await generator.run(seconds)
    attacked.push((await generator.run(seconds)).perSecond)
    stop()
    await generator.run(1)
  }
  return [median(without), median(attacked)]
}
