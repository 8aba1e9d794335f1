import { assertMayHandleIncident, findStanding } from '../../accounts/access/policy.ts'
import { placeText } from '../../accounts/residences/place.ts'
import type { Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { type AcknowledgementEffect, type Incident, unresolvedStates } from '../model/incident.ts'
import type { AcknowledgementClaim } from '../notifications/acknowledge-token.ts'
import { viewOf } from './incident-acts.ts'
import * as store from './incidents.store.ts'
import { findHandlerName } from './people.ts'

export interface AcknowledgementPreview extends Pick<Incident, 'kind' | 'state' | 'openedAt'> {
  patientName: string | null
  /** Where the patient lives, in words. */
  place: string | null
  handledBy: string | null
  /** Null if nothing is left to do: somebody is on it, or it has ended. */
  effect: AcknowledgementEffect | null
}

/** Says of a link what its message may say: names only if the contact shows details. */
export async function previewAcknowledgement(
  ctx: Context,
  claim: AcknowledgementClaim,
): Promise<AcknowledgementPreview> {
  const role = await store.findActiveRole(ctx.db, claim.userId)
  if (!role) throw refusal('CANNOT_ACKNOWLEDGE')
  const actor = { id: claim.userId, role }
  const incident = await store.findIncident(ctx.db, claim.incidentId)
  if (!incident) throw refusal('INCIDENT_NOT_FOUND')
  await assertMayHandleIncident(ctx.db, actor, incident)
  const { kind, state, openedAt, patientId } = incident
  if (state === 'OPEN' && incident.round !== claim.round) throw refusal('LINK_OF_EARLIER_MESSAGE')
  const { isHelper } = await findStanding(ctx.db, actor, patientId)
  const effect = effectOn(incident, claim.userId, isHelper)
  if (!(await store.showsDetails(ctx.db, claim.contactId, claim.userId)))
    return { kind, state, openedAt, patientName: null, place: null, handledBy: null, effect }
  const view = await viewOf(ctx.db, incident.id)
  const { patientName } = view
  const place = placeText(view) || null
  const handledBy = incident.acknowledgedBy ? await findHandlerName(ctx.db, incident) : null
  return { kind, state, openedAt, patientName, place, handledBy, effect }
}

function effectOn(
  { state, acknowledgedBy, assistanceAt }: store.StoredIncident,
  userId: string,
  isHelper: boolean,
): AcknowledgementEffect | null {
  if (!unresolvedStates.some((unresolved) => unresolved === state)) return null
  if (!isHelper && acknowledgedBy !== userId) return 'ATTENDING'
  if (state !== 'ACKNOWLEDGED') return 'HANDLING'
  return assistanceAt && acknowledgedBy !== userId ? 'JOINING' : null
}
