import { invitationBody, invitationResponse } from '../auth/invitations.schemas.ts'
import { renewInvitation } from '../auth/renew-invitation.ts'
import type { Context } from '../context.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { callerOf } from '../http/caller.ts'
import { success } from '../http/envelope.ts'
import type { RouteLimits } from '../http/route-limits.ts'
import { idParams as params } from '../http/schemas.ts'
import { forbidden } from '../lib/errors.ts'
import { hasRepresentative } from '../sharing/sharing.service.ts'
import { getReadablePatient } from './patients.service.ts'

export function patientInvitationRoutes(
  app: ApiInstance,
  { ctx, routeLimits }: { ctx: Context; routeLimits: RouteLimits },
): void {
  app.post(
    '/patients/:id/invitation',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404, 409] },
      onRequest: routeLimits.invitations,
      schema: {
        tags: ['Patients'],
        operationId: 'renewPatientInvitation',
        summary: 'Invite a patient who cannot sign in yet',
        description:
          'For a patient without an e-mail address, who gets the given one, and for one whose invitation has expired or was lost: an earlier invitation is void. ' +
          'A patient with a recorded representative is invited by admins only.',
        params,
        body: invitationBody,
        response: { 201: invitationResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = await getReadablePatient(ctx, caller, request.params.id)
      // Whoever holds the invitation decides for the patient from then on.
      if (caller.actor.role !== 'ADMIN' && (await hasRepresentative(ctx.db, id)))
        throw forbidden('Somebody decides for this patient: only an admin can invite them')
      return reply.code(201).send(success(await renewInvitation(ctx, caller, id, request.body.email)))
    },
  )
}
