import type { Schema } from '../api/client.ts'

export type Incident = Schema<'Incident'>

/** The kinds that are about the person; the others are about a device. */
const aboutPerson: ReadonlySet<Incident['kind']> = new Set(['FALL', 'SOS', 'VITALS'])

const urgency: Record<Incident['state'], number> = {
  CHECKING: 0,
  OPEN: 1,
  ACKNOWLEDGED: 2,
  RESOLVED: 3,
  CANCELLED: 3,
}

/** incidentOfMine is the one to show of somebody's unresolved incidents: what waits for an answer comes first. */
export function incidentOfMine(incidents: readonly Incident[]): Incident | undefined {
  return incidents
    .filter(({ kind }) => aboutPerson.has(kind))
    .toSorted((a, b) => urgency[a.state] - urgency[b.state] || b.openedAt.localeCompare(a.openedAt))[0]
}

/** hasDeviceProblem is whether one of the incidents says so of a device. */
export const hasDeviceProblem = (
  incidents: readonly Incident[],
  kind: 'DEVICE_SILENT' | 'LOW_BATTERY',
): boolean => incidents.some((incident) => incident.kind === kind)
