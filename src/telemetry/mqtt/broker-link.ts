import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import mqttPacket, { type IPublishPacket, type Packet } from 'mqtt-packet'
import type { Logger } from 'pino'
import { secondsPerDay } from '../../platform/lib/duration.ts'
import { createPacketReader } from './packet-reader.ts'

/** A connection to a broker that is opened again whenever it was lost. */
export interface BrokerLink {
  readonly isUp: boolean
  publish(topic: string, payload: string): void
  close(): Promise<void>
}

export interface BrokerLinkOptions {
  url: string
  clientId: string
  topics: string[]
  log: Logger
  /** `acknowledge` does nothing once the connection was lost: the broker then sends the message again. */
  onMessage(packet: IPublishPacket, acknowledge: () => void): void
}

const keepAliveSeconds = 30
/** The broker keeps what arrives while the service is down for this long. */
const sessionExpirySeconds = 7 * secondsPerDay
const maxInFlight = 1000
const maxPacketBytes = 1024 * 1024
const maxReconnectDelayMs = 8000

/**
 * Subscribes with a persistent session of MQTT 5. mqtt.js handles a message only after the last one was
 * acknowledged, that is, one in each commit; here as many are in flight as the broker allows.
 */
export function openBrokerLink({ url, clientId, topics, log, onMessage }: BrokerLinkOptions): BrokerLink {
  const { hostname, port, protocol, username, password } = new URL(url)
  const isTls = protocol === 'mqtts:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const target = { host, port: Number(port) || (isTls ? 8883 : 1883) }
  let socket: Socket | undefined
  let isUp = false
  let isClosed = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  function open(): void {
    const current = isTls ? connectTls({ ...target, servername: host }) : connectTcp(target)
    socket = current
    const reader = createPacketReader(maxPacketBytes, (packet) => receive(current, packet))
    reader.setVersion(5)
    let lastPacketMs = performance.now()
    const pings = setInterval(() => {
      const silentMs = performance.now() - lastPacketMs
      if (silentMs > keepAliveSeconds * 1500) current.destroy(new Error('The broker does not answer'))
      else send(current, { cmd: 'pingreq' })
    }, keepAliveSeconds * 500)
    current.setNoDelay(true)
    current.on(isTls ? 'secureConnect' : 'connect', () => send(current, connectPacket()))
    current.on('data', (chunk: Buffer) => {
      lastPacketMs = performance.now()
      try {
        reader.push(chunk)
        while (reader.next());
      } catch (error) {
        current.destroy(error as Error)
      }
    })
    let reason: Error | undefined
    current.on('error', (error) => {
      reason = error
    })
    current.on('close', () => {
      clearInterval(pings)
      isUp = false
      if (isClosed) return
      const delayMs = Math.min(maxReconnectDelayMs, 250 * 2 ** failures++)
      log.warn({ err: reason, delayMs }, 'the MQTT broker is not connected')
      timer = setTimeout(open, delayMs)
    })
  }

  const connectPacket = (): Packet => ({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clientId,
    clean: false,
    keepalive: keepAliveSeconds,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: Buffer.from(decodeURIComponent(password)) }),
    properties: { sessionExpiryInterval: sessionExpirySeconds, receiveMaximum: maxInFlight },
  })

  function receive(current: Socket, packet: Packet): void {
    switch (packet.cmd) {
      case 'connack':
        if (packet.reasonCode !== 0)
          return void current.destroy(new Error(`The broker refused the connection: ${packet.reasonCode}`))
        return void send(current, {
          cmd: 'subscribe',
          messageId: 1,
          subscriptions: topics.map((topic) => ({ topic, qos: 1, nl: false, rap: false, rh: 0 })),
        })
      case 'suback': {
        const refused = (packet.granted as number[]).some((code) => code > 2)
        if (refused) return void current.destroy(new Error('The broker refused a subscription'))
        failures = 0
        isUp = true
        return void log.info('the MQTT broker is connected')
      }
      case 'publish':
        return void onMessage(packet, () => {
          if (packet.qos === 1) send(current, { cmd: 'puback', messageId: packet.messageId ?? 0 })
        })
      case 'disconnect':
        return void current.destroy(new Error(`The broker ended the connection: ${packet.reasonCode}`))
    }
  }

  const send = (current: Socket, packet: Packet) => {
    if (!current.destroyed) current.write(mqttPacket.generate(packet, { protocolVersion: 5 }))
  }

  open()
  return {
    get isUp() {
      return isUp
    },
    publish(topic, payload) {
      if (socket && isUp) send(socket, { cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      if (!socket || socket.destroyed) return
      send(socket, { cmd: 'disconnect', reasonCode: 0 })
      const closed = new Promise((resolve) => socket?.once('close', resolve))
      socket.end()
      setTimeout(() => socket?.destroy(), 1000).unref()
      await closed
    },
  }
}
