import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { unresolvedQuery } from '../api/queries.ts'
import { withoutSignIn } from '../shell/help-page.ts'

/** The unresolved incidents of the patient; without a sign-in, those that the help page has read. */
export function useMyIncidents() {
  const isSignedIn = withoutSignIn.use() === undefined
  return useQuery({ ...unresolvedQuery, enabled: isSignedIn })
}

export const myProfileQuery = queryOptions({
  queryKey: keys.patient('me'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/patients/me', { signal }))).data,
})
