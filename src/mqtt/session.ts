import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { IConnectPacket } from 'mqtt-packet'
import type { Principal } from '../context.ts'
import { deviceKeyPrefix } from '../devices/device-key-prefix.ts'
import type { DeviceKeys } from '../devices/device-keys.service.ts'
import type { DeviceCache } from '../ingest/device-cache.ts'
import { AppError } from '../lib/errors.ts'
import { macPattern, normalizeMac } from '../lib/mac.ts'
import { reasonCodes, reasonOf } from './reason-codes.ts'
import { RefusedConnect } from './refused-connect.ts'
import { parseTopic } from './topics.ts'

/** Session is a connected device. */
export interface Session {
  mac: string
  deviceNumber: number
  /** The client id that the service chose for a client without one. */
  assignedId: string | undefined
  hasWill: boolean
  /** Checks the key again: it may have been revoked. */
  authenticate(): Principal | Promise<Principal>
  leave(): void
}

export interface SessionParts {
  prefix: string
  keys: Pick<DeviceKeys, 'authenticate'>
  devices: Pick<DeviceCache, 'findOrRegister'>
  now: () => Date
}

/** Closable is a connection that another one with the same client id takes over. */
interface Closable {
  close(reasonCode: number): void
}

/** createSessions returns a function that turns CONNECT into a session, or throws why it is refused. */
export function createSessions({ prefix, keys, devices, now }: SessionParts) {
  /** By account and client id: nobody can take over the connection of another account. */
  const byClient = new Map<string, Closable>()

  return async function open(packet: IConnectPacket, socket: Socket, connection: Closable): Promise<Session> {
    const { username = '', password, clientId, will, clean } = packet
    if (packet.protocolId !== 'MQTT')
      throw new RefusedConnect(reasonCodes.unsupportedVersion, 'Use MQTT 3.1.1 or 5')
    const key = password?.toString() ?? ''
    if (!macPattern.test(username) || !key.startsWith(deviceKeyPrefix))
      throw new RefusedConnect(
        reasonCodes.badUserNameOrPassword,
        'The user name is the MAC address of the device, the password a device key',
      )
    const mac = normalizeMac(username)
    if (!clientId && !clean && packet.protocolVersion !== 5)
      throw new RefusedConnect(reasonCodes.clientIdInvalid, 'A client without an id has a clean session')
    if (will && !isStatusTopic(will.topic, mac))
      throw new RefusedConnect(reasonCodes.topicNameInvalid, `The will belongs to ${prefix}/${mac}/status`)
    const client = { ip: socket.remoteAddress ?? '', socket }
    const authenticate = () => keys.authenticate(key, client)
    const { deviceNumber, userId } = await identify(authenticate, mac)
    const assignedId = clientId ? undefined : randomUUID()
    const name = `${userId} ${clientId || assignedId}`
    byClient.get(name)?.close(reasonCodes.sessionTakenOver)
    byClient.set(name, connection)
    return {
      mac,
      deviceNumber,
      assignedId,
      hasWill: will !== undefined,
      authenticate,
      leave() {
        if (byClient.get(name) === connection) byClient.delete(name)
      },
    }
  }

  function isStatusTopic(topic: string, mac: string): boolean {
    const parsed = parseTopic(prefix, topic)
    return parsed?.mac === mac && parsed.name === 'status'
  }

  async function identify(authenticate: Session['authenticate'], mac: string) {
    try {
      const { actor } = await authenticate()
      const { number } = await devices.findOrRegister(actor.id, mac, now())
      return { deviceNumber: number, userId: actor.id }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const code = error.status === 401 ? reasonCodes.badUserNameOrPassword : reasonOf(error)
      throw new RefusedConnect(code, error.message)
    }
  }
}
