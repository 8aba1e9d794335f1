import { type IncidentKind, incidentKinds } from '../../alerting/model/incident.ts'
import { deviceStatus } from '../../telemetry/devices/device-status.ts'

export const overviewStatuses = ['INCIDENT', 'SILENT', 'LOW_BATTERY', 'NO_DEVICE', 'FINE'] as const
/** What the viewer is to a patient: a relative who counts as a helper acts as staff do, but for what they may change. */
export const overviewStandings = ['STAFF', 'RELATIVE', 'HELPING_RELATIVE'] as const
export type OverviewStanding = (typeof overviewStandings)[number]

export type OverviewStatus = (typeof overviewStatuses)[number]

/** The data that the overview of a patient is made of. */
export interface OverviewSigns {
  /** The most important unresolved incident. */
  incident: { id: string; kind: IncidentKind; openedAt: Date } | null
  /** Since when a device of theirs is silent, or its battery low; null if none is. */
  silentSince: Date | null
  lowBatterySince: Date | null
  devices: { lastSeen: Date; battery: number | null; disabled: boolean }[]
}

/** How a patient is doing, in one line. */
export interface PatientOverview {
  status: OverviewStatus
  since: Date | null
  lastReadingAt: Date | null
  battery: number | null
  openIncidentId: string | null
}

/** Null for what says nothing about the patient. */
const statusOf: Record<IncidentKind, OverviewStatus | null> = {
  FALL: 'INCIDENT',
  SOS: 'INCIDENT',
  VITALS: 'INCIDENT',
  DEVICE_SILENT: 'SILENT',
  LOW_BATTERY: 'LOW_BATTERY',
  BED_EXIT: 'INCIDENT',
  WANDERING: 'INCIDENT',
  INACTIVITY: 'INCIDENT',
  STAFF_ASSIST: 'INCIDENT',
  DEVICE_FAULT: null,
}
export const overviewKinds = incidentKinds.filter((kind) => statusOf[kind] !== null)

/**
 * Shows the worst that is the case. A silent device or a low battery counts also without an incident:
 * somebody may have resolved it, or many devices that are silent at once have a common one.
 */
export function patientOverview(signs: OverviewSigns, now: Date): PatientOverview {
  const { incident, silentSince, lowBatterySince, devices } = signs
  const of = (status: OverviewStatus) =>
    incident && statusOf[incident.kind] === status ? incident : undefined
  const causes: [OverviewStatus, Date | undefined | null][] = [
    ['INCIDENT', of('INCIDENT')?.openedAt],
    ['SILENT', earliest(silentSince, of('SILENT')?.openedAt)],
    ['LOW_BATTERY', earliest(lowBatterySince, of('LOW_BATTERY')?.openedAt)],
  ]
  const [status, since] = causes.find(([, began]) => began) ?? [
    devices.every(({ disabled }) => disabled) ? 'NO_DEVICE' : 'FINE',
    null,
  ]
  const isLive = (device: (typeof devices)[number]) =>
    ['ACTIVE', 'INACTIVE'].includes(deviceStatus(device, now))
  const batteries = devices.filter(isLive).flatMap(({ battery }) => battery ?? [])
  const seen = devices.map(({ lastSeen }) => lastSeen.getTime())
  return {
    status,
    since: since ?? null,
    lastReadingAt: seen.length > 0 ? new Date(Math.max(...seen)) : null,
    battery: batteries.length > 0 ? Math.min(...batteries) : null,
    openIncidentId: of(status)?.id ?? null,
  }
}

function earliest(a: Date | null, b: Date | undefined): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b ?? null)
}
