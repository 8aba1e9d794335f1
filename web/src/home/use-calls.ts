import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { isPassing } from '../api/retries.ts'
import { updateCache } from '../live/update-cache.ts'
import { useMe } from '../shell/use-me.ts'
import { keptCalls, onKeptCalls } from './kept-calls.ts'
import type { Incident } from './my-incidents.ts'

const retryMs = 3000

/** useKeptCall is the patient's call for help that the service does not have yet. */
export function useKeptCall() {
  const { id } = useMe()
  const calls = useSyncExternalStore(onKeptCalls, keptCalls)
  return calls.find(({ patientId, calledOffAt }) => patientId === id && !calledOffAt)
}

/** useFine says that the patient is fine, and repeats it until the service knows. */
export function useFine() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Incident) =>
      (await request(api.POST('/api/incidents/{id}/ok', { params: { path: { id } } }))).data,
    onSuccess: (incident) => updateCache(client, { type: 'incident.changed', data: incident }),
    // It may have ended a moment ago: show what is.
    onError: () => client.invalidateQueries({ queryKey: keys.unresolved }),
    retry: (_count, error) => isPassing(error),
    retryDelay: retryMs,
    networkMode: 'always',
  })
}

export type Fine = ReturnType<typeof useFine>
