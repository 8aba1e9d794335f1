import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { reactivateAlerts } from '../recipients/create-alerts.ts'
import { audit, lockPeopleOf, lockUnresolved, viewOf } from './incident-acts.ts'
import * as timeline from './incident-timeline.store.ts'
import type { IncidentView } from './incident-view.ts'
import * as store from './incidents.store.ts'
import { lockPeople } from './people.ts'
import { recordAct, recordConsequence } from './people-entries.ts'
import { publishChange } from './publish-change.ts'
import { mustOpen, nobodyHandles, type RaiseOutcome, raiseIncident } from './raise-incident.ts'
import { tellAgain } from './repeated-call.ts'
import { openingChange } from './round.ts'

/** What a patient says, or presses, again and again within this time is said once. */
const sameCallMs = msPerMinute

/** sayFine is the patient's "I'm fine": within the check it cancels the incident, after it a caregiver confirms. */
export async function sayFine(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return asPatient(ctx, caller, id, async (tx, incident) => {
    if (await recordFine(ctx, tx, incident, caller.actor.id))
      await audit(ctx, tx, caller, incident, 'incident.fine', `The patient is fine: incident ${id}`)
  })
}

/** recordFine records that a patient is fine, by themselves or by the button of their device; false if they just said so. */
export async function recordFine(
  ctx: Context,
  tx: Db,
  incident: store.StoredIncident,
  actorId: string,
): Promise<boolean> {
  const at = ctx.now()
  const { id: incidentId, state, checkUntil } = incident
  // At the deadline the check has ended, whether or not the engine has noticed.
  const isInTime = state === 'CHECKING' && checkUntil !== null && at < checkUntil
  if (isInTime) {
    await store.updateIncident(tx, incidentId, {
      state: 'CANCELLED',
      resolvedAt: at,
      resolvedBy: actorId,
      checkUntil: null,
      dueAt: null,
    })
    const data = { code: 'CHECK_ANSWERED' } as const
    await timeline.insertEntry(tx, { incidentId, at, type: 'cancelled', actorId, data })
    return true
  }
  // Said again and again, it is one entry a minute, unless help was asked for in between.
  const { fineAt, helpAt } = incident
  if (fineAt && !(helpAt && helpAt >= fineAt) && isSameCall(fineAt, at)) return false
  await recordAct(tx, { incidentId, at, type: 'ok', actorId, data: { code: 'PATIENT_FINE' } })
  return true
}

/**
 * askForHelp is the patient's "I need help": it ends a check, opens an incident again that was acknowledged a while ago,
 * and tells people again who were told.
 */
export async function askForHelp(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return asPatient(ctx, caller, id, async (tx, incident) => {
    const at = ctx.now()
    if (hasJustCalled(incident, at)) return
    const data = { code: 'HELP_REQUESTED' } as const
    await recordAct(tx, { incidentId: id, at, type: 'help', actorId: caller.actor.id, data })
    await audit(ctx, tx, caller, incident, 'incident.help', `The patient asks for help: incident ${id}`)
    // The others end by themselves, and a call for help must not end with them.
    if (incident.kind !== 'FALL' && incident.kind !== 'SOS') return void (await raiseOwnSos(ctx, tx, caller))
    if (!mustOpen(incident, { reopens: true }, at)) return tellAgain(ctx, tx, incident, at)
    await store.updateIncident(tx, id, {
      ...(await openingChange(ctx, tx, incident, at)),
      ...nobodyHandles,
    })
    if (incident.state === 'CHECKING') return
    await recordConsequence(tx, { incidentId: id, at, type: 'reopened', data: { code: 'OPENED' } })
    await reactivateAlerts(tx, id)
  })
}

const isSameCall = (last: Date, at: Date) => at.getTime() - last.getTime() < sameCallMs

/**
 * hasJustCalled: the first call for help is the beginning of an SOS; one that ends a check is never a repetition, nor is one
 * after "I'm fine".
 */
function hasJustCalled(incident: store.StoredIncident, at: Date): boolean {
  const { kind, state, openedAt, fineAt, helpAt } = incident
  if (state === 'CHECKING') return false
  const last = helpAt ?? (kind === 'SOS' ? openedAt : null)
  return last !== null && !(fineAt && fineAt >= last) && isSameCall(last, at)
}

async function asPatient(
  ctx: Context,
  caller: Caller,
  id: string,
  act: (tx: Db, incident: store.StoredIncident) => Promise<void>,
): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    const { patientId } = await lockPeopleOf(tx, caller, id)
    if (patientId !== caller.actor.id) throw refusal('PATIENT_SAYS')
    const incident = await lockUnresolved(tx, id)
    await act(tx, incident)
    await publishChange(tx, 'incident.changed', incident, ctx.now())
    return viewOf(tx, id)
  })
}

export interface HelpCall {
  patientId: string
  deviceId?: string | null
  /** When the button was pressed. */
  at: Date
}

/** callForHelp raises the SOS of a patient; repeated while one is unresolved, it is the same. */
export async function callForHelp(
  ctx: Context,
  tx: Db,
  { patientId, deviceId = null, at }: HelpCall,
): Promise<Pick<RaiseOutcome, 'id' | 'isNew'>> {
  return raiseIncident(ctx, tx, {
    kind: 'SOS',
    severity: 'CRITICAL',
    patientId,
    deviceId,
    reopens: true,
    isCall: true,
    isSame: ({ evidence }) => Math.abs(at.getTime() - Date.parse(String(evidence.pressedAt))) < sameCallMs,
    evidence: { pressedAt: at.toISOString() },
    data: { code: deviceId ? 'BUTTON_PRESSED' : 'HELP_REQUESTED' },
  })
}

/** sendSos raises the SOS of the caller. */
export async function sendSos(ctx: Context, caller: Caller): Promise<{ view: IncidentView; isNew: boolean }> {
  const { id: patientId } = caller.actor
  return ctx.db.transaction(async (tx) => {
    if (!(await lockPeople(tx, [patientId]))) throw refusal('USER_NOT_FOUND')
    const { id, isNew } = await raiseOwnSos(ctx, tx, caller)
    return { view: await viewOf(tx, id), isNew }
  })
}

async function raiseOwnSos(
  ctx: Context,
  tx: Db,
  caller: Caller,
): Promise<Pick<RaiseOutcome, 'id' | 'isNew'>> {
  const { id: patientId } = caller.actor
  const sos = await callForHelp(ctx, tx, { patientId, at: ctx.now() })
  if (sos.isNew) await audit(ctx, tx, caller, { patientId }, 'incident.sos', `SOS raised incident ${sos.id}`)
  return sos
}
