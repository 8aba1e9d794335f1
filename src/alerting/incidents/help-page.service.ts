import { getUser } from '../../accounts/users/users.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { listVisibleIncidents } from './incidents.service.ts'

/** More than anybody has at a time: one of each kind is unresolved. */
const maxIncidents = 10

/** What the page of a patient shows: their unresolved incidents, and whom to phone. */
export async function readHelpPage(ctx: Context, caller: Caller) {
  const { id } = caller.actor
  const [{ firstName, emergencyContact }, { rows: incidents }] = await Promise.all([
    getUser(ctx, id),
    listVisibleIncidents(ctx, caller, {
      kind: ['FALL', 'SOS', 'VITALS'],
      patientId: id,
      page: 1,
      limit: maxIncidents,
      sort: 'opened_at',
      order: 'desc',
    }),
  ])
  const { emergencyPhone = null } = ctx.config
  return { patientId: id, firstName, now: ctx.now(), emergencyContact, emergencyPhone, incidents }
}
