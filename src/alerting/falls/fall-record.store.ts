import { joinResidenceAt, type Place, placeColumns } from '../../accounts/residences/place.ts'
import type { FallLevel } from '../../detection/levels/fall-level.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ActingPerson, actingPerson } from '../model/acting-person.ts'
import { type FallSource, fallSource } from './fall-item.ts'
import type { RecordDetails, RecordVersion } from './fall-record.ts'

export interface NewReportedFall {
  id: string
  userId: string
  reportedBy: string
  confidence: number
  status: FallLevel
  recordedAt: Date
}

/** Returns false, and changes nothing, if the person has reported a fall of this patient at this time. */
export async function insertReportedFall(
  tx: Db,
  { id, userId, reportedBy, confidence, status, recordedAt }: NewReportedFall,
  { occurredAt, location, witnessed, injuries }: RecordDetails,
  isLate: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into falls (id, user_id, confidence, status, location, witnessed, injuries, late, created_at, updated_at,
                        reported_at, reported_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     on conflict do nothing
     returning 1`,
    [
      id,
      userId,
      confidence,
      status,
      location,
      witnessed,
      injuries,
      isLate,
      occurredAt,
      recordedAt,
      reportedBy,
    ],
  )
  return rows.length > 0
}

/** The fall of a patient that a person reported for a time. */
export async function findReportedFall(
  db: Db,
  { userId, reportedBy, occurredAt }: { userId: string; reportedBy: string; occurredAt: Date },
): Promise<string | undefined> {
  const [fall] = await db.query<{ id: string }>(
    'select id from falls where user_id = $1 and reported_by = $2 and created_at = $3',
    [userId, reportedBy, occurredAt],
  )
  return fall?.id
}

/** Changes what lists and reports show of a fall. */
export async function updateDocumentedFall(
  tx: Db,
  id: string,
  { occurredAt, location, witnessed, injuries }: RecordDetails,
): Promise<void> {
  await tx.query(
    'update falls set created_at = $2, location = $3, witnessed = $4, injuries = $5 where id = $1',
    [id, occurredAt, location, witnessed, injuries],
  )
}

/** A fall with what its record needs to know of it. */
export interface DocumentedFall
  extends Place,
    Pick<RecordDetails, 'occurredAt' | 'location' | 'witnessed' | 'injuries'> {
  fallId: string
  patientId: string
  patientName: string
  dateOfBirth: string | null
  level: FallLevel
  source: FallSource
  reportedBy: ActingPerson | null
  incidentId: string | null
}

/** Includes the place where the patient lived at the time. */
export async function findDocumentedFall(db: Db, id: string): Promise<DocumentedFall | undefined> {
  const [fall] = await db.query<DocumentedFall>(
    `select falls.id as "fallId", falls.user_id as "patientId",
            patient.first_name || ' ' || patient.last_name as "patientName",
            to_char(patient.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", ${placeColumns}, falls.status as level,
            ${fallSource} as source,
            ${actingPerson('falls.reported_by', 'falls.user_id')} as "reportedBy",
            (select incidents.id from incidents where incidents.id = falls.incident_id) as "incidentId",
            falls.created_at as "occurredAt", falls.location, falls.witnessed, falls.injuries
     from falls join users as patient on patient.id = falls.user_id
     ${joinResidenceAt('falls.user_id', 'falls.created_at')}
     where falls.id = $1`,
    [id],
  )
  return fall
}

/** Keeps a fall, and its record, as they are until the transaction ends. */
export async function lockFall(tx: Db, id: string): Promise<void> {
  await tx.query('select from falls where id = $1 for no key update', [id])
}

export interface NewRecordVersion {
  fallId: string
  version: number
  at: Date
  authorId: string
  station: string | undefined
  details: RecordDetails
}

export async function insertRecordVersion(tx: Db, record: NewRecordVersion): Promise<void> {
  const { fallId, version, at, authorId, station, details } = record
  await tx.query(
    'insert into fall_records (fall_id, version, at, author_id, station, details) values ($1, $2, $3, $4, $5, $6)',
    [fallId, version, at, authorId, station ?? null, JSON.stringify(details)],
  )
}

interface VersionRow extends Pick<RecordVersion, 'version' | 'at' | 'by' | 'station'> {
  details: Omit<RecordDetails, 'occurredAt'> & { occurredAt: string }
}

/** Returns all versions of the record of a fall, the newest last. */
export async function listRecordVersions(db: Db, fallId: string): Promise<RecordVersion[]> {
  const rows = await db.query<VersionRow>(
    `select version, at, station, details, ${actingPerson('author_id', 'falls.user_id')} as by
     from fall_records join falls on falls.id = fall_id
     where fall_id = $1 order by version`,
    [fallId],
  )
  return rows.map(({ details, ...row }) => ({
    ...details,
    ...row,
    // JSON has no dates.
    occurredAt: new Date(details.occurredAt),
  }))
}
