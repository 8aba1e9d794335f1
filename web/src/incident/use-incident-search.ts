import { useNavigate, useSearch } from '@tanstack/react-router'
import { incidentKinds, incidentStates, unresolvedStates } from '../../../src/alerting/model/incident.ts'
import type { Incident, Kind } from './incident.ts'

/** The states that a filter stands for; the API lists unresolved ones unless it is asked for others. */
export const statesOf = {
  all: incidentStates,
  unresolved: unresolvedStates,
  resolved: ['RESOLVED'],
  cancelled: ['CANCELLED'],
} as const satisfies Record<string, readonly Incident['state'][]>

export type StateFilter = keyof typeof statesOf
export const stateFilters = Object.keys(statesOf) as StateFilter[]

export interface IncidentSearch {
  state: StateFilter
  kind: Kind | undefined
  patientId: string | undefined
  page: number
}

/** What is searched for; the address has it, so that going back from an incident returns to it. */
export function useIncidentSearch(): [IncidentSearch, (search: IncidentSearch) => void] {
  const given: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search: IncidentSearch = {
    state: stateFilters.find((state) => state === given.state) ?? 'all',
    kind: incidentKinds.find((kind) => kind === given.kind),
    patientId: typeof given.patientId === 'string' ? given.patientId : undefined,
    page: Number.isInteger(given.page) ? Math.max(1, Number(given.page)) : 1,
  }
  return [
    search,
    (changed) => {
      const { state, page, ...rest } = changed
      const shown = { ...rest, ...(state !== 'all' && { state }), ...(page > 1 && { page }) }
      void navigate({ to: '/incidents', search: shown as object, replace: true })
    },
  ]
}
