import type { FastifyRequest } from 'fastify'
import { helpCredentialSeconds } from '../../accounts/auth/help-credentials.service.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { anyCallerOf, callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { readHelpCookie, setHelpCookie } from '../../platform/http/session-cookie.ts'
import { lanOrigins } from '../../platform/tls/own-certificate.ts'
import * as schemas from './phones.schemas.ts'
import type { Phones } from './phones.service.ts'

const tags = ['Devices']

/** How the browser of a phone becomes a device. */
export function phoneRoutes(app: ApiInstance, { ctx, phones }: { ctx: Context; phones: Phones }): void {
  app.post(
    '/patients/:id/phone-links',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'createPhoneLink',
        summary: 'Make a link by which the browser of a phone becomes a device of a patient',
        description:
          'For the patient, caregivers who may add a device for them, and admins. Show it as a QR code. Of a patient, the five newest are valid.',
        params,
        body: schemas.linkBody,
        response: { 201: schemas.linkResponse },
      },
    },
    async (request, reply) => {
      const link = await phones.createLink(callerOf(request), request.params.id, request.body.name)
      return reply.code(201).send(success({ ...link, origins: originsFor(request) }))
    },
  )

  app.post(
    '/device/phones',
    {
      config: { access: 'public', errors: [409] },
      schema: {
        tags,
        operationId: 'pairPhone',
        summary: 'Make this browser a device, with a link that somebody has shown',
        description:
          'Registers the device at the first use of the link, and returns a key for it. Sets the cookie `help` of `POST /help-page` as well, which ends with the key: the page of the phone can call for help.',
        body: schemas.pairingBody,
        response: { 201: schemas.pairingResponse },
      },
    },
    async (request, reply) => {
      const { device, key, patient, helpToken } = await phones.pair(anyCallerOf(request), {
        ...request.body,
        helpToken: readHelpCookie(request),
        userAgent: request.headers['user-agent'],
      })
      setHelpCookie(request, reply, helpToken, helpCredentialSeconds)
      const { id, macAddress, name } = device
      const { firstName } = patient
      const paired = { id, macAddress, name, key: key.key, patient: { id: patient.id, firstName } }
      return reply.code(201).send(success({ ...paired, now: ctx.now() }))
    },
  )

  /** Never the Host of the request, which somebody else may have chosen. */
  function originsFor({ socket }: FastifyRequest): string[] {
    const { config } = ctx
    const { publicUrl } = config.notifications
    return publicUrl ? [publicUrl] : lanOrigins(config, config.port || (socket.localPort ?? 0))
  }
}
