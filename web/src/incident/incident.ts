import { type Outcome, outcomes } from '../../../src/alerting/model/incident.ts'
import { mostUrgentFirst, type Severity } from '../../../src/detection/levels/severity.ts'
import type { Schema } from '../api/client.ts'

/** An incident as lists and live events show it. */
export type Incident = Schema<'Incident'>
export type IncidentDetail = Schema<'IncidentDetail'>

export type Kind = Incident['kind']
export type { Outcome, Severity }

export const isEnded = ({ state }: Pick<Incident, 'state'>) => state === 'RESOLVED' || state === 'CANCELLED'

/** Returns all outcomes; those that are likely come first. */
export const outcomesFrom = (...likely: Outcome[]): readonly Outcome[] => [
  ...likely,
  ...outcomes.filter((outcome) => !likely.includes(outcome)),
]

/** Whether it can wait: nobody is in danger. */
export const isNotice = ({ severity }: Pick<Incident, 'severity'>) => severity === 'LOW'

const deviceKinds: readonly Kind[] = ['DEVICE_SILENT', 'LOW_BATTERY', 'DEVICE_FAULT']

/** These kinds are about a device; a fall, a call for help and all others are about a person. */
export const isAboutPerson = ({ kind }: Pick<Incident, 'kind'>) => !deviceKinds.includes(kind)

/** What red is for: somebody may be in danger, and nobody has answered. */
export const needsHelpNow = (incident: Pick<Incident, 'kind' | 'severity' | 'state'>) =>
  incident.state === 'OPEN' && isAboutPerson(incident) && !isNotice(incident)

/** Whether nobody waits for help, nor for whoever is on the way; what is wrong with a device does not count. */
export const isCalm = (incidents: readonly Pick<Incident, 'kind' | 'state'>[]) =>
  !incidents.some((incident) => isAboutPerson(incident) && !isEnded(incident))

/** The colour of an incident, the same on every screen. */
export function toneOf(incident: Pick<Incident, 'kind' | 'severity' | 'state'>) {
  if (needsHelpNow(incident)) return 'urgent'
  if (isEnded(incident)) return 'neutral'
  return incident.state === 'OPEN' ? 'caution' : 'accent'
}

const stateOrder: Record<Incident['state'], number> = {
  OPEN: 0,
  CHECKING: 1,
  ACKNOWLEDGED: 2,
  RESOLVED: 3,
  CANCELLED: 3,
}

/** Orders incidents by severity, then the longest wait first, whether or not somebody is on them. */
export const bySeverity = (a: Incident, b: Incident): number =>
  mostUrgentFirst.indexOf(a.severity) - mostUrgentFirst.indexOf(b.severity) ||
  Date.parse(a.openedAt) - Date.parse(b.openedAt)

/** Orders incidents as the service does: unanswered before handled, then by severity, then the longest wait first. */
export function byUrgency(a: Incident, b: Incident): number {
  return stateOrder[a.state] - stateOrder[b.state] || bySeverity(a, b)
}

export interface IncidentGroups {
  unanswered: readonly Incident[]
  handled: readonly Incident[]
  notices: readonly Incident[]
}

export function groupIncidents(incidents: readonly Incident[]): IncidentGroups {
  const sorted = incidents.filter((incident) => !isEnded(incident)).sort(byUrgency)
  const urgent = sorted.filter((incident) => !isNotice(incident))
  return {
    unanswered: urgent.filter(({ state }) => state !== 'ACKNOWLEDGED'),
    handled: urgent.filter(({ state }) => state === 'ACKNOWLEDGED'),
    notices: sorted.filter(isNotice),
  }
}
