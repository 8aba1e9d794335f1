import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import mqttPacket, { type IPublishPacket, type Packet } from 'mqtt-packet'
import type { Logger } from 'pino'
import { secondsPerDay } from '../../platform/lib/duration.ts'
import { createPacketReader } from './packet-reader.ts'

/** A connection to a broker that is opened again whenever it was lost. */
export interface BrokerLink {
  readonly isUp: boolean
  publish(topic: string, payload: string, isRetained?: boolean): void
  /** Subscribes again, after the topics have changed. */
  resubscribe(): void
  close(): Promise<void>
}

export interface LinkTopics {
  subscribe: string[]
  /** What a session of an earlier connection may still be subscribed to. */
  unsubscribe?: string[]
}

export interface BrokerLinkOptions {
  url: string
  clientId: string
  topics: () => LinkTopics
  /** A subscription that the broker refuses is logged; otherwise nothing is read without it. */
  mayBeRefused?: boolean
  /** How many messages with QoS 1 the broker sends before one is acknowledged. */
  maxInFlight?: number
  /** What is longer is not sent by the broker. */
  maxPacketBytes?: number
  /** Without a session that outlives the connection. */
  isTransient?: boolean
  /** Also what was published before it subscribed. */
  wantsRetained?: boolean
  /** What the broker publishes, retained, when the connection is lost. */
  will?: { topic: string; payload: string }
  log: Logger
  /** Called each time that the subscriptions are made. */
  onConnected?(): void
  /** `acknowledge` does nothing once the connection was lost: the broker then sends the message again. */
  onMessage(packet: IPublishPacket, acknowledge: () => void): void
}

const keepAliveSeconds = 30
/** The broker keeps what arrives while the service is down for this long. */
const sessionExpirySeconds = 7 * secondsPerDay
const maxReconnectDelayMs = 8000

/**
 * Subscribes with a persistent session of MQTT 5. mqtt.js handles a message only after the last one was
 * acknowledged, that is, one in each commit; here as many are in flight as the broker allows.
 */
export function openBrokerLink({
  url,
  clientId,
  topics,
  mayBeRefused = false,
  maxInFlight = 1000,
  maxPacketBytes = 1024 * 1024,
  isTransient = false,
  wantsRetained = false,
  will,
  log,
  onConnected,
  onMessage,
}: BrokerLinkOptions): BrokerLink {
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
    clean: isTransient,
    keepalive: keepAliveSeconds,
    ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true } }),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: Buffer.from(decodeURIComponent(password)) }),
    properties: {
      sessionExpiryInterval: isTransient ? 0 : sessionExpirySeconds,
      receiveMaximum: maxInFlight,
      // Otherwise a longer message would end each connection on which it is sent again.
      maximumPacketSize: maxPacketBytes,
    },
  })

  function receive(current: Socket, packet: Packet): void {
    switch (packet.cmd) {
      case 'connack':
        if (packet.reasonCode !== 0)
          return void current.destroy(new Error(`The broker refused the connection: ${packet.reasonCode}`))
        return void subscribe(current)
      case 'suback': {
        const refused = (packet.granted as number[]).some((code) => code > 2)
        if (refused && !mayBeRefused)
          return void current.destroy(new Error('The broker refused a subscription'))
        if (refused) log.warn({ topics: topics().subscribe }, 'the MQTT broker refused a subscription')
        return void connected()
      }
      case 'publish':
        return void onMessage(packet, () => {
          if (packet.qos === 1) send(current, { cmd: 'puback', messageId: packet.messageId ?? 0 })
        })
      case 'disconnect':
        return void current.destroy(new Error(`The broker ended the connection: ${packet.reasonCode}`))
    }
  }

  function subscribe(current: Socket): void {
    const { subscribe: wanted, unsubscribe = [] } = topics()
    if (unsubscribe.length > 0)
      send(current, { cmd: 'unsubscribe', messageId: 2, unsubscriptions: unsubscribe })
    if (wanted.length === 0) return void connected()
    // Retained messages were published long ago; whoever wants them also wants to know which they are.
    const options = { qos: 1, nl: false, rap: false, rh: wantsRetained ? 0 : 2 } as const
    send(current, {
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: wanted.map((topic) => ({ topic, ...options })),
    })
  }

  function connected(): void {
    failures = 0
    if (!isUp) log.info('the MQTT broker is connected')
    isUp = true
    onConnected?.()
  }

  const send = (current: Socket, packet: Packet) => {
    if (!current.destroyed) current.write(mqttPacket.generate(packet, { protocolVersion: 5 }))
  }

  open()
  return {
    get isUp() {
      return isUp
    },
    publish(topic, payload, retain = false) {
      if (socket && isUp) send(socket, { cmd: 'publish', topic, payload, qos: 0, dup: false, retain })
    },
    resubscribe() {
      if (socket && isUp) subscribe(socket)
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
