import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { detectionBody, detectionResponse } from './devices.schemas.ts'
import { getReadableDevice, setOwnPlacement } from './devices.service.ts'

const tags = ['Devices']
const params = idParams
const config = { access: 'signed-in' as const, errors: [403, 404] }

/** `invalidate` makes this process load a device again at once; the others are notified. */
export function deviceDetectionRoutes(
  app: ApiInstance,
  ctx: Context,
  invalidate: (mac: string) => void,
): void {
  app.get(
    '/device/:id/detection',
    {
      config,
      schema: {
        tags,
        operationId: 'getDeviceDetection',
        summary: 'Get the placement of a device',
        params,
        response: { 200: detectionResponse },
      },
    },
    async (request) => {
      const { userId, placement } = await getReadableDevice(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, userId)
      return success({ placement })
    },
  )

  app.put(
    '/device/:id/detection',
    {
      config,
      schema: {
        tags,
        operationId: 'updateDeviceDetection',
        summary: 'Set the placement of a device',
        description:
          'For the owner of the device. The placement overrides the one that the device reports; `unknown` removes the override. The response contains the placement in effect.',
        params,
        body: detectionBody,
        response: { 200: detectionResponse },
      },
    },
    async (request) => {
      const device = await setOwnPlacement(ctx, callerOf(request), request.params.id, request.body.placement)
      invalidate(device.macAddress)
      return success({ placement: device.placement })
    },
  )
}
