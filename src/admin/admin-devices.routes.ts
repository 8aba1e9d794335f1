import type { Context } from '../context.ts'
import { deviceAnswer } from '../devices/devices.schemas.ts'
import { deviceView } from '../devices/devices.service.ts'
import { addDevice } from '../devices/registration.ts'
import { switchDevice } from '../devices/switching.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { originOf } from '../http/origin.ts'
import { idParams as params } from '../http/schemas.ts'
import { newDeviceBody } from './admin-devices.schemas.ts'
import { adminOnly, tags } from './admin-only.ts'

const switches = [
  { verb: 'disable', disabled: true, summary: 'Refuse the readings of a device' },
  { verb: 'enable', disabled: false, summary: 'Accept the readings of a device again' },
] as const

/** `forget` makes this process look a device up anew at once; others hear of it. */
export function adminDeviceRoutes(app: ApiInstance, ctx: Context, forget: (mac: string) => void): void {
  app.post(
    '/admin/devices',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        summary: 'Add a device before its first reading',
        body: newDeviceBody,
        response: { 201: deviceAnswer },
      },
    },
    async (request, reply) => {
      const device = await addDevice(ctx, originOf(request), request.body)
      return reply.code(201).send(success(deviceView(device, ctx.now())))
    },
  )

  for (const { verb, disabled, summary } of switches) {
    app.post(
      `/admin/devices/:id/${verb}`,
      {
        config: adminOnly(404),
        schema: { tags, summary, params, response: { 200: deviceAnswer } },
      },
      async (request) => {
        const device = await switchDevice(ctx, originOf(request), request.params.id, disabled)
        forget(device.macAddress)
        return success(deviceView(device, ctx.now()))
      },
    )
  }
}
