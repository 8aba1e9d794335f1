import { type FallLevel, isLikelyFall } from '../../detection/levels/fall-level.ts'
import { severityOf } from '../../detection/levels/severity.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AlarmedDevice, subjectOf } from '../model/alarmed-device.ts'
import type { IncidentKind } from '../model/incident.ts'
import type { EntryData } from './entry-data.ts'
import { lockUnresolved } from './incidents.store.ts'
import { callForHelp } from './patient-acts.service.ts'
import { lockPeople } from './people.ts'
import { addEvidence, type RaiseOutcome, raiseIncident } from './raise-incident.ts'

/** What a device says of something that happened. */
export interface Said {
  at: Date
  /** Recorded a while after it happened. */
  late: boolean
  detail?: string | undefined
}

export type Raised = Pick<RaiseOutcome, 'id' | 'isNew'>

/** What a timeline says of it. */
export const circumstancesOf = ({ at, late, detail }: Said) => ({
  ...(detail !== undefined && { detail }),
  ...(late && { happenedAt: at.toISOString() }),
})

/** Prevents the deletion of the owner of a device until the transaction ends; false if they do not exist. */
export async function lockDeviceOwner(tx: Db, { userId }: Pick<AlarmedDevice, 'userId'>): Promise<boolean> {
  return userId === null || lockPeople(tx, [userId])
}

/** Raises the SOS of whoever pressed the button of a device, in a transaction that has locked its owner. */
export function callByEvent(ctx: Context, tx: Db, device: AlarmedDevice, said: Said): Promise<Raised> {
  const press = circumstancesOf(said)
  return callForHelp(ctx, tx, { ...subjectOf(device), deviceId: device.id, at: said.at, press })
}

/** Raises the incident of a fall that a shared device says it has seen; undefined below POTENTIAL. */
export async function raiseFallOfPlace(
  ctx: Context,
  tx: Db,
  device: AlarmedDevice,
  said: Said & { level: FallLevel; confidence: number },
): Promise<Raised | undefined> {
  const { level, confidence } = said
  if (!isLikelyFall(level)) return undefined
  return raiseIncident(ctx, tx, {
    ...{ kind: 'FALL', severity: severityOf(level) ?? 'MEDIUM', ...subjectOf(device), deviceId: device.id },
    reopens: true,
    evidence: { level, confidence, decidedBy: 'DEVICE' },
    data: { code: 'FALL_SAID_BY_DEVICE', level, ...circumstancesOf(said) },
  })
}

/** Raises the incident of a member of staff who asks for a colleague. */
export function callColleague(ctx: Context, tx: Db, device: AlarmedDevice, said: Said): Promise<Raised> {
  return raiseIncident(ctx, tx, {
    ...{ kind: 'STAFF_ASSIST', severity: 'HIGH', ...subjectOf(device), deviceId: device.id },
    reopens: true,
    isCall: true,
    data: { code: 'COLLEAGUE_REQUESTED', ...circumstancesOf(said) },
  })
}

/** What a device takes back is an entry only: a person confirms it. It returns the unresolved incident, if there is one. */
export async function takeBackByEvent(
  ctx: Context,
  tx: Db,
  device: AlarmedDevice,
  what: 'SOS' | 'FALL',
  said: Said,
): Promise<string | undefined> {
  const { patientId, shared } = subjectOf(device)
  const known = await lockUnresolved(tx, patientId, what satisfies IncidentKind, shared?.id)
  if (!known) return undefined
  const code = what === 'SOS' ? 'CALL_CANCELLED_BY_DEVICE' : 'FALL_CLEARED_BY_DEVICE'
  const { detail } = said
  await addEvidence(ctx, tx, known.id, { code, ...(detail !== undefined && { detail }) } satisfies EntryData)
  return known.id
}
