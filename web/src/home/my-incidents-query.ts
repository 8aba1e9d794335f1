import { useQuery } from '@tanstack/react-query'
import { unresolvedQuery } from '../api/queries.ts'
import { withoutSignIn } from '../shell/help-page.ts'

/** The unresolved incidents of the patient; without a sign-in, those that the help page has read. */
export function useMyIncidents() {
  const isSignedIn = withoutSignIn.use() === undefined
  return useQuery({ ...unresolvedQuery, enabled: isSignedIn })
}
