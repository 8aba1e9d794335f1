import type { IConnectPacket, Packet } from 'mqtt-packet'
import type { ConnectionLimits } from './connection-limits.ts'
import { RefusedConnect, reasonCodes, returnCodeOf } from './reason-codes.ts'
import type { Session } from './session.ts'
import { maxAliases } from './topics.ts'

/** Accepts a connection. No session outlives it: what was not acknowledged, the client sends again. */
export function connackOf(
  { protocolVersion, keepalive }: IConnectPacket,
  { assignedId }: Session,
  serverKeepAlive: number,
  limits: ConnectionLimits,
): Packet {
  if (protocolVersion !== 5) return { cmd: 'connack', returnCode: 0, sessionPresent: false }
  return {
    cmd: 'connack',
    reasonCode: 0,
    sessionPresent: false,
    properties: {
      sessionExpiryInterval: 0,
      receiveMaximum: limits.maxInFlight,
      maximumQoS: 1,
      retainAvailable: false,
      maximumPacketSize: limits.maxPacketBytes,
      topicAliasMaximum: maxAliases,
      wildcardSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(assignedId && { assignedClientIdentifier: assignedId }),
      ...(serverKeepAlive !== keepalive && { serverKeepAlive }),
    },
  }
}

/** Says why a connection is refused. */
export function refusedConnackOf(error: unknown, version: number): Packet {
  const isKnown = error instanceof RefusedConnect
  const reasonCode = isKnown ? error.reasonCode : reasonCodes.implementationSpecific
  if (version !== 5) return { cmd: 'connack', returnCode: returnCodeOf(reasonCode), sessionPresent: false }
  const properties = isKnown ? { reasonString: error.message } : {}
  return { cmd: 'connack', reasonCode, sessionPresent: false, properties }
}
