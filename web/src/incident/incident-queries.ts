import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.incident(id),
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/incidents/{id}', { signal, params: { path: { id } } }))).data,
  })

export const traceQuery = (fallId: string) =>
  queryOptions({
    queryKey: keys.trace(fallId),
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/falls/{id}/trace', { signal, params: { path: { id: fallId } } }))).data,
  })

/** The last day, minute by minute, because a value is only worth something with its age. */
export const lastVitalsQuery = (patientId: string) =>
  queryOptions({
    queryKey: keys.lastVitals(patientId),
    queryFn: async ({ signal }) => {
      const query = { bucket: '1m' }
      const sent = api.GET('/api/patients/{id}/vitals', {
        signal,
        params: { path: { id: patientId }, query },
      })
      return (await request(sent)).data
    },
  })
