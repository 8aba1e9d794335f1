import { callForHelpByDevice, sayFineByDevice } from '../../alerting/incidents/device-button.ts'
import type { Context } from '../../platform/context.ts'
import type { CachedDevice } from './cached-device.ts'
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
