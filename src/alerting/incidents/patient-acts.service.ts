import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerDay, msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { SharedDevice } from '../model/incident.ts'
import { publishChange } from '../model/incident-changes.ts'
import { reactivateAlerts } from '../recipients/recipients.service.ts'
import { openingChange } from './escalation-round.ts'
import { claimHelpCall, deleteOldHelpCalls, linkHelpCall } from './help-calls.store.ts'
import { audit, lockPeopleOf, lockUnresolved, viewOf } from './incident-acts.ts'
import * as timeline from './incident-timeline.store.ts'
import type { IncidentView } from './incident-view.ts'
import * as store from './incidents.store.ts'
import { lockPeople } from './people.ts'
import { recordAct, recordConsequence } from './people-entries.ts'
import { mustOpen, nobodyHandles, type RaiseOutcome, raiseIncident } from './raise-incident.ts'
import { tellAgain } from './repeated-call.ts'

/** What a page says of a call for help, which it repeats until it has an answer. */
export interface PatientCall {
  /** The same in every repetition. */
  callId?: string | undefined
  pressedAt?: Date | undefined
  /** Whose call it is: somebody else may have signed in to the same browser since. */
  patientId?: string | undefined
}

/** A call that took longer than this to arrive says when it was pressed. */
const lateMs = 10 * msPerSecond
/** Nobody repeats a call for longer. */
const rememberedMs = 90 * msPerDay
/** More than anybody makes in that time. */
const maxRemembered = 1000

/** What a patient says, or presses, again and again within this time is said once. */
const sameCallMs = msPerMinute

/** The patient's "I'm fine": within the check it cancels the incident, after it a caregiver confirms. */
export async function sayFine(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return asPatient(ctx, caller, id, async (tx, incident) => {
    if (await recordFine(ctx, tx, incident, caller.actor.id))
      await audit(ctx, tx, caller, incident, 'incident.fine', `The patient is fine: incident ${id}`)
  })
}

/** Records that a patient is fine, by themselves or by the button of their device; false if they just said so. */
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
 * The patient's "I need help": it ends a check, opens an incident again that was acknowledged a while ago,
 * and tells people again who were told.
 */
export async function askForHelp(
  ctx: Context,
  caller: Caller,
  id: string,
  call: PatientCall = {},
): Promise<IncidentView> {
  assertOwnCall(caller, call)
  return asPatient(ctx, caller, id, async (tx, incident) => {
    const at = ctx.now()
    if (await hasArrived(ctx, tx, caller, call)) return
    if (isOfPerson(incident)) await link(tx, caller, call, id)
    if (hasJustCalled(incident, at)) return
    const data = { code: 'HELP_REQUESTED', ...latePress(call, at) } as const
    await recordAct(tx, { incidentId: id, at, type: 'help', actorId: caller.actor.id, data })
    await audit(ctx, tx, caller, incident, 'incident.help', `The patient asks for help: incident ${id}`)
    // The others end by themselves, and a call for help must not end with them.
    if (!isOfPerson(incident)) {
      const sos = await raiseOwnSos(ctx, tx, caller, call)
      return link(tx, caller, call, sos.id)
    }
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

const isOfPerson = ({ kind }: store.StoredIncident) => kind === 'FALL' || kind === 'SOS'

function assertOwnCall({ actor }: Caller, { patientId }: PatientCall): void {
  if (patientId !== undefined && patientId !== actor.id) throw refusal('CALL_OF_OTHER')
}

async function claim(ctx: Context, tx: Db, patientId: string, id: string) {
  const at = ctx.now()
  const olderThan = new Date(at.getTime() - rememberedMs)
  await deleteOldHelpCalls(tx, { patientId, olderThan, kept: maxRemembered })
  return claimHelpCall(tx, { patientId, id, at })
}

/** True for a call that is sent again; it throws 409 for one that was called off meanwhile. */
async function hasArrived(
  ctx: Context,
  tx: Db,
  { actor }: Caller,
  { callId: id }: PatientCall,
): Promise<{ incidentId: string } | undefined> {
  if (id === undefined) return undefined
  const known = await claim(ctx, tx, actor.id, id)
  if (!known) return undefined
  const { incidentId } = known
  if (incidentId === null) throw refusal('CALL_CALLED_OFF')
  return { incidentId }
}

async function link(
  tx: Db,
  { actor }: Caller,
  { callId: id }: PatientCall,
  incidentId: string,
): Promise<void> {
  if (id !== undefined) await linkHelpCall(tx, { patientId: actor.id, id, incidentId })
}

/** When a call was pressed, by the page; a clock that is ahead does not count. */
const pressTime = ({ pressedAt }: PatientCall, now: Date) => (pressedAt && pressedAt < now ? pressedAt : now)

/** What the timeline says of a call that did not arrive at once. */
function latePress(call: PatientCall, now: Date): { pressedAt?: string } {
  const pressedAt = pressTime(call, now)
  return now.getTime() - pressedAt.getTime() > lateMs ? { pressedAt: pressedAt.toISOString() } : {}
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
  /** Null for a shared device. */
  patientId: string | null
  shared?: SharedDevice | null
  deviceId?: string | null
  /** When the button was pressed. */
  at: Date
  /** What the timeline says, unless the button of a device was pressed. */
  late?: { pressedAt?: string }
  /** What the timeline says of a button. */
  press?: { detail?: string | undefined; happenedAt?: string | undefined }
}

/** Raises the SOS of a patient; repeated while one is unresolved, it is the same. */
export async function callForHelp(
  ctx: Context,
  tx: Db,
  { patientId, shared = null, deviceId = null, at, late = {}, press = {} }: HelpCall,
): Promise<Pick<RaiseOutcome, 'id' | 'isNew'>> {
  return raiseIncident(ctx, tx, {
    kind: 'SOS',
    severity: 'CRITICAL',
    patientId,
    shared,
    deviceId,
    reopens: true,
    isCall: true,
    isSame: ({ evidence }) => Math.abs(at.getTime() - Date.parse(String(evidence.pressedAt))) < sameCallMs,
    evidence: { pressedAt: at.toISOString() },
    data: deviceId ? { code: 'BUTTON_PRESSED', ...press } : { code: 'HELP_REQUESTED', ...late },
  })
}

/** Raises the SOS of the caller. A call that has arrived before returns its incident, whatever became of it. */
export async function sendSos(
  ctx: Context,
  caller: Caller,
  call: PatientCall = {},
): Promise<{ view: IncidentView; isNew: boolean }> {
  assertOwnCall(caller, call)
  const { id: patientId } = caller.actor
  return ctx.db.transaction(async (tx) => {
    if (!(await lockPeople(tx, [patientId]))) throw refusal('USER_NOT_FOUND')
    const known = await hasArrived(ctx, tx, caller, call)
    if (known) return { view: await viewOf(tx, known.incidentId), isNew: false }
    const { id, isNew } = await raiseOwnSos(ctx, tx, caller, call)
    await link(tx, caller, call, id)
    return { view: await viewOf(tx, id), isNew }
  })
}

/**
 * Says that the patient is fine after a call that may not have arrived. If it has, its incident says so; if it has
 * not, it can no longer arrive. A later call for help stands.
 */
export async function callOff(
  ctx: Context,
  caller: Caller,
  callId: string,
  { at: givenAt, patientId: givenId }: { at?: Date | undefined; patientId?: string | undefined } = {},
): Promise<IncidentView | null> {
  assertOwnCall(caller, { patientId: givenId })
  const { id: patientId } = caller.actor
  return ctx.db.transaction(async (tx) => {
    if (!(await lockPeople(tx, [patientId]))) throw refusal('USER_NOT_FOUND')
    const now = ctx.now()
    const known = await claim(ctx, tx, patientId, callId)
    const message = known?.incidentId ? `Called off: incident ${known.incidentId}` : 'A call was called off'
    await audit(ctx, tx, caller, { patientId }, 'incident.called_off', message)
    if (!known?.incidentId) return null
    const incident = await store.lockIncident(tx, known.incidentId)
    const isOver = !incident || incident.state === 'RESOLVED' || incident.state === 'CANCELLED'
    if (!isOver && !hasCalledSince(incident, pressTime({ pressedAt: givenAt }, now))) {
      await recordFine(ctx, tx, incident, patientId)
      await publishChange(tx, 'incident.changed', incident, now)
    }
    return viewOf(tx, known.incidentId)
  })
}

function hasCalledSince({ helpAt, evidence }: store.StoredIncident, at: Date): boolean {
  const pressedAt = Date.parse(String(evidence.pressedAt))
  return (helpAt !== null && helpAt > at) || pressedAt > at.getTime()
}

async function raiseOwnSos(
  ctx: Context,
  tx: Db,
  caller: Caller,
  call: PatientCall,
): Promise<Pick<RaiseOutcome, 'id' | 'isNew'>> {
  const { id: patientId } = caller.actor
  const now = ctx.now()
  const sos = await callForHelp(ctx, tx, { patientId, at: pressTime(call, now), late: latePress(call, now) })
  if (sos.isNew) await audit(ctx, tx, caller, { patientId }, 'incident.sos', `SOS raised incident ${sos.id}`)
  return sos
}
