import type { AppError } from '../../platform/lib/errors.ts'

/** The reason codes of MQTT 5 that the service uses. */
export const reasonCodes = {
  success: 0x00,
  disconnectWithWill: 0x04,
  malformedPacket: 0x81,
  protocolError: 0x82,
  implementationSpecific: 0x83,
  unsupportedVersion: 0x84,
  clientIdInvalid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverShuttingDown: 0x8b,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicFilterInvalid: 0x8f,
  topicNameInvalid: 0x90,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  payloadFormatInvalid: 0x99,
  retainNotSupported: 0x9a,
  qosNotSupported: 0x9b,
  connectionRateExceeded: 0x9f,
} as const

/** The reason code of a refused publish or connection. */
export function reasonOf({ status }: AppError): number {
  if (status === 401 || status === 403 || status === 409) return reasonCodes.notAuthorized
  if (status === 429 || status === 503) return reasonCodes.quotaExceeded
  if (status >= 500) return reasonCodes.implementationSpecific
  return reasonCodes.payloadFormatInvalid
}

/** The return codes of CONNACK in MQTT 3.1.1, for the reason codes of MQTT 5. */
const returnCodes: Record<number, number> = {
  [reasonCodes.unsupportedVersion]: 1,
  [reasonCodes.clientIdInvalid]: 2,
  [reasonCodes.serverUnavailable]: 3,
  [reasonCodes.connectionRateExceeded]: 3,
  [reasonCodes.quotaExceeded]: 3,
  [reasonCodes.implementationSpecific]: 3,
  [reasonCodes.badUserNameOrPassword]: 4,
}
const notAuthorized = 5

export const returnCodeOf = (reasonCode: number) => returnCodes[reasonCode] ?? notAuthorized

export class RefusedConnect extends Error {
  readonly reasonCode: number
  constructor(reasonCode: number, message: string) {
    super(message)
    this.reasonCode = reasonCode
  }
}
