import type { Schema } from '../api/client.ts'
import { isAboutPerson } from '../incident/incident.ts'

export type Incident = Schema<'Incident'>

/** How long an answer to "I'm fine" is shown: later it would speak of another time. */
export const thanksMs = 60_000

const urgency: Record<Incident['state'], number> = {
  CHECKING: 0,
  OPEN: 1,
  ACKNOWLEDGED: 2,
  RESOLVED: 3,
  CANCELLED: 3,
}

/** A fall or a call, before what others watch of them. */
const isCall = ({ kind }: Incident) => kind === 'FALL' || kind === 'SOS'

/** The one to show of somebody's unresolved incidents: what waits for an answer comes first. */
export function incidentOfMine(incidents: readonly Incident[]): Incident | undefined {
  return (
    incidents
      // A colleague who is asked for helps the staff.
      .filter((incident) => isAboutPerson(incident) && incident.kind !== 'STAFF_ASSIST')
      .toSorted(
        (a, b) =>
          urgency[a.state] - urgency[b.state] ||
          Number(isCall(b)) - Number(isCall(a)) ||
          b.openedAt.localeCompare(a.openedAt),
      )[0]
  )
}

/** Whether the patient said so after they last asked for help. */
export const hasSaidFine = ({ fineAt, helpAt }: Pick<Incident, 'fineAt' | 'helpAt'>): boolean =>
  fineAt !== null && (helpAt === null || fineAt > helpAt)

/** Whether one of the incidents says so of the device, or of all of them if one is not given. */
export const hasDeviceProblem = (
  incidents: readonly Incident[],
  kind: 'DEVICE_SILENT' | 'LOW_BATTERY',
  deviceId?: string,
): boolean =>
  incidents.some(
    (incident) => incident.kind === kind && (deviceId === undefined || incident.deviceId === deviceId),
  )
