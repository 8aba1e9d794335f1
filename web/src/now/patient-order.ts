import type { PatientOverview } from '../api/queries.ts'

type Ordered = Pick<PatientOverview, 'patientId' | 'status'>

/** The worst first. */
const statusOrder: readonly PatientOverview['status'][] = [
  'INCIDENT',
  'SILENT',
  'LOW_BATTERY',
  'NO_DEVICE',
  'FINE',
]

/** Orders patients: those whom nobody has answered first, then those who are not fine. */
export const byNeed = (urgent: ReadonlySet<string | null>) => (a: Ordered, b: Ordered) =>
  Number(urgent.has(b.patientId)) - Number(urgent.has(a.patientId)) ||
  statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status)
