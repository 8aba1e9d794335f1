import type { Context } from '../../platform/context.ts'
import type { DeviceEvent } from './device-event.ts'

/** Who says what happened, and for which devices they may speak. */
export type EventSource =
  /** The owner of a device key, or of a session: an unknown device becomes theirs. */
  | { type: 'ACCOUNT'; userId: string }
  /** A topic or a webhook that an admin named: only for devices that were assigned to it. An unknown one is refused. */
  | { type: 'INTAKE'; isAssigned: (device: EventDevice) => boolean }

/** The device of an event, as far as a source is asked about it. */
export interface EventDevice {
  id: string
  number: number
}

/** What came of an event: it opened an incident, joined one, was recorded, or was known already. */
export const deviceEventActions = ['OPENED', 'JOINED', 'RECORDED', 'REPEATED'] as const
export type DeviceEventAction = (typeof deviceEventActions)[number]

export interface DeviceEventOutcome {
  eventId: string
  action: DeviceEventAction
  incidentId: string | null
}

/**
 * Records an event of a device with all that comes of it, in one transaction; what it returns is true after the commit.
 * It throws 400 for a time in the future, 403 for a device of somebody else, one that is not assigned to the source or is
 * disabled, 404 for one that a source does not know, and 409 for an owner who has too many devices.
 */
export async function recordDeviceEvent(
  _ctx: Context,
  _source: EventSource,
  _event: DeviceEvent,
): Promise<DeviceEventOutcome> {
  throw new Error('not implemented')
}
