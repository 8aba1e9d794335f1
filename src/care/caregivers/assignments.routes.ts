import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { assignPatient, changeAssignment, listPatientsOf, unassignPatient } from './assignments.service.ts'
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
      const caller = callerOf(request)
      const patients = await respondWithPage(request, request.query, (page) =>
        listPatientsOf(ctx, caller, request.params.id, page),
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
      const assignment = await assignPatient(ctx, callerOf(request), request.params.id, request.body)
      return reply.code(201).send(success(assignment))
    },
  )

  app.put(
    '/caregivers/:id/patients/:patientId',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'updateAssignment',
        summary:
          'Set how early a caregiver is notified of the incidents of a patient, and what they are to the patient',
        params: schemas.assignmentParams,
        body: schemas.assignmentChangeBody,
        response: { 200: schemas.changedAssignmentResponse },
      },
    },
    async (request) => {
      const { id: caregiverId, patientId } = request.params
      const pair = { caregiverId, patientId }
      return success(await changeAssignment(ctx, callerOf(request), pair, request.body))
    },
  )

  app.delete(
    '/caregivers/:id/patients/:patientId',
    {
      config: { access: ['ADMIN'], errors: [404, 409] },
      schema: {
        tags,
        operationId: 'unassignPatient',
        summary: 'Remove the assignment of a patient to a caregiver',
        description: 'Refused with 409 if a team gives the assignment: change the team instead.',
        params: schemas.assignmentParams,
        response: { 200: schemas.unassignedResponse },
      },
    },
    async (request) => {
      const { id: caregiverId, patientId } = request.params
      await unassignPatient(ctx, callerOf(request), caregiverId, patientId)
      return success({ caregiverId, patientId, unassigned: true as const })
    },
  )
}
