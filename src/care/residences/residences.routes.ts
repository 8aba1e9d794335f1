import {
  residenceBody,
  residenceQuery,
  residenceResponse,
  wardsResponse,
} from '../../accounts/residences/place.schemas.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { changeResidence, readResidence, readWards } from './residences.service.ts'

const tags = ['Patients']

export function residenceRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/admin/wards',
    {
      config: { access: ['ADMIN'] },
      schema: {
        tags: ['Teams'],
        operationId: 'listWards',
        summary: 'List the wards in which somebody lives, or which a team looks after',
        response: { 200: wardsResponse },
      },
    },
    async () => success(await readWards(ctx)),
  )

  app.get(
    '/patients/:id/residence',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getPatientResidence',
        summary: 'Read where a patient lives: site, ward and room',
        params,
        response: { 200: residenceResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const residence = await readResidence(ctx, callerOf(request), id)
      await auditRead(ctx, request, id)
      return success(residence)
    },
  )

  app.put(
    '/patients/:id/residence',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404, 409] },
      schema: {
        tags,
        operationId: 'updatePatientResidence',
        summary: 'Change where a patient lives',
        description:
          'Messages and alerts that name the patient say the place as well. A number or a code of up to four characters, such as `12` or `B`, is shown as `Room 12` and `Ward B`. ' +
          'If no caregiver would be left, because no team looks after the new ward, it is refused with 409 unless the query says that it is meant. ' +
          'If the patient has an open incident, or the move would leave them to people none of whom can be reached, it is refused with 409 `MOVE_NEEDS_CONFIRMATION`, which names those who would no longer be told, unless the query has `confirm=true`. ' +
          'Relatives move nobody unless an admin allows it: 403. ' +
          'A ward that a team looks after, or that has a station, takes people only by a member of its team or an admin: 403.',
        params,
        querystring: residenceQuery,
        body: residenceBody,
        response: { 200: residenceResponse },
      },
    },
    async (request) => {
      const { params, body, query } = request
      return success(await changeResidence(ctx, callerOf(request), params.id, body, query))
    },
  )
}
