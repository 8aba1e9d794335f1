import type { Sessions } from '../../accounts/auth/sessions.ts'
import { defaultWatches } from '../../alerting/monitoring/monitoring-settings.ts'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { setDeviceDisabled } from '../../telemetry/devices/device-disabling.ts'
import { provisionedView, registrationOf } from '../../telemetry/devices/device-provisioning.routes.ts'
import { provisionDevice } from '../../telemetry/devices/device-provisioning.ts'
import { changeDeviceSettings } from '../../telemetry/devices/device-settings.ts'
import { deviceResponse, provisionedResponse } from '../../telemetry/devices/devices.schemas.ts'
import { deviceView } from '../../telemetry/devices/devices.service.ts'
import { releaseDevice } from '../../telemetry/devices/registration.ts'
import { assignSeenDevice, keepSource } from '../../telemetry/intake/intake-devices.service.ts'
import * as schemas from './admin-devices.schemas.ts'
import { adminDeviceView, listDevices } from './admin-devices.service.ts'

const switches = [
  {
    verb: 'disable',
    disabled: true,
    refusals: [404],
    operationId: 'disableDevice',
    summary: 'Disable a device, so that its readings are refused',
  },
  {
    verb: 'enable',
    disabled: false,
    refusals: [404, 409],
    operationId: 'enableDevice',
    summary: 'Enable a device that was not replaced, so that its readings are accepted again',
  },
] as const

interface AdminDeviceParts {
  ctx: Context
  sessions: Sessions
  respondWithPage: PageResponder
  /** Makes this process load a device again at once; the others are notified. */
  invalidateDevice: (mac: string) => void
}

/** A shared bed or door is watched at night unless the request says otherwise. */
function newRegistration({ userId, ...body }: schemas.NewDeviceBody) {
  const { place, watched = place && { from: defaultWatches.bedExitFrom, to: defaultWatches.bedExitTo } } =
    body
  return { ...registrationOf(body), userId: userId ?? null, watched: place ? watched : null }
}

export function adminDeviceRoutes(
  app: ApiInstance,
  { ctx, sessions, respondWithPage, invalidateDevice: invalidate }: AdminDeviceParts,
): void {
  app.get(
    '/admin/devices',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listDevices',
        summary: 'List all devices, or find one by its MAC address or other id',
        querystring: schemas.adminDevicesQuery,
        response: { 200: schemas.adminDevicesResponse },
      },
    },
    async (request) => {
      await auditRead(ctx, request, request.query.userId)
      return respondWithPage(
        request,
        request.query,
        (query) => listDevices(ctx.db, query, query),
        (device) => adminDeviceView(device, ctx.now()),
      )
    },
  )

  app.post(
    '/admin/devices',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'registerDevice',
        summary: 'Register a device of somebody or of a place, with a key for it',
        body: schemas.newDeviceBody,
        response: { 201: provisionedResponse },
      },
    },
    async (request, reply) => {
      const provisioned = await provisionDevice(ctx, callerOf(request), newRegistration(request.body))
      // What was seen nearby speaks for itself from now on.
      await assignSeenDevice(ctx, callerOf(request), provisioned.device.id)
      return reply.code(201).send(success(provisionedView(ctx, request, provisioned)))
    },
  )

  app.put(
    '/admin/devices/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'updateDeviceSettings',
        summary: 'Set what a device is, how often it is heard of, and where a shared one is',
        params,
        body: schemas.deviceSettingsBody,
        response: { 200: deviceResponse },
      },
    },
    async (request) => {
      const device = await changeDeviceSettings(ctx, callerOf(request), request.params.id, request.body)
      invalidate(device.macAddress)
      return success(deviceView(device, ctx.now()))
    },
  )

  for (const { verb, disabled, refusals, operationId, summary } of switches) {
    app.post(
      `/admin/devices/:id/${verb}`,
      {
        config: adminOnly(...refusals),
        schema: { tags, operationId, summary, params, response: { 200: deviceResponse } },
      },
      async (request) => {
        const device = await setDeviceDisabled(ctx, callerOf(request), request.params.id, disabled)
        invalidate(device.macAddress)
        return success(deviceView(device, ctx.now()))
      },
    )
  }

  app.post(
    '/admin/devices/:id/release',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'releaseDevice',
        summary: 'Release a device from its owner, or from its place',
        description:
          'The device is deleted with its readings, events and logs, and its MAC address or other id can be registered again. Falls stay with the former owner. With `userId`, the source that speaks for it speaks for the device of the new owner.',
        params,
        body: schemas.releaseBody,
        response: { 200: schemas.releasedResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      const caller = callerOf(request)
      const released = await releaseDevice(ctx, caller, sessions, params.id, body.userId, keepSource)
      invalidate(released.macAddress)
      return success({ ...released, released: true as const })
    },
  )
}
