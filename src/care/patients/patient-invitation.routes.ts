import { hasRepresentative } from '../../accounts/access/policy.ts'
import { invitationBody, patientInvitationResponse } from '../../accounts/auth/invitations.schemas.ts'
import { mailInvitation, sendInvitation } from '../../accounts/auth/mail-invitation.ts'
import {
  type GivenIdentity,
  onlyAdminsAddAddresses,
  renewInvitation,
} from '../../accounts/auth/renew-invitation.ts'
import { getManageablePatient } from '../../accounts/users/readable-patient.ts'
import type { Sender } from '../../alerting/notifications/sender.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { refusal } from '../../platform/lib/errors.ts'

export function patientInvitationRoutes(
  app: ApiInstance,
  { ctx, sender, routeLimits }: { ctx: Context; sender: Sender; routeLimits: RouteLimits },
): void {
  app.post(
    '/patients/:id/invitation',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404, 409, 503] },
      onRequest: routeLimits.invitations,
      schema: {
        tags: ['Patients'],
        operationId: 'renewPatientInvitation',
        summary: 'Invite a patient who cannot sign in yet',
        description:
          'For a patient whose invitation has expired or was lost: an earlier one is void. ' +
          'An admin also invites a patient without an e-mail address, who gets the given one or a sign-in name, and gets the token to hand it over. ' +
          'The invitation of a caregiver is mailed to the address of the patient, and 409 if the service sends no e-mail: whoever holds the token can sign in as the patient. ' +
          'A patient without an address, or with a recorded representative, is invited by admins only: 403.',
        params,
        body: invitationBody,
        response: { 201: patientInvitationResponse },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id, email } = await getManageablePatient(ctx, caller, request.params.id)
      return reply.code(201).send(success(await invite(caller, id, email, request.body)))
    },
  )

  async function invite(caller: Caller, id: string, address: string | null, given: GivenIdentity) {
    if (caller.actor.role === 'ADMIN') {
      const invitation = await renewInvitation(ctx, caller, id, given)
      return { ...invitation, mailed: await sendInvitation(ctx, caller, sender, { id, ...invitation }) }
    }
    if (address === null) throw onlyAdminsAddAddresses()
    // Whoever holds the invitation decides for the patient from then on.
    if (await hasRepresentative(ctx.db, id)) throw refusal('INVITE_HAS_REPRESENTATIVE')
    return mailInvitation(ctx, caller, sender, id, given.email)
  }
}
