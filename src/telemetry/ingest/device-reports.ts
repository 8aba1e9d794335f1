import { callForHelpByDevice, sayFineByDevice } from '../../alerting/incidents/device-button.ts'
import type { Context } from '../../platform/context.ts'
import type { Placement } from '../devices/device.ts'
import { changeReportedPlacement } from '../devices/devices.service.ts'
import { applyPlacement, type CachedDevice } from './cached-device.ts'
import type { Button } from './reading.ts'

/** Does what the wearer of a device asked for by its button, before the reading is answered. */
export function recordButton(
  ctx: Context,
  { id: deviceId, userId: patientId }: CachedDevice,
  button: Button,
  at: Date,
): Promise<void> {
  const press = { patientId, deviceId, at }
  return button === 'sos' ? callForHelpByDevice(ctx, press) : sayFineByDevice(ctx, press)
}

/** False for a repeated report, which must cost no statement. */
export const isNewPlacement = (device: CachedDevice, reported: Placement | null): reported is Placement =>
  reported !== null && reported !== device.reportedPlacement

/** Stores the reported placement of a device, as of the time of its reading. */
export async function recordPlacement(
  ctx: Context,
  device: CachedDevice,
  reported: Placement,
  at: Date,
): Promise<void> {
  const placement = await changeReportedPlacement(ctx, device.number, reported, at)
  // If nothing was stored the cache is unchanged, so that the next report retries.
  if (placement !== undefined) applyPlacement(device, reported, placement)
}
