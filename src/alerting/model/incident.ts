import type { Place } from '../../accounts/residences/place.ts'
import type { Severity } from '../../detection/levels/severity.ts'

/** Schemas, texts, the console and tests take the kinds from here; a check in the database names them again. */
export const incidentKinds = [
  'FALL',
  'SOS',
  'VITALS',
  'DEVICE_SILENT',
  'LOW_BATTERY',
  'BED_EXIT',
  'WANDERING',
  'INACTIVITY',
  'STAFF_ASSIST',
  'DEVICE_FAULT',
] as const
export type IncidentKind = (typeof incidentKinds)[number]

export const incidentStates = ['CHECKING', 'OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED'] as const
export type IncidentState = (typeof incidentStates)[number]

export const outcomes = ['REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'TEST', 'HELP_GIVEN', 'OTHER'] as const
export type Outcome = (typeof outcomes)[number]

/** The SQL of the place of an incident: its own if it is of a shared device, else where the patient lives, as `residences`. */
export const incidentPlace = `coalesce(incidents.site, residences.site) as site,
  coalesce(incidents.ward, residences.ward) as ward, coalesce(incidents.room, residences.room) as room`

/** Those in which somebody still has to act; a patient has one such incident of each kind. */
export const unresolvedStates = ['CHECKING', 'OPEN', 'ACKNOWLEDGED'] as const satisfies IncidentState[]

/** The SQL condition for the same. */
export const isUnresolved = `incidents.state in (${unresolvedStates.map((state) => `'${state}'`).join(', ')})`

/** Those of a device instead of somebody: they wait for the morning, and never use the policy of an alarm. */
export const noticeKinds = [
  'DEVICE_SILENT',
  'LOW_BATTERY',
  'DEVICE_FAULT',
] as const satisfies readonly IncidentKind[]

/** Those that reports count: for which somebody had to come. */
export const reportedKinds = [
  'FALL',
  'SOS',
  'BED_EXIT',
  'WANDERING',
  'INACTIVITY',
  'STAFF_ASSIST',
] as const satisfies readonly IncidentKind[]

export const isNotice = (kind: IncidentKind) => noticeKinds.some((notice) => notice === kind)

/** A device that belongs to a place instead of a person, such as the door of a ward. */
export interface SharedDevice extends Place {
  id: string
}

/** A row of the table of incidents; it has a place of its own only if it is of a shared device. */
export interface Incident extends Place {
  id: string
  kind: IncidentKind
  state: IncidentState
  severity: Severity
  /** Null for an incident of a shared device, or of the installation. */
  patientId: string | null
  sharedDeviceId: string | null
  fallId: string | null
  deviceId: string | null
  openedAt: Date
  checkUntil: Date | null
  firstAcknowledgedAt: Date | null
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  etaMinutes: number | null
  etaAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
  outcome: Outcome | null
  injuries: string | null
  evidence: Record<string, unknown>
  round: number
  roundStartedAt: Date | null
  step: number
  releasedBy: string | null
  dueAt: Date | null
  /** When the patient last said that they are fine, after the time of the check. */
  fineAt: Date | null
  /** When the patient last asked for help since the incident began. */
  helpAt: Date | null
  /** When who handles it last asked for a second person. */
  assistanceAt: Date | null
}

/**
 * What saying "I’m on it" does: somebody handles the incident, goes there while staff are told all
 * the same, or joins who handles it and has asked for a second person.
 */
export const acknowledgementEffects = ['HANDLING', 'ATTENDING', 'JOINING'] as const
export type AcknowledgementEffect = (typeof acknowledgementEffects)[number]

/** The type of the alerts of each kind of incident. */
export const alertTypes = {
  FALL: 'FALL_DETECTED',
  SOS: 'SOS',
  VITALS: 'VITAL_SIGNS',
  DEVICE_SILENT: 'DEVICE_SILENT',
  LOW_BATTERY: 'LOW_BATTERY',
  BED_EXIT: 'BED_EXIT',
  WANDERING: 'WANDERING',
  INACTIVITY: 'INACTIVITY',
  STAFF_ASSIST: 'STAFF_ASSIST',
  DEVICE_FAULT: 'DEVICE_FAULT',
} as const satisfies Record<IncidentKind, string>

export type AlertType = (typeof alertTypes)[IncidentKind]
