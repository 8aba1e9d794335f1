import { queryOptions } from '@tanstack/react-query'
import { whenStreaming } from '../live/live-status.ts'
import { api, request, type Schema } from './client.ts'
import { keys } from './keys.ts'

/** The queries that several screens share; others stand beside their screen. */

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: async ({ signal }) => (await request(api.GET('/api/me', { signal }))).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export const unresolvedQuery = queryOptions({
  queryKey: keys.unresolved,
  queryFn: async ({ signal }) => {
    // Read after the stream has begun, the list misses nothing that the stream does not bring.
    await whenStreaming()
    return (await request(api.GET('/api/incidents', { signal, params: { query: { limit: 100 } } }))).data
  },
})

/** PatientOverview is how a patient is doing, in one line. */
export type PatientOverview = Schema<'PatientOverview'>

export const overviewQuery = queryOptions({
  queryKey: keys.overview,
  queryFn: async ({ signal }) => (await request(api.GET('/api/patients/overview', { signal }))).data,
})

export const contactsQuery = queryOptions({
  queryKey: keys.contacts,
  queryFn: async ({ signal }) => (await request(api.GET('/api/notifications/contacts', { signal }))).data,
})
