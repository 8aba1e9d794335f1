import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createEventSource } from 'eventsource-client'
import { useEffect } from 'react'
import { ApiError, api, consoleHeaders, request, type Schema } from '../api/client.ts'
import { readServiceTime } from '../live/service-clock.ts'

export type StationIncident = Schema<'Incident'>
export type StationPatient = Schema<'PatientOverview'>

const key = (...rest: string[]) => ['station', ...rest]

/** A wall screen stays right also while the line is lost. */
const refetchInterval = 15_000

export const stationQuery = queryOptions({
  queryKey: key('self'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/station', { signal }))).data,
  retry: false,
  // A tablet that is not signed in waits for its code.
  refetchInterval: ({ state: { error } }) =>
    error instanceof ApiError && error.status === 401 ? false : 60_000,
})

export const stationOverviewQuery = queryOptions({
  queryKey: key('overview'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/station/overview', { signal }))).data,
  refetchInterval,
})

export const stationIncidentsQuery = queryOptions({
  queryKey: key('incidents'),
  // A page has 100 of them; a screen that counts them must know all.
  queryFn: async ({ signal }) => {
    const all: StationIncident[] = []
    for (let page = 1; ; page++) {
      const params = { query: { page } }
      const { data, pagination } = await request(api.GET('/api/station/incidents', { signal, params }))
      all.push(...data)
      if (page >= pagination.totalPages) return all
    }
  },
  refetchInterval,
})

/** Reads the lists again whenever an incident of the ward changes. */
export function useStationEvents(): void {
  const client = useQueryClient()
  useEffect(() => {
    const readAgain = () => {
      for (const name of ['overview', 'incidents']) void client.invalidateQueries({ queryKey: key(name) })
    }
    const source = createEventSource({
      url: new URL('/api/station/events', location.origin),
      headers: consoleHeaders,
      credentials: 'same-origin',
      onMessage: readAgain,
      onConnect: readAgain,
      // The clock of a tablet may be wrong.
      onComment: readServiceTime,
    })
    return () => source.close()
  }, [client])
}

/** Reads everything of the station again, after it has signed in or acted. */
export function useReadStation(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key() })
}
