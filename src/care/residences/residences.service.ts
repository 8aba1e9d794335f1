import { assertMayMovePatient, mayConfirmWard } from '../../accounts/access/policy.ts'
import type { ResidenceChange } from '../../accounts/residences/place.schemas.ts'
import { nowhere, type Place } from '../../accounts/residences/place.ts'
import { getManageablePatient, getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { lockUser } from '../../accounts/users/users.service.ts'
import { findRecipients, type Recipients } from '../../alerting/escalation/recipients.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { lockTeams, reconcileTeamAssignments } from '../caregivers/reconcile-team-assignments.ts'
import {
  countUnconfirmed,
  countUnresolved,
  findResidence,
  listUnconfirmed,
  listWards,
  setResidences,
  type UnconfirmedPatient,
  type Ward,
} from './residences.store.ts'

export { isKnownWard, setResidences } from './residences.store.ts'

export type Residence = Place & { patientId: string }

export async function readResidence(ctx: Context, caller: Caller, patientId: string): Promise<Residence> {
  await getReadablePatient(ctx, caller, patientId)
  return { patientId, ...nowhere, ...(await findResidence(ctx.db, patientId)) }
}

/**
 * Sets the given parts of the place, clears those that are null, and keeps the others. A ward that no team
 * looks after, such as a misspelled one, could leave the patient without caregivers: that is refused with 409 unless it is
 * meant. Incidents of such a patient go to the admins. Into the ward of a team, its members and admins place people: 403. Whom
 * others have placed in a ward before it had a team is not looked after by it until one of those confirms the place by this.
 */
export async function changeResidence(
  ctx: Context,
  caller: Caller,
  patientId: string,
  change: ResidenceChange,
  { withoutCaregivers, confirm }: MoveConsent = { withoutCaregivers: false, confirm: false },
): Promise<Residence> {
  await getManageablePatient(ctx, caller, patientId)
  return ctx.db.transaction(async (tx) => {
    await lockTeams(tx)
    // The patient may be deleted, or somebody else may change the place, at the same time.
    if (!(await lockUser(tx, patientId))) throw refusal('PATIENT_NOT_FOUND')
    const before: Place = { ...nowhere, ...(await findResidence(tx, patientId)) }
    const given = Object.entries(change).filter(([, part]) => part !== undefined)
    const place: Place = { ...before, ...Object.fromEntries(given) }
    await assertMayMovePatient(tx, caller.actor, before, place)
    const isConfirmed = await mayConfirmWard(tx, caller.actor, place)
    const told = await findRecipients(ctx, tx, { patientId }, ctx.now())
    await setResidences(tx, [{ patientId, ...place, isConfirmed }], ctx.now())
    const unattended = await reconcileTeamAssignments(ctx, tx, caller, { patientIds: [patientId] })
    const isMoved = parts.some((part) => before[part] !== place[part])
    if (isMoved && !confirm) {
      const consequences = await findConsequences(ctx, tx, patientId, told)
      const { noLongerTold, isWorse, openIncidents, reachable } = consequences
      if (unattended.length > 0 && !withoutCaregivers) throw refusal('PLACE_WITHOUT_TEAM', { noLongerTold })
      if (openIncidents > 0 || (isWorse && !withoutCaregivers))
        throw refusal('MOVE_NEEDS_CONFIRMATION', { openIncidents, reachable, noLongerTold })
    }
    const message = `Changed ${given.map(([field]) => field).join(', ')}`
    await recordAuditEntry(ctx, tx, caller, { action: 'patient.moved', message, subjectId: patientId })
    await appendEvent(tx, { type: 'patient.changed', at: ctx.now(), patientId, subjectId: patientId })
    return { patientId, ...place }
  })
}

/** What whoever moves a patient says that they mean. */
export interface MoveConsent {
  /** Nobody may be left who looks after the patient. */
  withoutCaregivers: boolean
  /** An incident may be open, or nobody who can be reached may be in charge there. */
  confirm: boolean
}

const parts = ['site', 'ward', 'room'] as const

/** Compares who is told before a move with who is after it, in the transaction that has moved the patient. */
async function findConsequences(ctx: Context, tx: Db, patientId: string, before: Recipients) {
  const after = await findRecipients(ctx, tx, { patientId }, ctx.now())
  const gone = withoutPeople(before, after)
  const isInNewHands = withoutPeople(after, before).length > 0
  const reachable = countReachable(after)
  return {
    openIncidents: await countUnresolved(tx, patientId),
    reachable,
    /** Of those in charge nobody can be reached, and that is new: somebody could before, or others are in charge now. */
    isWorse: reachable === 0 && (countReachable(before) > 0 || gone.length > 0 || isInNewHands),
    noLongerTold: gone
      .map(({ name, relationship }) => (relationship ? `${name} (${relationship})` : name))
      .join(', '),
  }
}

const withoutPeople = ({ caregivers }: Recipients, others: Recipients) =>
  caregivers.filter(({ userId }) => !others.caregivers.some((other) => other.userId === userId))

const countReachable = ({ caregivers }: Recipients) =>
  caregivers.filter(({ helps, contacts }) => helps && contacts.length > 0).length

/** Who was placed in a ward by others than its team and admins: how many, and the first of them by name. */
export interface Unconfirmed {
  unconfirmedCount: number
  unconfirmed: UnconfirmedPatient[]
}

/** What an admin reads of a ward that has a team or a station. */
export async function readUnconfirmed(
  db: Db,
  { site, ward }: { site: string | null; ward: string | null },
): Promise<Unconfirmed> {
  if (ward === null) return { unconfirmedCount: 0, unconfirmed: [] }
  const unconfirmedCount = await countUnconfirmed(db, { site, ward })
  return {
    unconfirmedCount,
    unconfirmed: unconfirmedCount === 0 ? [] : await listUnconfirmed(db, { site, ward }),
  }
}

export function readWards(ctx: Context): Promise<Ward[]> {
  return listWards(ctx.db)
}
