import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { isPassing } from '../api/retries.ts'
import { updateCache } from '../live/update-cache.ts'
import { useMe } from '../shell/use-me.ts'
import { useKeptCalls } from './kept-calls.ts'
import type { Incident } from './my-incidents.ts'

const retryMs = 3000

/** The patient's call for help that the service does not have yet. */
export function useKeptCall() {
  const { id } = useMe()
  return useKeptCalls().find(({ patientId, calledOffAt }) => patientId === id && !calledOffAt)
}

/**
 * Says that the patient is fine, and repeats it until the service knows. `withdraw` ends that: said before a call
 * for help, it must not arrive after it.
 */
export function useFine() {
  const client = useQueryClient()
  const repeating = useRef<AbortController>(undefined)
  const { mutate, reset, ...fine } = useMutation({
    mutationFn: async ({ incident: { id }, signal }: { incident: Incident; signal: AbortSignal }) =>
      (await request(api.POST('/api/incidents/{id}/ok', { params: { path: { id } }, signal }))).data,
    onSuccess: (incident) => updateCache(client, { type: 'incident.changed', data: incident }),
    // It may have ended a moment ago: show what is.
    onError: () => client.invalidateQueries({ queryKey: keys.unresolved }),
    retry: (_count, error) => isPassing(error),
    retryDelay: retryMs,
    networkMode: 'always',
  })

  function withdraw() {
    repeating.current?.abort()
    reset()
  }

  function say(incident: Incident) {
    withdraw()
    repeating.current = new AbortController()
    mutate({ incident, signal: repeating.current.signal })
  }
  return { ...fine, say, withdraw }
}

export type Fine = ReturnType<typeof useFine>
