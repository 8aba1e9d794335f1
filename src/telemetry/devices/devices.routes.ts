import { z } from 'zod'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import { offsetOf, paginationOf } from '../../platform/http/pagination.ts'
import { idParams } from '../../platform/http/schemas.ts'
import type { DeviceKeys } from './device-keys.service.ts'
import * as schemas from './devices.schemas.ts'
import * as devices from './devices.service.ts'

const tags = ['Devices']
const adminTags = ['Administration']
const params = idParams
const onRecord = { access: 'signed-in' as const, errors: [403, 404] }

interface DeviceRouteParts {
  ctx: Context
  sessions: Sessions
  /** Makes this process load a device again at once; the others are notified. */
  invalidate: (mac: string) => void
}

export function deviceRoutes(app: ApiInstance, { ctx, sessions, invalidate }: DeviceRouteParts): void {
  app.get(
    '/device/:id',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'getDevice',
        summary: 'Get a device',
        params,
        response: { 200: schemas.deviceResponse },
      },
    },
    async (request) => {
      const device = await devices.getReadableDevice(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, device.userId)
      return success(devices.deviceView(device, ctx.now()))
    },
  )

  app.put(
    '/device/:id',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'updateDevice',
        summary: 'Rename a device',
        params,
        body: schemas.deviceBody,
        response: { 200: schemas.deviceResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const device = await devices.renameOwnDevice(ctx, caller, request.params.id, request.body.name)
      return success(devices.deviceView(device, ctx.now()))
    },
  )

  app.delete(
    '/device/:id',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'deleteDevice',
        summary: 'Delete a device, its readings and its logs',
        description: 'The keys that were made for it are revoked.',
        params,
        response: { 204: z.undefined().meta({ description: 'Deleted' }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { macAddress } = await devices.deleteOwnDevice(ctx, caller, sessions, request.params.id)
      invalidate(macAddress)
      return reply.code(204).send()
    },
  )

  app.get(
    '/device/:id/status',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'getDeviceStatus',
        summary: 'Get the status of a device',
        params,
        response: { 200: schemas.deviceStatusResponse },
      },
    },
    async (request) => {
      const device = await devices.getReadableDevice(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, device.userId)
      return success(devices.deviceStatusView(device, ctx.now(), ctx.config.latestFirmware))
    },
  )

  app.get(
    '/device/:id/logs',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'listDeviceLogs',
        summary: 'List the log entries of a device, newest first',
        params,
        querystring: schemas.logsQuery,
        response: { 200: schemas.logsResponse },
      },
    },
    async (request) => {
      const { query } = request
      const { logs, total, ownerId } = await devices.listReadableLogs(
        ctx,
        callerOf(request),
        request.params.id,
        {
          type: query.logType?.toUpperCase() as devices.LogType | undefined,
          order: query.order,
          limit: query.limit,
          offset: offsetOf(query),
        },
      )
      await auditRead(ctx, request, ownerId)
      return { ...success(logs), pagination: paginationOf(query, total) }
    },
  )
}

export function deviceKeyRoutes(app: ApiInstance, keys: DeviceKeys): void {
  app.post(
    '/device/keys',
    {
      config: { access: 'signed-in', errors: [409] },
      schema: {
        tags,
        operationId: 'createDeviceKey',
        summary: 'Create a key with which your devices can send readings',
        body: schemas.keyBody,
        response: { 201: schemas.newKeyResponse },
      },
    },
    async (request, reply) => {
      const key = await keys.create(callerOf(request), request.body.name)
      return reply.code(201).send(success(key))
    },
  )

  app.post(
    '/admin/users/:id/device-keys',
    {
      config: { access: ['ADMIN'], errors: [404, 409] },
      schema: {
        tags: adminTags,
        operationId: 'createDeviceKeyForUser',
        summary: 'Create a key with which the devices of somebody else can send readings',
        params,
        body: schemas.keyBody,
        response: { 201: schemas.newKeyResponse },
      },
    },
    async (request, reply) => {
      const key = await keys.createFor(callerOf(request), request.params.id, request.body.name)
      return reply.code(201).send(success(key))
    },
  )

  app.get(
    '/device/keys',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'listDeviceKeys',
        summary: 'List your device keys',
        response: { 200: schemas.keysResponse },
      },
    },
    async (request) => success(await keys.list(callerOf(request))),
  )

  app.delete(
    '/device/keys/current',
    {
      config: { access: 'signed-in', acceptsDeviceKey: true, errors: [404] },
      schema: {
        tags,
        operationId: 'revokeCurrentDeviceKey',
        summary: 'Revoke the device key of the request: for a device that is given up',
        description: 'A phone is disabled as well: to be used again, it is paired anew, as another device.',
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      await keys.giveUp(caller)
      return success({ id: caller.sessionId, deleted: true as const })
    },
  )

  app.delete(
    '/device/keys/:id',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'revokeDeviceKey',
        summary: 'Revoke a device key',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      await keys.remove(callerOf(request), request.params.id)
      return success({ id: request.params.id, deleted: true as const })
    },
  )
}
