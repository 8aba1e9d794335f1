import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { updateCache } from '../live/update-cache.ts'

export interface Resolution {
  outcome: NonNullable<Schema<'Incident'>['outcome']>
  injuries?: string
  note?: string
}

type Changed = Schema<'Incident'>
type Action<Given> = UseMutationResult<Changed, Error, Given>

/** Called even if what was pressed is gone by then, because the answer has changed the screen. */
export interface ActionHandlers {
  onDone?: (() => void) | undefined
  onRefused?: ((error: unknown) => void) | undefined
}

function useIncidentAction<Given>(
  id: string,
  send: (given: Given) => Promise<{ data: Changed }>,
  { onDone, onRefused }: ActionHandlers = {},
): Action<Given> {
  const client = useQueryClient()
  return useMutation<Changed, Error, Given>({
    mutationFn: async (given) => (await send(given)).data,
    onSuccess: (data) => {
      updateCache(client, { type: 'incident.changed', data })
      onDone?.()
    },
    onError: (error) => {
      onRefused?.(error)
      // Somebody else was faster: show what is.
      if (!(error instanceof ApiError) || error.status !== 409) return
      void client.invalidateQueries({ queryKey: keys.unresolved })
      void client.invalidateQueries({ queryKey: keys.incident(id) })
    },
  })
}

const params = (id: string) => ({ params: { path: { id } } })

/** When somebody is there, and whether they take over from whoever is on it. */
export interface Answer {
  etaMinutes?: number
  takeOver?: true
}

export const useAcknowledge = (id: string, handlers?: ActionHandlers): Action<Answer> =>
  useIncidentAction(
    id,
    (body) => request(api.POST('/api/incidents/{id}/acknowledge', { ...params(id), body })),
    handlers,
  )

export const useRequestAssistance = (id: string): Action<void> =>
  useIncidentAction(id, () => request(api.POST('/api/incidents/{id}/assistance', params(id))))

export const useRelease = (id: string, handlers?: ActionHandlers): Action<void> =>
  useIncidentAction(id, () => request(api.POST('/api/incidents/{id}/release', params(id))), handlers)

export const useResolve = (id: string, onDone: () => void): Action<Resolution> =>
  useIncidentAction(id, (body) => request(api.POST('/api/incidents/{id}/resolve', { ...params(id), body })), {
    onDone,
  })

export const useCorrectOutcome = (id: string, onDone: () => void): Action<Resolution> =>
  useIncidentAction(id, (body) => request(api.PUT('/api/incidents/{id}/outcome', { ...params(id), body })), {
    onDone,
  })

/** Calls `onAdded` even if the form is gone by then. */
export function useAddNote(id: string, onAdded: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (text: string) =>
      (await request(api.POST('/api/incidents/{id}/notes', { ...params(id), body: { text } }))).data,
    onSuccess: () => {
      onAdded()
      return client.invalidateQueries({ queryKey: keys.incident(id) })
    },
  })
}

/** Returns what to tell somebody whose action was refused, with the name of who was faster. */
export function useActionError(): (error: unknown) => string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (error) => {
    if (error instanceof ApiError && error.status === 409) {
      const { handledBy, resolvedBy } = error.details
      if (typeof handledBy === 'string') return t('incident.conflict.handled', { name: handledBy })
      if (typeof resolvedBy === 'string') return t('incident.conflict.ended', { name: resolvedBy })
    }
    return errorText(error)
  }
}
