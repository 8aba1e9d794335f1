import type { Context } from '../../platform/context.ts'
import { adminOnly, tags as adminTags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import * as schemas from './escalation.schemas.ts'
import * as policies from './policies.service.ts'
import { previewEscalation } from './preview.service.ts'

const tags = ['Patients']
const onRecord = { access: 'signed-in' as const, errors: [403, 404] }
const namedTo =
  'Admins and members of teams are named to admins and to members of the same team; to others they are `Admin` and `Staff`, without an id.'
const takesEffect = 'The change takes effect with the next incident.'

export function escalationRoutes(app: ApiInstance, ctx: Context): void {
  installationRoutes(app, ctx)
  patientRoutes(app, ctx)
}

function installationRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/admin/escalation-policies',
    {
      config: adminOnly(),
      schema: {
        tags: adminTags,
        operationId: 'listEscalationPolicies',
        summary: 'List the escalation policies of the installation',
        response: { 200: schemas.installationPoliciesResponse },
      },
    },
    async () => success(await policies.listInstallationPolicies(ctx)),
  )

  app.put(
    '/admin/escalation-policies',
    {
      config: adminOnly(),
      schema: {
        tags: adminTags,
        operationId: 'updateEscalationPolicy',
        summary: 'Set the escalation policy of a severity, or return to the default',
        description: takesEffect,
        body: schemas.policyBody,
        response: { 200: schemas.installationPoliciesResponse },
      },
    },
    async (request) => {
      await policies.updateInstallationPolicy(ctx, callerOf(request), request.body)
      return success(await policies.listInstallationPolicies(ctx))
    },
  )
}

function patientRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/:id/escalation',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'getPatientEscalation',
        summary: 'Get the escalation policies that apply to a patient, and the order of their caregivers',
        description: namedTo,
        params,
        response: { 200: schemas.patientPoliciesResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const view = await policies.readPatientPolicies(ctx, callerOf(request), id)
      await auditRead(ctx, request, id)
      return success(view)
    },
  )

  app.put(
    '/patients/:id/escalation',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'updatePatientEscalation',
        summary:
          'Set the escalation policy of a severity for one patient, or return to that of the installation',
        description: takesEffect,
        params,
        body: schemas.policyBody,
        response: { 200: schemas.patientPoliciesResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await policies.updatePatientPolicy(ctx, callerOf(request), id, request.body)
      return success(await policies.readPatientPolicies(ctx, callerOf(request), id))
    },
  )

  app.get(
    '/patients/:id/escalation/preview',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'previewEscalation',
        summary: 'Preview who would be notified of an incident, by what and when',
        description: `Assumes that nobody acknowledges the incident. Nothing is sent. ${namedTo}`,
        params,
        querystring: schemas.previewQuery,
        response: { 200: schemas.previewResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const preview = await previewEscalation(ctx, callerOf(request), id, request.query)
      await auditRead(ctx, request, id)
      return success(preview)
    },
  )
}
