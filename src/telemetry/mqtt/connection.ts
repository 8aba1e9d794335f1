import type { Socket } from 'node:net'
import mqttPacket, { type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet'
import { toAppError } from '../../platform/http/error-handler.ts'
import { AppError, refusal } from '../../platform/lib/errors.ts'
import { type Rate, takeToken } from '../../platform/lib/token-bucket.ts'
import { connackOf, refusedConnackOf } from './connack.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { createPacketReader, type PacketReader, type ReadingPacket, TooLargeError } from './packet-reader.ts'
import {
  createPublishLane,
  isTemporary,
  type LaneParts,
  type Outcome,
  type Publish,
  type PublishLane,
  retryDelayMs,
} from './publish-lane.ts'
import { RefusedConnect, reasonCodes, reasonOf } from './reason-codes.ts'
import type { Session } from './session.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'
import { type AnsweredTopic, createTopicAliases, deviceTopic, offlinePayload, parseTopic } from './topics.ts'

export interface ConnectionParts extends LaneParts {
  prefix: string
  limits: ConnectionLimits
  /** Authenticates a client; throws a RefusedConnect. */
  connect(packet: IConnectPacket, socket: Socket, connection: MqttConnection): Promise<Session>
  /** Counts a refused publish; true if the address has had too many. */
  countRefusal(error: AppError, session: Session, socket: Socket): Promise<boolean>
  /** The device has said by its last will that it is gone, or by a message whether it is online. */
  onStatus(session: Session, isOnline: boolean): void
  onClose(socket: Socket): void
}

export interface MqttConnection {
  /** Closes the connection; MQTT 5 is told why. */
  close(reasonCode: number): void
  /** Closes a connection that has exceeded a limit in time. */
  checkTimes(nowMs: number): void
  /** Closes a connection whose key was revoked, or whose device may not send any more; throws if that is not known. */
  recheck(): Promise<void>
  readonly isConnected: boolean
}

/** What of a publish is needed for its acknowledgement. */
interface Header {
  qos: number
  messageId: number
  dup: boolean
  correlationData: Buffer | undefined
}

/** Speaks MQTT 3.1.1 or 5 with one device. */
export function openConnection(socket: Socket, parts: ConnectionParts): MqttConnection {
  const { limits, prefix } = parts
  const reader: PacketReader = createPacketReader(limits.maxConnectBytes, receive)
  let version = 4
  let session: Session | undefined
  let lane: PublishLane | undefined
  /** A call for help does not wait for readings. */
  let eventLane: PublishLane | undefined
  let subscriptions: Subscriptions | undefined
  let hasConnect = false
  let keepAliveMs = limits.connectTimeoutMs
  let lastPacketMs = performance.now()
  let isEnding = false
  let submitted = 0
  /** Publishes that were submitted and are not settled yet. */
  let inFlight = 0
  const topicOf = createTopicAliases()
  /** The rest of what was read has its turn later. */
  let hasTurn = false
  let isReading = false
  /** The device has published too much, and is not read for a moment. */
  let isThrottled = false
  /** When the buckets of the rates are full again. */
  const fullAt = { publish: 0, event: 0, ping: 0, subscription: 0, status: 0 }
  /** What the device said last, unless it has sent a reading since. */
  let knownStatus: boolean | undefined

  const send = (packet: Packet) => {
    if (!socket.destroyed) socket.write(mqttPacket.generate(packet, { protocolVersion: version }))
  }

  const connection: MqttConnection = {
    close(reasonCode) {
      if (isEnding) return
      if (version === 5 && session) send({ cmd: 'disconnect', reasonCode })
      end(reasonCode !== reasonCodes.sessionTakenOver)
    },
    checkTimes(nowMs) {
      const isLate = nowMs - lastPacketMs > keepAliveMs
      const { incompleteSinceMs } = reader
      const isStuck = incompleteSinceMs > 0 && nowMs - incompleteSinceMs > limits.packetTimeoutMs
      // A connection that waits for its readings to be stored is not read, so that it may seem silent.
      if (socket.isPaused() && !isEnding) lastPacketMs = nowMs
      else if (isLate || isStuck) connection.close(reasonCodes.keepAliveTimeout)
      if (socket.writableLength > limits.maxUnreadBytes) socket.destroy()
    },
    async recheck() {
      if (!session || isEnding) return
      try {
        await session.verify()
      } catch (error) {
        if (!(error instanceof AppError) || isTemporary(error)) throw error
        connection.close(reasonCodes.notAuthorized)
      }
    },
    get isConnected() {
      return session !== undefined
    },
  }

  socket.on('data', (chunk: Buffer) => {
    if (isEnding) return
    reader.push(chunk)
    readOn()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    end(true)
    parts.onClose(socket)
  })

  /** False while the device is being authenticated, and while its publishes wait. */
  const mayRead = () => !isEnding && (session ? inFlight < limits.maxInFlight && !isThrottled : !hasConnect)

  /** Reads what has arrived, some packets at a time; the connection is paused while there is more of it. */
  function readOn(): void {
    if (hasTurn || isReading) return
    isReading = true
    try {
      for (let packets = 0; mayRead() && reader.next(); ) {
        if (++packets < limits.maxPacketsPerTurn) continue
        hasTurn = true
        setImmediate(takeTurn)
        break
      }
    } catch (error) {
      const isTooLarge = error instanceof TooLargeError
      connection.close(isTooLarge ? reasonCodes.packetTooLarge : reasonCodes.malformedPacket)
    } finally {
      isReading = false
    }
    if (isEnding) return
    if (hasTurn || !mayRead()) socket.pause()
    else if (socket.isPaused()) socket.resume()
  }

  function takeTurn(): void {
    hasTurn = false
    readOn()
  }

  /** Takes a token of a rate, or returns false if there is none. */
  function take(kind: keyof typeof fullAt, rate: Rate): boolean {
    const next = takeToken(rate, fullAt[kind], performance.now())
    if (next !== undefined) fullAt[kind] = next
    return next !== undefined
  }

  const closeIfTooFast = (kind: keyof typeof fullAt, rate: Rate) => {
    if (take(kind, rate)) return false
    connection.close(reasonCodes.messageRateTooHigh)
    return true
  }

  /** Closes the connection once; what is being stored is stored, but not acknowledged any more. */
  function end(withWill: boolean): void {
    if (isEnding) return
    isEnding = true
    if (session) {
      void Promise.all([lane?.stop(), eventLane?.stop()]).then(session.leave)
      if (withWill && session.hasWill) parts.onStatus(session, false)
    }
    socket.end()
    setTimeout(() => socket.destroy(), 1000).unref()
  }

  function receive(packet: Packet): void {
    if (isEnding) return
    lastPacketMs = performance.now()
    if (!session) {
      if (packet.cmd === 'connect') void connect(packet)
      else end(false)
      return
    }
    switch (packet.cmd) {
      case 'publish':
        return void publish(packet)
      case 'pingreq':
        if (!closeIfTooFast('ping', limits.pingRate)) socket.write(pingresp)
        return
      case 'subscribe':
        if (!closeIfTooFast('subscription', limits.subscriptionRate)) subscriptions?.subscribe(packet)
        return
      case 'unsubscribe':
        if (!closeIfTooFast('subscription', limits.subscriptionRate)) subscriptions?.unsubscribe(packet)
        return
      case 'disconnect':
        return void end(packet.reasonCode === reasonCodes.disconnectWithWill)
      default:
        return void connection.close(reasonCodes.protocolError)
    }
  }

  async function connect(packet: IConnectPacket): Promise<void> {
    hasConnect = true
    version = packet.protocolVersion ?? 4
    // What comes before the device is known is not read.
    reader.setVersion(version)
    try {
      session = await parts.connect(packet, socket, connection)
      await confirm(session)
    } catch (error) {
      session?.leave()
      session = undefined
      send(refusedConnackOf(error, version))
      return void end(false)
    }
    if (isEnding) return void session.leave()
    reader.maxBytes = limits.maxPacketBytes
    reader.maxControlBytes = limits.maxControlBytes
    reader.readDirectly(deviceTopic(prefix, session.mac, 'readings'), publishReading)
    const { mac, externalId, authenticate } = session
    lane = createPublishLane({ ...parts, mac, externalId, authenticate })
    subscriptions = createSubscriptions({ prefix, mac, version, send })
    eventLane = createPublishLane({ ...parts, mac, externalId, authenticate })
    const askedSeconds = packet.keepalive || limits.maxKeepAliveSeconds
    const keepAliveSeconds = Math.min(askedSeconds, limits.maxKeepAliveSeconds)
    // The specification gives a client half as long again.
    keepAliveMs = keepAliveSeconds * 1500
    lastPacketMs = performance.now()
    send(connackOf(packet, session, keepAliveSeconds, limits))
    readOn()
  }

  /** Notices a key or a device that was revoked while it was authenticated: until now nobody would have closed it. */
  async function confirm({ verify }: Session): Promise<void> {
    try {
      await verify()
    } catch (error) {
      if (error instanceof AppError && !isTemporary(error))
        throw new RefusedConnect(reasonCodes.notAuthorized, error.message)
    }
  }

  function publish(packet: IPublishPacket): void {
    countPublish()
    const { qos, messageId = 0 } = packet
    if (qos === 2) return void connection.close(reasonCodes.qosNotSupported)
    const topic = topicOf(packet)
    // A retained message would be given to later subscribers; there are none.
    if (topic === undefined) return void connection.close(reasonCodes.protocolError)
    const name = nameOf(topic)
    if (!name) return void refuseTopic(qos, messageId)
    if (name === 'status')
      return void publishStatus(packet.payload.toString() !== offlinePayload, qos, messageId)
    submit(name, packet.payload as Buffer, {
      qos,
      messageId,
      dup: packet.dup,
      correlationData: packet.properties?.correlationData,
    })
  }

  /** Acknowledges a status of a device that may send; only a change of it is stored. */
  async function publishStatus(isOnline: boolean, qos: number, messageId: number): Promise<void> {
    if (!session || closeIfTooFast('status', limits.statusRate)) return
    try {
      const principal = session.authenticate()
      // Without a promise if the principal is cached.
      if (principal instanceof Promise) await principal
    } catch (reason) {
      if (!isEnding) refuse(toAppError(reason as AppError), qos, messageId)
      return
    }
    if (isEnding) return
    if (knownStatus !== isOnline) parts.onStatus(session, isOnline)
    knownStatus = isOnline
    acknowledge(qos, messageId)
  }

  function publishReading({ messageId, dup, payload }: ReadingPacket): void {
    if (isEnding) return
    countPublish()
    lastPacketMs = performance.now()
    submit('readings', payload, { qos: 1, messageId, dup, correlationData: undefined })
  }

  function submit(name: AnsweredTopic, payload: Buffer, header: Header): void {
    if (!lane || !eventLane) return
    const isEvent = name === 'events'
    if (isEvent && !take('event', limits.eventRate)) throttle()
    const retryMs = header.qos === 0 ? 0 : limits.retryMs
    const settleHeader: Publish['settle'] = (outcome, uptimeMs) => settle(header, outcome, uptimeMs)
    // Not every client sets the DUP flag of what it sends again when it connects; that is at most what was in flight.
    const isRepetition = header.dup || submitted++ < limits.maxInFlight
    const target = isEvent ? eventLane : lane
    inFlight++
    target.push({ name, payload, isRepetition, retryMs, settle: settleHeader })
    knownStatus = undefined
  }

  /** Stops reading for a second after too many publishes. */
  function countPublish(): void {
    const { publishRate } = limits
    if (publishRate && !isThrottled && !take('publish', publishRate)) throttle()
  }

  function throttle(): void {
    if (isThrottled) return
    isThrottled = true
    setTimeout(() => {
      isThrottled = false
      readOn()
    }, throttleMs).unref()
  }

  function nameOf(topic: string) {
    const parsed = parseTopic(prefix, topic)
    return parsed && parsed.mac === session?.mac ? parsed.name : undefined
  }

  /** MQTT 3.1.1 cannot refuse a topic but by closing the connection. */
  function refuseTopic(qos: number, messageId: number): void {
    const error = refusal('TOPIC_OF_OTHER_DEVICE')
    parts.ingest.ctx.metrics.readingsRefused(error.status)
    countRefusal(error)
    if (version === 5 && qos === 1) send({ cmd: 'puback', messageId, reasonCode: reasonCodes.notAuthorized })
    else connection.close(reasonCodes.notAuthorized)
  }

  function acknowledge(qos: number, messageId: number): void {
    if (qos === 1 && !socket.destroyed) socket.write(pubackOf(messageId))
  }

  function settle(header: Header, outcome: Outcome, uptimeMs: number | undefined): void {
    inFlight--
    if (isEnding) return
    const { qos, messageId } = header
    if (socket.isPaused()) readOn()
    subscriptions?.respond(outcome, uptimeMs, header.correlationData)
    if (!('error' in outcome)) return void acknowledge(qos, messageId)
    refuse(outcome.error, qos, messageId)
  }

  /**
   * Answers a publish that was not stored. In MQTT 3.1.1 an acknowledgement has no reason: one that would be
   * refused again is acknowledged, so that the client does not repeat it for ever; any other ends the connection.
   */
  function refuse(error: AppError, qos: number, messageId: number): void {
    countRefusal(error)
    if (error.status === 401) return void connection.close(reasonCodes.notAuthorized)
    const reasonCode = reasonOf(error)
    if (version === 5) {
      if (qos === 0) return
      const userProperties = isTemporary(error) ? { retryAfter: String(retryDelayMs(error)) } : undefined
      const properties = { reasonString: error.message, ...(userProperties && { userProperties }) }
      return void send({ cmd: 'puback', messageId, reasonCode, properties })
    }
    if (reasonCode === reasonCodes.payloadFormatInvalid) return void acknowledge(qos, messageId)
    if (qos === 1) connection.close(reasonCode)
  }

  function countRefusal(error: AppError): void {
    if (!session) return
    const counted = parts.countRefusal(error, session, socket)
    void counted.then((isTooMany) => isTooMany && connection.close(reasonCodes.quotaExceeded))
  }

  return connection
}

const throttleMs = 1000
const pingresp = Buffer.from([0xd0, 0x00])

/** The same in both versions: without a reason code it means success. */
function pubackOf(messageId: number): Buffer {
  const packet = Buffer.allocUnsafe(4)
  packet.writeUInt32BE(0x4002_0000 + messageId)
  return packet
}
