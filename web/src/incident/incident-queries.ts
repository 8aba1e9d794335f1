import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { whenStreaming } from '../live/live-status.ts'

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.incident(id),
    queryFn: async ({ signal }) => {
      // Read after the stream has begun, it misses no change.
      await whenStreaming()
      return (await request(api.GET('/api/incidents/{id}', { signal, params: { path: { id } } }))).data
    },
  })

/** As many entries as an incident itself has: its newest ones are the first page. */
const entriesPerPage = 100

/** The timeline before the entries that the incident has, the newest first. */
export const earlierEntriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keys.earlierEntries(id),
    queryFn: async ({ signal, pageParam }) =>
      request(
        api.GET('/api/incidents/{id}/timeline', {
          signal,
          params: { path: { id }, query: { page: pageParam, limit: entriesPerPage } },
        }),
      ),
    initialPageParam: 2,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
  })

export const traceQuery = (fallId: string) =>
  queryOptions({
    queryKey: keys.trace(fallId),
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/falls/{id}/trace', { signal, params: { path: { id: fallId } } }))).data,
  })
