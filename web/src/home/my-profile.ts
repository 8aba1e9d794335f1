import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'

export const myProfileQuery = queryOptions({
  queryKey: keys.patient('me'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/patients/me', { signal }))).data,
})
