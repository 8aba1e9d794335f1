import type { Context } from '../context.ts'
import { changeReportedPlacement } from '../devices/devices.service.ts'
import type { Placement } from '../devices/placement.ts'
import type { LiveDevice } from './live-devices.ts'

/** isNewPlacement is false of a report that repeats what is known: that one must cost no statement. */
export const isNewPlacement = (device: LiveDevice, reported: Placement | null): reported is Placement =>
  reported !== null && reported !== device.reportedPlacement

/** recordPlacement stores where a device reports to be worn, as of the time of its reading. */
export async function recordPlacement(
  ctx: Context,
  device: LiveDevice,
  reported: Placement,
  at: Date,
): Promise<void> {
  const placement = await changeReportedPlacement(ctx, device.number, reported, at)
  // Where nothing was stored the cache stays as well, so that the next report tries again.
  if (placement === undefined) return
  device.reportedPlacement = reported
  device.placement = placement
}
