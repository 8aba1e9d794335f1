import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import { after } from 'node:test'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import mqttPacket, { type Packet } from 'mqtt-packet'
import type { ServiceProcess } from '../../harness/service-process.ts'
import { within } from '../../harness/until.ts'
import { randomMac } from './readings.ts'
import type { TestService } from './service.ts'

/** The port on which a process listens for devices; it is started with `MQTT_PORT`. */
export const mqttPortOf = (service: ServiceProcess) =>
  Number(/"mqtt":"mqtts?:\/\/[^"]+:(\d+)"/.exec(service.log())?.[1])

/** A device with a key of its own. */
export interface MqttDevice {
  mac: string
  key: string
  userId: string
  token: string
}

export async function createMqttDevice(service: TestService): Promise<MqttDevice> {
  const { id, token } = await service.signUp()
  const { body } = await service.call('POST', '/device/keys', { token, body: { name: 'wrist' } })
  return { mac: randomMac(), key: body.data.key, userId: id, token }
}

/** Opens the listener of a service on a free port. */
export async function listenForMqtt(service: TestService): Promise<number> {
  return (await service.app.mqtt.listen('127.0.0.1', 0)).port
}

/** Connects with mqtt.js; the client is closed after the tests. */
export async function connectDevice(
  port: number,
  { mac, key }: Pick<MqttDevice, 'mac' | 'key'>,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = await connectAsync(
    `${options.protocol ?? 'mqtt'}://127.0.0.1:${port}`,
    { username: mac, password: key, reconnectPeriod: 0, clientId: randomUUID(), ...options },
    false,
  )
  client.on('error', () => {})
  after(() => client.endAsync(true))
  return client
}

/** Sends packets, or any bytes, and keeps what it receives. */
export interface RawClient {
  socket: Socket
  packets: Packet[]
  send(packet: Packet): void
  /** Waits until the service closes the connection. */
  closed: Promise<unknown>
  next(cmd: string): Promise<Packet>
}

export async function openRaw(
  port: number,
  protocolVersion = 4,
  localAddress = '127.0.0.1',
): Promise<RawClient> {
  const socket = connectSocket({ port, host: '127.0.0.1', localAddress })
  const parser = mqttPacket.parser({ protocolVersion })
  const packets: Packet[] = []
  let onPacket = () => {}
  parser.on('packet', (packet) => {
    packets.push(packet)
    onPacket()
  })
  socket.on('data', (chunk) => parser.parse(chunk))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  await within(once(socket, 'connect'), 'a connection for MQTT')
  after(() => socket.destroy())
  return {
    socket,
    packets,
    get closed() {
      return within(closed, 'the end of a connection for MQTT')
    },
    send: (packet) => socket.write(mqttPacket.generate(packet, { protocolVersion })),
    next(cmd) {
      const found = new Promise<Packet>((resolve, reject) => {
        const look = () => {
          const packet = packets.find((packet) => packet.cmd === cmd)
          if (packet) resolve(packet)
        }
        onPacket = look
        closed.then(() => reject(new Error(`closed before ${cmd}`)))
        look()
      })
      return within(found, `a packet ${cmd}`)
    },
  }
}

export const connectPacket = ({ mac, key }: Pick<MqttDevice, 'mac' | 'key'>, more: object = {}): Packet =>
  ({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: randomUUID(),
    clean: true,
    keepalive: 60,
    username: mac,
    password: Buffer.from(key),
    ...more,
  }) as Packet

/** Connects a new device, whose packets the test writes itself. */
export async function connectRaw(
  service: TestService,
  port: number,
  protocolVersion: 4 | 5,
): Promise<RawClient & MqttDevice> {
  const device = await createMqttDevice(service)
  const client = await openRaw(port, protocolVersion)
  client.send(connectPacket(device, { protocolVersion }))
  await client.next('connack')
  return Object.assign(client, device)
}

export const publishPacket = (topic: string, payload: string | Buffer, more: object = {}): Packet =>
  ({ cmd: 'publish', topic, payload, qos: 1, messageId: 1, dup: false, retain: false, ...more }) as Packet
