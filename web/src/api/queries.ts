import { queryOptions } from '@tanstack/react-query'
import { whenStreaming } from '../live/live-status.ts'
import { api, request, type Schema } from './client.ts'
import { keys } from './keys.ts'
import { isPassing, isTooMany, shouldRetry } from './retries.ts'

/** The queries that several screens share; others stand beside their screen. */

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: async ({ signal }) => (await request(api.GET('/api/me', { signal }))).data,
  staleTime: Number.POSITIVE_INFINITY,
  // The page that is left without it says so, and comes back by itself.
  retry: (count, error) => !isTooMany(error) && shouldRetry(count, error),
})

export const unresolvedQuery = queryOptions({
  queryKey: keys.unresolved,
  queryFn: async ({ signal }) => {
    // Read after the stream has begun, the list misses nothing that the stream does not bring.
    await whenStreaming()
    return (await request(api.GET('/api/incidents', { signal, params: { query: { limit: 100 } } }))).data
  },
  // Whoever does not know it may look away from somebody on the floor: it is read until it is known.
  retry: (_count, error) => isPassing(error),
})

/** How a patient is doing, in one line. */
export type PatientOverview = Schema<'PatientOverview'>

export const overviewQuery = queryOptions({
  queryKey: keys.overview,
  queryFn: async ({ signal }) => {
    // Read earlier, it would be read again when the stream begins.
    await whenStreaming()
    return (await request(api.GET('/api/patients/overview', { signal }))).data
  },
})

/** The channels are those of the service's version and settings: they change when it is started again. */
export const channelsQuery = queryOptions({
  queryKey: keys.channels,
  queryFn: async ({ signal }) => (await request(api.GET('/api/notifications/channels', { signal }))).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export const contactsQuery = queryOptions({
  queryKey: keys.contacts,
  queryFn: async ({ signal }) => (await request(api.GET('/api/notifications/contacts', { signal }))).data,
})
