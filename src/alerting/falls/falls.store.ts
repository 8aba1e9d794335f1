import type { Evidence } from '../../detection/fall-event.ts'
import { type FallLevel, isLikely } from '../../detection/levels/fall-level.ts'
import type { Motion, Vector } from '../../detection/motion.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { PersonName } from '../model/acting-person.ts'
import type { IncidentState, Outcome } from '../model/incident.ts'
import { countFalls } from './fall-counts.store.ts'
import {
  type FallItem,
  type FallSource,
  fallItemColumns,
  fallSorts,
  fallSource,
  isOfDevice,
  responded,
  responseTime,
} from './fall-item.ts'
import type { FallCount } from './fall-statistics.ts'

export interface NewFall {
  id: string
  userId: string
  deviceId: string | null
  confidence: number
  status: FallLevel
  location: string | null
  witnessed: boolean | null
  injuries: string | null
  motion: Motion | null
  evidence: Evidence | null
  late: boolean
  createdAt: Date
  /** When the service recorded a late fall. */
  reportedAt: Date | null
  /** A device says so that decides by itself. */
  isVerdict?: boolean
}

export async function insertFall(tx: Db, fall: NewFall): Promise<void> {
  await tx.query(
    `insert into falls (id, user_id, device_id, confidence, status, location, witnessed, injuries, accel, gyro,
                        evidence, late, created_at, updated_at, reported_at, device_verdict)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15)`,
    [
      fall.id,
      fall.userId,
      fall.deviceId,
      fall.confidence,
      fall.status,
      fall.location,
      fall.witnessed,
      fall.injuries,
      fall.motion && vector(fall.motion.accel),
      fall.motion && vector(fall.motion.gyro),
      fall.evidence,
      fall.late,
      fall.createdAt,
      fall.reportedAt,
      fall.isVerdict ?? false,
    ],
    'insert-fall',
  )
}

const vector = (values: Vector) => [...values]

/** Prevents the deletion of an account until the transaction ends; false if it does not exist. */
export async function lockPerson(tx: Db, userId: string): Promise<boolean> {
  const rows = await tx.query('select 1 from users where id = $1 for key share', [userId], 'lock-person')
  return rows.length > 0
}

/**
 * Also serializes recording falls of a device until the transaction ends; false if one of the two
 * does not exist. The person is locked before the device, as in a deletion, to avoid deadlocks.
 */
export async function lockPersonAndDevice(tx: Db, userId: string, deviceId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from users join devices on devices.id = $2 where users.id = $1
     for key share of users for no key update of devices`,
    [userId, deviceId],
    'lock-person-and-device',
  )
  return rows.length > 0
}

export interface KnownFall {
  id: string
  confidence: number
  status: FallLevel
  incidentId: string | null
}

/** Returns the fall that a device detected within `withinMs` of a time. */
export async function findFallNear(db: Db, deviceId: string, at: Date, withinMs: number) {
  const [fall] = await db.query<KnownFall>(
    `select id, confidence, status, incident_id as "incidentId" from falls
     where device_id = $1 and created_at between $2 and $3
     order by created_at desc limit 1`,
    [deviceId, new Date(at.getTime() - withinMs), new Date(at.getTime() + withinMs)],
    'find-fall-near',
  )
  return fall
}

/** Raises a fall by what its device says; there is no motion to look at. */
export async function raiseVerdict(
  db: Db,
  { id, confidence, status, at }: { id: string; confidence: number; status: FallLevel; at: Date },
): Promise<void> {
  await db.query('update falls set confidence = $2, status = $3, updated_at = $4 where id = $1', [
    ...[id, confidence, status, at],
  ])
}

export interface StrongerEvidence {
  id: string
  confidence: number
  status: FallLevel
  motion: Motion
  evidence: Evidence
  at: Date
  /** When the service recorded a level that was reached late. */
  reportedAt: Date | null
}

export async function raiseFall(
  db: Db,
  { id, confidence, status, motion, evidence, at, reportedAt }: StrongerEvidence,
): Promise<void> {
  await db.query(
    `update falls set confidence = $2, status = $3, accel = $4, gyro = $5, evidence = $6, updated_at = $7,
                      reported_at = coalesce($8, reported_at)
     where id = $1`,
    [id, confidence, status, vector(motion.accel), vector(motion.gyro), evidence, at, reportedAt],
    'raise-fall',
  )
}

export async function setEvidence(db: Db, id: string, evidence: Evidence): Promise<void> {
  await db.query('update falls set evidence = $2 where id = $1', [id, evidence])
}

export interface Flag {
  at: Date
  by: string | null
  /** Undefined keeps the existing note. */
  note: string | null | undefined
}

/** Keeps the flags of a deleted admin, without their name and note. */
export async function anonymizeFlagsBy(tx: Db, userId: string): Promise<void> {
  await tx.query('update falls set flagged_by = null, flag_note = null where flagged_by = $1', [userId])
}

export async function flagFall(tx: Db, id: string, { at, by, note }: Flag): Promise<void> {
  await tx.query(
    `update falls set flagged_at = $2, flagged_by = $3, flag_note = case when $4 then $5 else flag_note end
     where id = $1`,
    [id, at, by, note !== undefined, note ?? null],
  )
}

export interface FallDetail extends Omit<NewFall, 'motion' | 'late' | 'reportedAt' | 'isVerdict'> {
  accel: number[] | null
  gyro: number[] | null
  updatedAt: Date
  source: FallSource
  /** Who reported it for the patient. */
  reportedBy: PersonName | null
}

export async function findFall(db: Db, id: string): Promise<FallDetail | undefined> {
  const [fall] = await db.query<FallDetail>(
    `select id, user_id as "userId", (select id from devices where id = falls.device_id) as "deviceId", confidence, status,
            location, witnessed, injuries, accel, gyro, evidence, created_at as "createdAt", updated_at as "updatedAt",
            ${fallSource} as source,
            case when reported_by is not null then json_build_object('id', reported_by,
              'name', (select first_name || ' ' || last_name from users where users.id = falls.reported_by)) end as "reportedBy"
     from falls where id = $1`,
    [id],
  )
  return fall
}

export interface FallFilter {
  since: Date
  status?: FallLevel | undefined
}

/**
 * A fall with what became of its incident; null for a fall that nobody had to answer. The id is null if
 * the incident was deleted.
 */
export interface FallOfPatient extends FallItem {
  incident: { id: string | null; state: IncidentState; outcome: Outcome | null } | null
}

export function listFalls(
  db: Db,
  userId: string,
  { since, status }: FallFilter,
  page: Page,
): Promise<PageResult<FallOfPatient>> {
  return listPage(
    db,
    {
      columns: `${fallItemColumns}, case when result.id is not null
        then json_build_object('id', result.incident_id, 'state', result.state, 'outcome', result.outcome) end as incident`,
      from: 'falls',
      joins: 'left join incident_results as result on result.id = falls.incident_id',
      where: 'falls.user_id = $1 and falls.created_at >= $2 and ($3::text is null or falls.status = $3)',
      values: [userId, since, status],
      id: 'falls.id',
      sorts: fallSorts,
    },
    page,
  )
}

/** Counts the falls of a person from POTENTIAL on, by quarters of an hour and the outcome of their incident. */
export function countLikelyFalls(db: Db, userId: string, since: Date): Promise<FallCount[]> {
  return db.query(
    `select date_bin('15 minutes', created_at, '1970-01-01T00:00:00Z') as at, outcome, not ${isOfDevice} as "isReported",
            count(*)::int as count
     from falls left join incident_results as result on result.id = falls.incident_id
     where user_id = $1 and created_at >= $2 and ${isLikely}
     group by 1, 2, 3`,
    [userId, since],
  )
}

export type RecentFall = Omit<FallItem, 'responded' | 'source'> & {
  source: FallSource | null
  responded: boolean | null
  userId: string | null
  patientName: string | null
}

/** Shows a caregiver only basic data of patients who are not assigned to them. */
export function listRecentFalls(
  db: Db,
  since: Date,
  caregiverId: string | null,
  page: Page,
): Promise<PageResult<RecentFall>> {
  const open = '($2::uuid is null or falls.user_id = $2 or assignments.patient_id is not null)'
  const shown = (expression: string) => `case when ${open} then ${expression} end`
  return listPage(
    db,
    {
      columns: `falls.id, falls.confidence, falls.status, falls.created_at as "createdAt",
                ${shown(fallSource)} as source, ${shown('falls.location')} as location, ${shown(responded)} as responded,
                ${shown(responseTime)} as "responseTime", ${shown('falls.user_id')} as "userId",
                ${shown("users.first_name || ' ' || users.last_name")} as "patientName"`,
      from: 'falls',
      joins: `join users on users.id = falls.user_id
              left join assignments on assignments.patient_id = falls.user_id and assignments.caregiver_id = $2`,
      where: 'falls.created_at >= $1',
      values: [since, caregiverId],
      id: 'falls.id',
      sorts: fallSorts,
      total: () => countFalls(db, { from: since }),
    },
    page,
  )
}
