import { queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'

export type Access = Schema<'PatientAccess'>

/** Who sees the data of a patient, for the patient and for admins. */
export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'access'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}/access', { signal, params: { path: { id } } }))).data,
  })
