import type { Auth } from '../../accounts/auth/auth.service.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import type { Sender } from '../../alerting/notifications/sender.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { deletionQuery, idParams } from '../../platform/http/schemas.ts'
import { relativeRoutes } from '../relatives/relatives.routes.ts'
import { residenceRoutes } from '../residences/residences.routes.ts'
import { patientDetectionRoutes } from './patient-detection.routes.ts'
import { patientInvitationRoutes } from './patient-invitation.routes.ts'
import { patientNoteRoutes } from './patient-notes.routes.ts'
import { patientOverviewRoutes } from './patient-overview.routes.ts'
import { patientRecordRoutes } from './patient-records.routes.ts'
import * as schemas from './patients.schemas.ts'
import * as patients from './patients.service.ts'

export interface PatientParts {
  ctx: Context
  auth: Auth
  sessions: Sessions
  respondWithPage: PageResponder
  routeLimits: RouteLimits
  sender: Sender
}

const tags = ['Patients']
const adminTags = ['Administration']
const params = idParams

export function patientRoutes(app: ApiInstance, parts: PatientParts): void {
  manyPatients(app, parts)
  patientOverviewRoutes(app, parts.ctx)
  onePatient(app, parts)
  patientRecordRoutes(app, parts)
  patientNoteRoutes(app, parts)
  patientInvitationRoutes(app, parts)
  patientDetectionRoutes(app, parts.ctx)
  residenceRoutes(app, parts.ctx)
  relativeRoutes(app, parts.ctx)
}

function manyPatients(
  app: ApiInstance,
  { ctx, auth, sender, respondWithPage, routeLimits }: PatientParts,
): void {
  app.get(
    '/patients',
    {
      config: { access: ['CAREGIVER', 'ADMIN'] },
      schema: {
        tags,
        operationId: 'listPatients',
        summary: 'List the patients who are assigned to you, or all patients as an admin',
        querystring: schemas.patientsQuery,
        response: { 200: schemas.patientsResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      await auditRead(ctx, request)
      return respondWithPage(request, request.query, (page) => patients.listPatients(ctx, caller, page))
    },
  )

  app.post(
    '/patients',
    {
      config: { access: ['CAREGIVER'], errors: [409] },
      onRequest: routeLimits.invitations,
      schema: {
        tags,
        operationId: 'invitePatient',
        summary:
          'Add a patient, who is assigned to you at once, and invite them if they have an e-mail address',
        body: schemas.newPatientBody,
        response: { 201: schemas.newPatientResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const patient = await patients.invitePatient(ctx, caller, auth, request.body)
      return reply.code(201).send(success(await patients.mailNewPatient(ctx, caller, sender, patient)))
    },
  )

  app.post(
    '/admin/patients',
    {
      config: { access: ['ADMIN'], errors: [409] },
      onRequest: routeLimits.invitations,
      schema: {
        tags: adminTags,
        operationId: 'invitePatientAsAdmin',
        summary:
          'Add a patient, who is assigned to nobody yet, and invite them if they have an e-mail address',
        body: schemas.newPatientByAdminBody,
        response: { 201: schemas.newPatientResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const patient = await patients.invitePatientAsAdmin(ctx, caller, auth, request.body)
      return reply.code(201).send(success(await patients.mailNewPatient(ctx, caller, sender, patient)))
    },
  )
}

function onePatient(app: ApiInstance, { ctx, sessions }: PatientParts): void {
  app.get(
    '/patients/me',
    {
      config: { access: ['PATIENT'] },
      schema: {
        tags,
        operationId: 'getOwnPatientProfile',
        summary: 'Get your patient profile, with caregivers and devices',
        response: { 200: schemas.patientResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      return success(await patients.readPatient(ctx, caller, caller.actor.id))
    },
  )

  app.get(
    '/patients/:id',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getPatient',
        summary: 'Get a patient, with caregivers and devices',
        params,
        response: { 200: schemas.patientResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const patient = await patients.readPatient(ctx, callerOf(request), id)
      await auditRead(ctx, request, id)
      return success(patient)
    },
  )

  app.put(
    '/patients/:id',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'updatePatient',
        summary: 'Update a patient',
        params,
        body: schemas.patientBody,
        response: { 200: schemas.patientResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      return success(await patients.updatePatient(ctx, callerOf(request), params.id, body))
    },
  )

  app.delete(
    '/patients/:id',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'deletePatient',
        summary: 'Delete a patient and all of their data permanently',
        params,
        querystring: deletionQuery,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await patients.deletePatient(ctx, callerOf(request), sessions, id, request.query)
      return success({ id, deleted: true as const })
    },
  )
}
