import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'

const notesPerPage = 20

export const notesQuery = (patientId: string, page: number) =>
  queryOptions({
    queryKey: [...keys.notes(patientId), page],
    queryFn: ({ signal }) => {
      const params = { path: { id: patientId }, query: { page, limit: notesPerPage } }
      return request(api.GET('/api/patients/{id}/notes', { signal, params }))
    },
  })

export function useAddNote(patientId: string, onAdded: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      request(api.POST('/api/patients/{id}/notes', { params: { path: { id: patientId } }, body: { text } })),
    onSuccess: () => {
      onAdded()
      return client.invalidateQueries({ queryKey: keys.notes(patientId) })
    },
  })
}

export function useDeleteNote(patientId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noteId: string) => {
      const params = { path: { id: patientId, noteId } }
      return request(api.DELETE('/api/patients/{id}/notes/{noteId}', { params }))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.notes(patientId) }),
  })
}
