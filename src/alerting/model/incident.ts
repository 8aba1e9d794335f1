import type { Severity } from '../../detection/levels/severity.ts'

export const incidentKinds = ['FALL', 'SOS', 'VITALS', 'DEVICE_SILENT', 'LOW_BATTERY'] as const
export type IncidentKind = (typeof incidentKinds)[number]

export const incidentStates = ['CHECKING', 'OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED'] as const
export type IncidentState = (typeof incidentStates)[number]

export const outcomes = ['REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'TEST', 'HELP_GIVEN', 'OTHER'] as const
export type Outcome = (typeof outcomes)[number]

/** Those in which somebody still has to act; a patient has one such incident of each kind. */
export const unresolvedStates = ['CHECKING', 'OPEN', 'ACKNOWLEDGED'] as const satisfies IncidentState[]

/** The SQL condition for the same. */
export const isUnresolved = `incidents.state in (${unresolvedStates.map((state) => `'${state}'`).join(', ')})`

/** A row of the table of incidents. */
export interface Incident {
  id: string
  kind: IncidentKind
  state: IncidentState
  severity: Severity
  /** Null for an incident of the installation. */
  patientId: string | null
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
} as const satisfies Record<IncidentKind, string>

export type AlertType = (typeof alertTypes)[IncidentKind]
