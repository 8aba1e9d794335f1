import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import * as schemas from './teams.schemas.ts'
import * as teams from './teams.service.ts'

const tags = ['Teams']
const adminOnly = (...errors: number[]) => ({ access: ['ADMIN'] as const, errors })

export function adminTeamRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  app.get(
    '/admin/teams',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listTeams',
        summary: 'List the teams, by name',
        querystring: schemas.teamsQuery,
        response: { 200: schemas.teamsResponse },
      },
    },
    async (request) => respondWithPage(request, request.query, (query) => teams.listAllTeams(ctx, query)),
  )

  app.post(
    '/admin/teams',
    {
      config: adminOnly(409),
      schema: {
        tags,
        operationId: 'createTeam',
        summary: 'Create a team of caregivers for a ward or for chosen patients',
        body: schemas.teamBody,
        response: { 201: schemas.teamResponse },
      },
    },
    async (request, reply) => {
      const team = await teams.createTeam(ctx, callerOf(request), request.body)
      return reply.code(201).send(success(team))
    },
  )

  app.get(
    '/admin/teams/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'getTeam',
        summary: 'Get a team with its members and patients',
        params,
        response: { 200: schemas.teamResponse },
      },
    },
    async (request) => {
      const team = await teams.getTeamDetail(ctx.db, request.params.id)
      await auditRead(ctx, request)
      return success(team)
    },
  )

  app.put(
    '/admin/teams/:id',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'updateTeam',
        summary: 'Change the name or the ward of a team',
        description:
          'With another ward, the members are assigned to its patients, and no longer to those of the old one. ' +
          'If patients would have no caregivers any more, it is refused with 409 unless the query says that it is meant.',
        params,
        querystring: schemas.teamChangeQuery,
        body: schemas.teamChangeBody,
        response: { 200: schemas.teamResponse },
      },
    },
    async (request) => {
      const { params: team, body, query } = request
      return success(await teams.editTeam(ctx, callerOf(request), team.id, body, query.withoutCaregivers))
    },
  )

  app.delete(
    '/admin/teams/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'deleteTeam',
        summary: 'Delete a team; the assignments that it gave end',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await teams.removeTeam(ctx, callerOf(request), id)
      return success({ id, deleted: true as const })
    },
  )

  app.post(
    '/admin/teams/:id/members/:caregiverId',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'addTeamMember',
        summary: 'Add a caregiver to a team, who is assigned to its patients at once',
        params: schemas.memberParams,
        response: { 201: schemas.teamResponse },
      },
    },
    async (request, reply) => {
      const { id, caregiverId } = request.params
      const team = await teams.addPerson(ctx, callerOf(request), 'member', id, caregiverId)
      return reply.code(201).send(success(team))
    },
  )

  app.delete(
    '/admin/teams/:id/members/:caregiverId',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'removeTeamMember',
        summary: 'Remove a caregiver from a team',
        description:
          'Their assignments to its patients end, except those that were made by hand or that another team gives as well.',
        params: schemas.memberParams,
        response: { 200: schemas.memberRemovedResponse },
      },
    },
    async (request) => {
      const { id: teamId, caregiverId } = request.params
      await teams.removePerson(ctx, callerOf(request), 'member', teamId, caregiverId)
      return success({ teamId, caregiverId, removed: true as const })
    },
  )

  app.post(
    '/admin/teams/:id/patients/:patientId',
    {
      config: adminOnly(404, 409),
      schema: {
        tags,
        operationId: 'addTeamPatient',
        summary: 'Choose a patient for a team, wherever they live',
        params: schemas.patientParams,
        response: { 201: schemas.teamResponse },
      },
    },
    async (request, reply) => {
      const { id, patientId } = request.params
      const team = await teams.addPerson(ctx, callerOf(request), 'patient', id, patientId)
      return reply.code(201).send(success(team))
    },
  )

  app.delete(
    '/admin/teams/:id/patients/:patientId',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'removeTeamPatient',
        summary: 'Remove a patient who was chosen for a team',
        params: schemas.patientParams,
        response: { 200: schemas.patientRemovedResponse },
      },
    },
    async (request) => {
      const { id: teamId, patientId } = request.params
      await teams.removePerson(ctx, callerOf(request), 'patient', teamId, patientId)
      return success({ teamId, patientId, removed: true as const })
    },
  )
}
