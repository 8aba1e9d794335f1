import { queryOptions } from '@tanstack/react-query'
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

export const traceQuery = (fallId: string) =>
  queryOptions({
    queryKey: keys.trace(fallId),
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/falls/{id}/trace', { signal, params: { path: { id: fallId } } }))).data,
  })
