import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { isPassing } from '../api/retries.ts'
import { updateCache } from '../live/update-cache.ts'
import type { Incident } from './my-incidents.ts'

const retryMs = 3000

/** The key of calls for help: they are made on several screens. */
export const helpKey = ['help']

async function askForHelp(incident: Incident | undefined): Promise<Incident> {
  // Unusual vital signs end by themselves; a call for help does not.
  if (!incident || incident.kind === 'VITALS') return (await request(api.POST('/api/sos'))).data
  const params = { path: { id: incident.id } }
  try {
    return (await request(api.POST('/api/incidents/{id}/help', { params }))).data
  } catch (error) {
    if (isPassing(error)) throw error
    // It may have ended a moment ago: help is needed all the same.
    return (await request(api.POST('/api/sos'))).data
  }
}

/** useCalls returns how the patient asks for help, and says that they are fine. A call for help is repeated until it succeeds. */
export function useCalls() {
  const client = useQueryClient()
  const onSuccess = (incident: Incident) => updateCache(client, { type: 'incident.changed', data: incident })
  const repeat = {
    retry: (_count: number, error: unknown) => isPassing(error),
    retryDelay: retryMs,
    networkMode: 'always' as const,
  }
  const help = useMutation({ mutationKey: helpKey, mutationFn: askForHelp, onSuccess, ...repeat })
  const fine = useMutation({
    mutationFn: async ({ id }: Incident) =>
      (await request(api.POST('/api/incidents/{id}/ok', { params: { path: { id } } }))).data,
    onSuccess,
    // It may have ended a moment ago: show what is.
    onError: () => client.invalidateQueries({ queryKey: keys.unresolved }),
    ...repeat,
  })
  return { help, fine }
}

export type Calls = ReturnType<typeof useCalls>
