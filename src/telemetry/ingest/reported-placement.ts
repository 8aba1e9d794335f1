import type { Context } from '../../platform/context.ts'
import { changeReportedPlacement } from '../devices/devices.service.ts'
import type { Placement } from '../devices/placement.ts'
import { applyPlacement, type CachedDevice } from './cached-device.ts'

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
