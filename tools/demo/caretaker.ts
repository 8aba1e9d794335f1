import { unresolvedStates } from '../../src/alerting/model/incident.ts'
import { type Api, Refused } from '../simulate/api.ts'
import { fullName } from '../simulate/names.ts'
import { type LiveIncident, readIncidentEvents } from './event-reader.ts'
import type { House } from './house/house.ts'

export interface CaretakerOptions {
  say(line: string): void
  signal: AbortSignal
  /** How long an incident may wait for an answer. */
  patienceSeconds?: number
}

export const defaultPatienceSeconds = 240

/** What somebody looking around has to answer; a low battery and a silent device stay, because they are there to be seen. */
const resolvable: readonly string[] = ['FALL', 'SOS', 'VITALS']

const maxLookEveryMs = 5000

/** Says what becomes of incidents, and resolves those that nobody answers, until the signal. */
export async function followIncidents(api: Api, house: House, options: CaretakerOptions): Promise<void> {
  const { say, signal, patienceSeconds = defaultPatienceSeconds } = options
  const known = new Map<string, LiveIncident>()
  // Carla looks after everybody.
  const carla = house.caregivers.at(-1)

  const onIncident = (incident: LiveIncident) => {
    const line = lineOf(incident, known.get(incident.id))
    if (line) say(line)
    if ((unresolvedStates as readonly string[]).includes(incident.state)) known.set(incident.id, incident)
    else known.delete(incident.id)
  }

  async function resolveUnanswered(): Promise<void> {
    const patience = Date.now() - patienceSeconds * 1000
    for (const { id, kind, state, openedAt, patientName } of known.values()) {
      if (!resolvable.includes(kind) || state !== 'OPEN' || Date.parse(openedAt) > patience) continue
      const outcome = kind === 'FALL' ? 'REAL_FALL' : kind === 'SOS' ? 'HELP_GIVEN' : 'OTHER'
      const note = 'Resolved by the demo, because nobody answered.'
      say(
        `nobody answered for ${patientName ?? 'the house'}: the demo sends ${carla ? fullName(carla) : 'somebody'}`,
      )
      const body = { outcome, note }
      await api
        .ask('POST', `/incidents/${id}/resolve`, { token: carla?.token, body, signal })
        .catch((error) => {
          // Somebody was faster, or all is over.
          if (!(error instanceof Refused) && !signal.aborted) throw error
        })
    }
  }

  const lookEveryMs = Math.min(maxLookEveryMs, patienceSeconds * 1000)
  const timer = setInterval(() => void resolveUnanswered().catch(() => {}), lookEveryMs)
  try {
    await readIncidentEvents(api.base, house.admin.token, signal, onIncident)
  } finally {
    clearInterval(timer)
  }
}

/** What has changed; the line of a detected fall comes from the wearable. */
function lineOf(incident: LiveIncident, before: LiveIncident | undefined): string | undefined {
  const { kind, state, severity, patientName, handledBy, outcome } = incident
  if (state === before?.state) return undefined
  const what = `${patientName ?? 'the house'}, ${kind}`
  switch (state) {
    case 'CHECKING':
      return `checking: ${what}: is asked “Are you fine?”`
    case 'OPEN':
      if (kind === 'FALL' && !before) return undefined
      return `open: ${what}, severity ${severity}`
    case 'ACKNOWLEDGED':
      return `acknowledged: ${what}: ${handledBy?.name ?? 'somebody'} is on it`
    case 'RESOLVED':
      return `resolved: ${what}${outcome ? `: ${outcome}` : ''}${handledBy?.name ? ` (${handledBy.name})` : ''}`
    case 'CANCELLED':
      return `cancelled: ${what}: says that all is well`
  }
}
