import type { IncidentKind } from '../model/incident.ts'

/** The type of the alerts of each kind of incident. */
export const alertTypes = {
  FALL: 'FALL_DETECTED',
  SOS: 'SOS',
  VITALS: 'VITAL_SIGNS',
  DEVICE_SILENT: 'DEVICE_SILENT',
  LOW_BATTERY: 'LOW_BATTERY',
} as const satisfies Record<IncidentKind, string>

export type AlertType = (typeof alertTypes)[IncidentKind]
