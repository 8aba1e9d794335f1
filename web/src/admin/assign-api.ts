import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'

export const priorities = ['1', '2', '3', '4', '5'] as const
export type Priority = (typeof priorities)[number]

const limit = 100

/** All that is known about who looks after whom. */
const assignmentsKey = keys.admin('assignments')

export const assignedPatientsQuery = (caregiverId: string) =>
  queryOptions({
    queryKey: [...assignmentsKey, 'patients', caregiverId],
    queryFn: async ({ signal }) =>
      request(
        api.GET('/api/caregivers/{id}/patients', {
          signal,
          params: {
            path: { id: caregiverId },
            query: { limit, sort: 'lastName', order: 'asc', priorities: 'true' },
          },
        }),
      ),
  })

/** The policies for a patient, and the caregivers who can sign in with their priorities. */
export const patientEscalationQuery = (patientId: string) =>
  queryOptions({
    queryKey: [...assignmentsKey, 'escalation', patientId],
    queryFn: async ({ signal }) =>
      (
        await request(
          api.GET('/api/patients/{id}/escalation', { signal, params: { path: { id: patientId } } }),
        )
      ).data,
  })

export const setPriority = (caregiverId: string, patientId: string, priority: Priority) =>
  request(
    api.PUT('/api/caregivers/{id}/patients/{patientId}', {
      params: { path: { id: caregiverId, patientId } },
      body: { priority: Number(priority) },
    }),
  )

export const setKind = (caregiverId: string, patientId: string, kind: 'STAFF' | 'RELATIVE') =>
  request(
    api.PUT('/api/caregivers/{id}/patients/{patientId}', {
      params: { path: { id: caregiverId, patientId } },
      body: { kind },
    }),
  )

export const endAssignment = (caregiverId: string, patientId: string) =>
  request(
    api.DELETE('/api/caregivers/{id}/patients/{patientId}', {
      params: { path: { id: caregiverId, patientId } },
    }),
  )

export async function readAssignmentsAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: assignmentsKey }),
    client.invalidateQueries({ queryKey: ['patient'] }),
    client.invalidateQueries({ queryKey: keys.admin('stats') }),
  ])
}
