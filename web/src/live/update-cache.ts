import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { PatientOverview } from '../api/queries.ts'
import type { LiveEvent, PatientUpdate } from './live-events.ts'
import { wasReadBefore } from './live-status.ts'

type Incident = Schema<'Incident'>

const isUnresolved = ({ state }: Pick<Incident, 'state'>) => state !== 'RESOLVED' && state !== 'CANCELLED'

/** Changes what the cache knows by an event; what it cannot change itself is read again if it is shown. */
export function updateCache(client: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'incident.opened':
    case 'incident.changed':
      changeIncident(client, event.data)
      break
    case 'patients.seen':
      changeOverview(client, new Map(event.data.patients.map((patient) => [patient.patientId, patient])))
      break
    case 'message.received':
      readAgain(client, { queryKey: keys.messages })
      break
    case 'messages.read':
      // The tab that marked them knows; another reads them when it shows them next.
      void client.invalidateQueries({ queryKey: keys.messages, refetchType: 'none' })
      break
    case 'contacts.changed':
      readAgain(client, { queryKey: keys.contacts })
      break
    case 'patient.changed':
      // Vital signs are in charts, incidents and traces; the place is on tiles.
      for (const queryKey of [keys.patient(event.data.id), keys.overview, ['incident'], ['trace']])
        readAgain(client, { queryKey })
      break
    case 'shares.changed':
      readAgain(client, { queryKey: [...keys.patient(event.data.id), 'access'] })
      break
    case 'notes.changed':
      readAgain(client, { queryKey: keys.notes(event.data.id) })
      break
    case 'handover.added':
      readAgain(client, { queryKey: [...keys.teams, event.data.teamId, 'handovers'] })
      readAgain(client, { queryKey: keys.shiftSummary })
      break
    case 'nearby.changed':
      readAgain(client, { queryKey: keys.nearby })
      break
    case 'device.changed':
      readAgain(client, { queryKey: keys.devices })
      // Which devices somebody has is in their own profile.
      readAgain(client, { queryKey: keys.patient('me') })
      break
    case 'reset':
      // Events were missed: whatever is shown may be old.
      readAgain(client, {})
      break
    case 'ready':
      // A stream that was not resumed: what was read before it began may be old, apart from who is signed in; what could
      // not be read can be now. What has waited for the stream is on its way.
      readAgain(client, {
        predicate: ({ queryKey, state }) =>
          (state.data !== undefined || state.status === 'error' || wasReadBefore()) &&
          queryKey[0] !== keys.me[0],
      })
      break
  }
}

/** Whose first answer is on its way, and may be older than an event. */
const outdated = new WeakSet<Query>()

/**
 * Reads what is shown again. A request that is on its way is replaced, apart from the first one: its answer is
 * better than nothing, and is followed by a newer one.
 */
function readAgain(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || outdated.has(query)) continue
    outdated.add(query)
    const again = () => {
      outdated.delete(query)
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    // Once the cache has the answer, which is later than the promise.
    query.promise?.catch(() => {}).finally(() => setTimeout(again))
  }
  void client.invalidateQueries(filters)
}

function changeIncident(client: QueryClient, incident: Incident): void {
  // An answer that is on its way may be older than the event, and a list that is not known cannot be changed.
  for (const queryKey of [keys.unresolved, keys.overview])
    if (client.getQueryData(queryKey) === undefined || client.isFetching({ queryKey }) > 0)
      readAgain(client, { queryKey })
  client.setQueryData<Incident[]>(keys.unresolved, (known) => {
    if (!known) return known
    const others = known.filter(({ id }) => id !== incident.id)
    return isUnresolved(incident) ? [incident, ...others] : others
  })
  changeTile(client, incident)
  // The detail has a timeline, which the event does not contain.
  readAgain(client, { queryKey: keys.incident(incident.id) })
  // Lists of resolved incidents have filters and pages.
  readAgain(client, {
    predicate: ({ queryKey }) => queryKey[0] === keys.incidents[0] && queryKey[1] !== keys.unresolved[1],
  })
}

const statusOf = {
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
} as const satisfies Record<Incident['kind'], string | null>
const urgency = ['INCIDENT', 'SILENT', 'LOW_BATTERY'] as const

/** Shows the worst that is the case; when an incident has ended, the service says what that is. */
function changeTile(client: QueryClient, { id, kind, patientId, openedAt, ...incident }: Incident): void {
  if (!isUnresolved(incident)) {
    readAgain(client, { queryKey: keys.overview })
    return
  }
  const status = statusOf[kind]
  // A device that calls by mistake says nothing about the patient.
  if (status === null) return
  const isWorse = (known: PatientUpdate['status']) =>
    !urgency.slice(0, urgency.indexOf(status)).some((each) => each === known)
  client.setQueryData<PatientOverview[]>(keys.overview, (known) =>
    known?.map((patient) =>
      patient.patientId === patientId && patient.openIncidentId !== id && isWorse(patient.status)
        ? { ...patient, status, since: openedAt, openIncidentId: id }
        : patient,
    ),
  )
}

function changeOverview(client: QueryClient, seen: ReadonlyMap<string, PatientUpdate>): void {
  client.setQueryData<PatientUpdate[]>(keys.overview, (known) =>
    known?.map((patient) => ({ ...patient, ...seen.get(patient.patientId) })),
  )
}
