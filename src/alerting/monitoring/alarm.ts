import type { IncidentKind } from '../model/incident.ts'

/** The alarms of a device. */
export const alarms = ['HEART_RATE', 'SPO2', 'DEVICE_SILENT', 'LOW_BATTERY', 'FALSE_CALLS'] as const
export type Alarm = (typeof alarms)[number]

/** The kind of the incident that an alarm raises. */
export const kindOf: Record<Alarm, IncidentKind> = {
  HEART_RATE: 'VITALS',
  SPO2: 'VITALS',
  DEVICE_SILENT: 'DEVICE_SILENT',
  LOW_BATTERY: 'LOW_BATTERY',
  FALSE_CALLS: 'DEVICE_FAULT',
}

/** Lists the alarms that share an incident of a patient. */
export const alarmsOf = (kind: IncidentKind) => alarms.filter((alarm) => kindOf[alarm] === kind)

/** An alarm of a device that is raised now. */
export interface RaisedAlarm {
  alarm: Alarm
  urgent: boolean
  /** The silence after which the device counted as silent. */
  silentAfterSeconds: number | null
}
