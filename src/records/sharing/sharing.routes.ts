import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import { idParams } from '../../platform/http/schemas.ts'
import * as schemas from './sharing.schemas.ts'
import * as sharing from './sharing.service.ts'

const tags = ['Sharing']
const params = idParams
const decided = { access: ['PATIENT', 'ADMIN'] as const, errors: [404] }
const onBehalf = { ...decided, errors: [404, 409] }
const adminOnly = { access: ['ADMIN'] as const, errors: [404] }

/** The routes by which a patient sees and decides who sees their data. */
export function sharingRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/:id/access',
    {
      config: decided,
      schema: {
        tags,
        operationId: 'getPatientAccess',
        summary: 'Get who sees the data of a patient, since when and why',
        params,
        response: { 200: schemas.accessResponse },
      },
    },
    async (request) => {
      const access = await sharing.readAccess(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, request.params.id)
      return success(access)
    },
  )

  app.get(
    '/patients/:id/sharing',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getPatientSharing',
        summary: 'Get whether a patient shares vital signs',
        params,
        response: { 200: schemas.sharingResponse },
      },
    },
    async (request) => success(await sharing.readSharing(ctx, callerOf(request), request.params.id)),
  )

  app.put(
    '/patients/:id/sharing',
    {
      config: onBehalf,
      schema: {
        tags,
        operationId: 'updatePatientSharing',
        summary: 'Pause or resume sharing of vital signs',
        description:
          'While it is paused, nobody but the patient sees vital signs, nor a score that is made of them. Falls, calls for help and ' +
          'alarms go on, also those of vital signs, without figures. An admin needs a recorded representative, else 409.',
        params,
        body: schemas.sharingBody,
        response: { 200: schemas.sharingResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      return success(await sharing.setVitalSharing(ctx, callerOf(request), params.id, body.vitals))
    },
  )

  app.put(
    '/admin/patients/:id/representative',
    {
      config: adminOnly,
      schema: {
        tags,
        operationId: 'recordRepresentative',
        summary: 'Record who decides for a patient',
        params,
        body: schemas.representativeBody,
        response: { 200: schemas.representativeResponse },
      },
    },
    async (request) =>
      success(await sharing.recordRepresentative(ctx, callerOf(request), request.params.id, request.body)),
  )

  app.delete(
    '/admin/patients/:id/representative',
    {
      config: adminOnly,
      schema: {
        tags,
        operationId: 'removeRepresentative',
        summary: 'Remove the representative of a patient',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await sharing.removeRepresentative(ctx, callerOf(request), id)
      return success({ id, deleted: true as const })
    },
  )
  shareRoutes(app, ctx)
}

function shareRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/:id/shares',
    {
      config: decided,
      schema: {
        tags,
        operationId: 'listPatientShares',
        summary: 'List the links to the record of a patient, newest first',
        params,
        response: { 200: schemas.sharesResponse },
      },
    },
    async (request) => success(await sharing.listSharesOf(ctx, callerOf(request), request.params.id)),
  )

  app.post(
    '/patients/:id/shares',
    {
      config: onBehalf,
      schema: {
        tags,
        operationId: 'createPatientShare',
        summary: 'Make a link with which somebody outside reads the record for some days',
        description:
          'The reader needs the link and the code, and sees the name, falls, vital signs and reports. Five wrong codes lock the link. ' +
          'An admin needs a recorded representative, else 409.',
        params,
        body: schemas.newShareBody,
        response: { 201: schemas.newShareResponse },
      },
    },
    async (request, reply) => {
      const share = await sharing.createShare(ctx, callerOf(request), request.params.id, request.body)
      return reply.code(201).send(success(share))
    },
  )

  app.delete(
    '/patients/:id/shares/:shareId',
    {
      config: decided,
      schema: {
        tags,
        operationId: 'revokePatientShare',
        summary: 'Revoke a link, which ends what was opened with it',
        params: schemas.shareParams,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id, shareId } = request.params
      await sharing.revokeShare(ctx, callerOf(request), id, shareId)
      return success({ id: shareId, deleted: true as const })
    },
  )
}
