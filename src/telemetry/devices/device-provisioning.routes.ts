import type { FastifyRequest } from 'fastify'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { getManageablePatient } from '../../accounts/users/readable-patient.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { type ProvisionedDevice, provisionDevice, replaceDevice } from './device-provisioning.ts'
import { deviceSetup } from './device-setup.ts'
import * as schemas from './devices.schemas.ts'
import { deviceView } from './devices.service.ts'

interface ProvisioningParts {
  ctx: Context
  sessions: Sessions
  /** Makes this process load a device again at once; the others are notified. */
  invalidateDevice: (mac: string) => void
}

/** The routes by which people set up devices for those whom they take care of. */
export function deviceProvisioningRoutes(
  app: ApiInstance,
  { ctx, sessions, invalidateDevice }: ProvisioningParts,
): void {
  app.post(
    '/patients/:id/devices',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404, 409] },
      schema: {
        tags: ['Patients'],
        operationId: 'registerPatientDevice',
        summary: 'Register a device for a patient, with a key for it',
        params,
        body: schemas.patientDeviceBody,
        response: { 201: schemas.provisionedResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id: userId } = await getManageablePatient(ctx, caller, request.params.id)
      const provisioned = await provisionDevice(ctx, caller, registrationOf({ ...request.body, userId }))
      return reply.code(201).send(success(provisionedView(ctx, request, provisioned)))
    },
  )

  app.post(
    '/device/:id/replacement',
    {
      config: { access: 'signed-in', errors: [403, 404, 409] },
      schema: {
        tags: ['Devices'],
        operationId: 'replaceDevice',
        summary: 'Replace a lost or broken device',
        description:
          'The device is disabled, and the keys that were made for it are revoked; all keys of its owner if they have no other device. The new one takes over its name and placement. Readings and falls stay with the person. For the owner, assigned caregivers and admins.',
        params,
        body: schemas.replacementBody,
        response: { 201: schemas.replacementResponse },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { externalId, macAddress } = request.body
      const provisioned = await replaceDevice(ctx, callerOf(request), sessions, id, externalId ?? macAddress)
      const { replaced, revokedKeys } = provisioned
      invalidateDevice(replaced.macAddress)
      const view = provisionedView(ctx, request, provisioned)
      return reply.code(201).send(success({ ...view, replacedDeviceId: replaced.id, revokedKeys }))
    },
  )
}

/** The registration that a request asks for; `macAddress` is the earlier name of `externalId`. */
export function registrationOf<
  Body extends { macAddress?: string | undefined; externalId?: string | undefined },
>({ macAddress, externalId = macAddress, ...body }: Body) {
  return { ...body, externalId }
}

/** A device with its key. Without PUBLIC_URL, the address is the one that the caller has used. */
export function provisionedView(ctx: Context, request: FastifyRequest, { device, key }: ProvisionedDevice) {
  const { publicUrl = `${request.protocol}://${request.host}` } = ctx.config.notifications
  return {
    ...deviceView(device, ctx.now()),
    key: key.key,
    keyId: key.id,
    setup: deviceSetup(`${publicUrl}/api`, device, key.key),
  }
}
