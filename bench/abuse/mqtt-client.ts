import { connect, type Socket } from 'node:net'
import mqttPacket, { type Packet } from 'mqtt-packet'
import { type ClientResponse, clientTimeoutMs } from './client.ts'

/** Sends one reading at a time, over a connection that it keeps open. */
export interface MqttClient {
  publish(reading: object): Promise<ClientResponse>
}

interface MqttClientOptions {
  port: number
  address: string
  mac: string
  key: string
}

const version = { protocolVersion: 5 } as const

/** A device is connected and publishes with QoS 1. An acknowledgement without an error counts as 200. */
export function createMqttClient({ port, address, mac, key }: MqttClientOptions): MqttClient {
  const topic = `fallwatch/${mac}/readings`
  let current: Socket | undefined
  let messageId = 0
  let settle: (response: ClientResponse) => void = () => {}

  function open(): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address, noDelay: true })
    const parser = mqttPacket.parser(version)
    let reason = 'the connection was closed'
    parser.on('packet', (packet: Packet) => {
      if (packet.cmd === 'puback' && packet.messageId === messageId) settle(responseTo(packet.reasonCode))
      else if (packet.cmd === 'disconnect') reason = `disconnected with ${packet.reasonCode}`
    })
    parser.on('error', ({ message }) => {
      reason = message
      socket.destroy()
    })
    socket.on('data', (chunk) => parser.parse(chunk))
    socket.on('error', ({ message }) => {
      reason = message
    })
    socket.on('close', () => {
      if (current !== socket) return
      current = undefined
      settle({ status: 0, text: reason })
    })
    const account = { clientId: mac, username: mac, password: Buffer.from(key) }
    socket.write(
      mqttPacket.generate({ cmd: 'connect', ...version, ...account, clean: true, keepalive: 60 }, version),
    )
    return socket
  }

  return {
    publish: (reading) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          settle({ status: 0, text: `no acknowledgement within ${clientTimeoutMs / 1000} s` })
          current?.destroy()
          current = undefined
        }, clientTimeoutMs)
        settle = (response) => {
          clearTimeout(timer)
          settle = () => {}
          resolve(response)
        }
        messageId = (messageId % 65_535) + 1
        current ??= open()
        const payload = JSON.stringify(reading)
        const flags = { qos: 1, dup: false, retain: false } as const
        current.write(mqttPacket.generate({ cmd: 'publish', topic, payload, messageId, ...flags }, version))
      }),
  }
}

/** From 128 on, a reason is an error. */
const responseTo = (reasonCode = 0): ClientResponse =>
  reasonCode < 128 ? { status: 200, text: '' } : { status: 0, text: `refused with ${reasonCode}` }
