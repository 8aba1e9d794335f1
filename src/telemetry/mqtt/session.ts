import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { IConnectPacket } from 'mqtt-packet'
import type { Actor, Principal } from '../../platform/context.ts'
import { AppError, refusal } from '../../platform/lib/errors.ts'
import { deviceAddress, externalIdPattern, shownExternalId } from '../../platform/lib/external-id.ts'
import { deviceKeyPrefix } from '../../platform/token-prefixes.ts'
import type { DeviceKeys } from '../devices/device-keys.service.ts'
import type { DeviceCache } from '../ingest/device-cache.ts'
import { RefusedConnect, reasonCodes, reasonOf } from './reason-codes.ts'
import type { Refusals } from './refusals.ts'
import type { Takeovers } from './takeovers.ts'
import { deviceTopic, parseTopic } from './topics.ts'

/** A connected device. */
export interface Session {
  mac: string
  /** As the device writes it. */
  externalId: string
  deviceNumber: number
  /** The account of the device key. */
  actor: Actor
  /** The client id that the service chose for a client without one. */
  assignedId: string | undefined
  hasWill: boolean
  /** Checks the key again: it may have been revoked. */
  authenticate(): Principal | Promise<Principal>
  /** Throws 401 or 403 if the key or the device may not send any more, even if nothing is published. */
  verify(): Promise<void>
  /** Called when nothing of the connection is being stored any more. */
  leave(): void
}

export interface SessionParts {
  prefix: string
  keys: Pick<DeviceKeys, 'authenticate'>
  devices: Pick<DeviceCache, 'findOrRegister' | 'findOwner'>
  takeovers: Takeovers
  audit: Refusals['audit']
  now: () => Date
}

/** A connection that another one of the same device takes over. */
interface Closable {
  close(reasonCode: number): void
}

/** Returns a function that turns CONNECT into a session, or throws why it is refused. */
export function createSessions({ prefix, keys, devices, takeovers, audit, now }: SessionParts) {
  return async function open(packet: IConnectPacket, socket: Socket, connection: Closable): Promise<Session> {
    const { username = '', password, clientId, will, clean } = packet
    if (packet.protocolId !== 'MQTT')
      throw new RefusedConnect(reasonCodes.unsupportedVersion, 'Use MQTT 3.1.1 or 5')
    const key = password?.toString() ?? ''
    if (!externalIdPattern.test(username) || !key.startsWith(deviceKeyPrefix))
      throw new RefusedConnect(
        reasonCodes.badUserNameOrPassword,
        'The user name is the id of the device, the password a device key',
      )
    const mac = deviceAddress(username)
    const externalId = shownExternalId(username)
    if (!clientId && !clean && packet.protocolVersion !== 5)
      throw new RefusedConnect(reasonCodes.clientIdInvalid, 'A client without an id has a clean session')
    if (will && !isStatusTopic(will.topic, mac))
      throw new RefusedConnect(
        reasonCodes.topicNameInvalid,
        `The will belongs to ${deviceTopic(prefix, mac, 'status')}`,
      )
    const client = { ip: socket.remoteAddress ?? '', socket }
    const authenticate = () => keys.authenticate(key, client)
    const { deviceNumber, actor } = await identify(authenticate, { mac, externalId }, client.ip)
    const { leave } = await takeovers.claim(deviceNumber, () =>
      connection.close(reasonCodes.sessionTakenOver),
    )
    return {
      mac,
      externalId,
      deviceNumber,
      actor,
      assignedId: clientId ? undefined : randomUUID(),
      hasWill: will !== undefined,
      authenticate,
      async verify() {
        await authenticate()
        // A device that was deleted is not registered again by this.
        if ((await devices.findOwner(mac, now())) === undefined) throw refusal('DEVICE_DELETED')
        const { number } = await devices.findOrRegister(actor.id, mac, now())
        if (number !== deviceNumber) throw refusal('DEVICE_DELETED')
      },
      leave,
    }
  }

  function isStatusTopic(topic: string, mac: string): boolean {
    const parsed = parseTopic(prefix, topic)
    return parsed?.mac === mac && parsed.name === 'status'
  }

  async function identify(
    authenticate: Session['authenticate'],
    { mac, externalId }: { mac: string; externalId: string },
    address: string,
  ) {
    let actor: Actor | null = null
    try {
      actor = (await authenticate()).actor
      const { number } = await devices.findOrRegister(actor.id, mac, now(), externalId)
      return { deviceNumber: number, actor }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      audit(error.status, 'CONNECT', actor, address)
      const code = error.status === 401 ? reasonCodes.badUserNameOrPassword : reasonOf(error)
      throw new RefusedConnect(code, error.message)
    }
  }
}
