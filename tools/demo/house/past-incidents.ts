import { randomUUID } from 'node:crypto'
import type { EntryData, EntryType } from '../../../src/alerting/incidents/entry-data.ts'
import { insertEntry } from '../../../src/alerting/incidents/incident-timeline.store.ts'
import type { IncidentKind, IncidentState, Outcome } from '../../../src/alerting/model/incident.ts'
import type { Severity } from '../../../src/detection/levels/severity.ts'
import type { Db } from '../../../src/platform/db/database.ts'
import type { Account, HousePatient } from './house.ts'

/** What happened and what became of it, in seconds since it was opened. */
export interface PastIncident {
  patient: HousePatient
  kind: IncidentKind
  severity: Severity
  openedAt: Date
  state: Extract<IncidentState, 'ACKNOWLEDGED' | 'RESOLVED' | 'CANCELLED'>
  /** What began it, and what ended what ended by itself. */
  data: EntryData
  ending?: EntryData
  fallId?: string
  evidence?: object
  /** Who went; nobody for what ended by itself. */
  handler?: Account
  acknowledgedAfter?: number
  endedAfter?: number
  /** Until when whoever handles it may take, before it opens again. */
  handledUntil?: Date
  outcome?: Outcome
  injuries?: string
  note?: string
}

/** Writes an incident that is over, or that somebody handles, with its alerts and its timeline. */
export async function insertPastIncident(db: Db, past: PastIncident): Promise<string> {
  const { patient, kind, severity, openedAt, state, handler, outcome } = past
  const id = randomUUID()
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(openedAt.getTime() + seconds * 1000)
  const [acknowledgedAt, endedAt] = [after(past.acknowledgedAfter), after(past.endedAfter)]
  const isCancelled = state === 'CANCELLED'
  await db.query(
    `insert into incidents (id, kind, state, severity, patient_id, fall_id, device_id, opened_at, check_until,
       first_acknowledged_at, acknowledged_at, acknowledged_by, eta_minutes, eta_at, resolved_at, resolved_by, outcome,
       injuries, evidence, round, round_started_at, due_at, step)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $10::timestamptz + make_interval(mins => $12::int),
       $13, $14, $15, $16, $17, $18, $19, $20, 1)`,
    [
      id,
      kind,
      state,
      severity,
      patient.id,
      past.fallId ?? null,
      kind === 'FALL' && !past.fallId ? null : patient.wearable.id,
      openedAt,
      isCancelled ? after(30) : null,
      acknowledgedAt,
      acknowledgedAt && handler?.id,
      acknowledgedAt ? 5 : null,
      endedAt,
      endedAt && !isCancelled ? handler?.id : null,
      outcome ?? null,
      past.injuries ?? null,
      past.evidence ?? {},
      isCancelled ? 0 : 1,
      isCancelled ? null : openedAt,
      past.handledUntil ?? null,
    ],
  )
  await insertTimeline(db, id, past, { acknowledgedAt, endedAt })
  if (!isCancelled) await insertAlerts(db, id, past, acknowledgedAt ?? endedAt ?? openedAt)
  return id
}

async function insertTimeline(
  db: Db,
  incidentId: string,
  { patient, openedAt, state, handler, data, ending, note, outcome }: PastIncident,
  { acknowledgedAt, endedAt }: Record<'acknowledgedAt' | 'endedAt', Date | null>,
): Promise<void> {
  const add = (at: Date, type: EntryType, said: EntryData, actor?: Account) =>
    insertEntry(db, { incidentId, at, type, actorId: actor?.id, data: said })
  if (state === 'CANCELLED') {
    await add(openedAt, 'checking', data)
    if (endedAt) await add(endedAt, 'cancelled', { code: 'CHECK_ANSWERED' }, patient)
    return
  }
  await add(openedAt, 'opened', data)
  const told: EntryData = { code: 'STEP_TAKEN', step: 1, people: 1, channels: ['ntfy'], webhooks: false }
  await add(new Date(openedAt.getTime() + 400), 'told', told)
  if (acknowledgedAt) await add(acknowledgedAt, 'acknowledged', { code: 'ACKNOWLEDGED' }, handler)
  if (acknowledgedAt && !endedAt && note) await add(acknowledgedAt, 'note', { code: 'NOTE', note }, handler)
  const end: EntryData | undefined = outcome ? { code: 'RESOLVED', outcome, note } : ending
  if (endedAt && end) await add(endedAt, 'resolved', end, handler)
}

async function insertAlerts(
  db: Db,
  incidentId: string,
  { patient, fallId, openedAt }: PastIncident,
  answeredAt: Date,
): Promise<void> {
  for (const caregiver of patient.caregivers) {
    await db.query(
      `insert into alerts (id, fall_id, caregiver_id, patient_id, created_at, acknowledged_at, shown_at, incident_id)
       values ($1, $2, $3, $4, $5, $6, $5, $7)`,
      [randomUUID(), fallId ?? null, caregiver.id, patient.id, openedAt, answeredAt, incidentId],
    )
  }
}
