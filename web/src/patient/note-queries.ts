import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'

const notesPerPage = 20

const notesKey = (patientId: string) => [...keys.patient(patientId), 'notes']

export const notesQuery = (patientId: string, page: number) =>
  queryOptions({
    queryKey: [...notesKey(patientId), page],
    // No event tells of a note of somebody else.
    staleTime: 0,
    queryFn: ({ signal }) => {
      const params = { path: { id: patientId }, query: { page, limit: notesPerPage } }
      return request(api.GET('/api/patients/{id}/notes', { signal, params }))
    },
  })

export function useAddNote(patientId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      request(api.POST('/api/patients/{id}/notes', { params: { path: { id: patientId } }, body: { text } })),
    onSuccess: () => client.invalidateQueries({ queryKey: notesKey(patientId) }),
  })
}

export function useDeleteNote(patientId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noteId: string) => {
      const params = { path: { id: patientId, noteId } }
      return request(api.DELETE('/api/patients/{id}/notes/{noteId}', { params }))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: notesKey(patientId) }),
  })
}
