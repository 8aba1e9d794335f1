import type { Context } from '../context.ts'
import { callerOf } from '../http/access.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { auditRead, originOf } from '../http/origin.ts'
import type { PageResponder } from '../http/page-cursors.ts'
import { assignPatient, listPatientsOf, unassignPatient } from './assignments.service.ts'
import * as schemas from './caregivers.schemas.ts'

const tags = ['Caregivers']

export function assignmentRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  app.get(
    '/caregivers/:id/patients',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'listAssignedPatients',
        summary: 'List the patients of a caregiver',
        params: schemas.caregiverParams,
        querystring: schemas.assignedPatientsQuery,
        response: { 200: schemas.assignedPatientsResponse },
      },
    },
    async (request) => {
      const { actor } = callerOf(request)
      const patients = await respondWithPage(request, request.query, (page) =>
        listPatientsOf(ctx, actor, request.params.id, page),
      )
      await auditRead(ctx, request)
      return patients
    },
  )

  app.post(
    '/caregivers/:id/patients',
    {
      config: { access: ['ADMIN'], errors: [404, 409] },
      schema: {
        tags,
        operationId: 'assignPatient',
        summary: 'Assign a patient to a caregiver',
        params: schemas.caregiverParams,
        body: schemas.assignmentBody,
        response: { 201: schemas.assignmentResponse },
      },
    },
    async (request, reply) => {
      const assignment = await assignPatient(ctx, request.params.id, request.body, originOf(request))
      return reply.code(201).send(success(assignment))
    },
  )

  app.delete(
    '/caregivers/:id/patients/:patientId',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'unassignPatient',
        summary: 'Remove the assignment of a patient to a caregiver',
        params: schemas.assignmentParams,
        response: { 200: schemas.unassignedResponse },
      },
    },
    async (request) => {
      const { id: caregiverId, patientId } = request.params
      await unassignPatient(ctx, caregiverId, patientId, originOf(request))
      return success({ caregiverId, patientId, unassigned: true as const })
    },
  )
}
