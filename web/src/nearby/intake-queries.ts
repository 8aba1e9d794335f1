import { queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'

export type NearbyDevice = Schema<'NearbyDevice'>
export type IntakeTopic = Schema<'IntakeTopic'>
export type IntakeSource = Schema<'IntakeSource'>
export type IntakeRule = Schema<'IntakeRuleInput'>

/** What was seen and belongs to nobody; `nearby.changed` says when to read it again. */
export const nearbyQuery = queryOptions({
  queryKey: keys.nearby,
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/nearby', { signal }))).data,
})

export const topicsQuery = queryOptions({
  queryKey: keys.admin('intake', 'topics'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/intake/topics', { signal }))).data,
})

/** Made by a message: when each was last heard of is read again with what is nearby. */
export const sourcesQuery = queryOptions({
  queryKey: keys.admin('intake', 'sources'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/intake/sources', { signal }))).data,
})
