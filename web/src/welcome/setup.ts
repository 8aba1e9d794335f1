import { queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'

/** Read again with each visit: steps are also done elsewhere. */
export const setupQuery = queryOptions({
  queryKey: keys.admin('setup'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/setup', { signal }))).data,
  refetchOnMount: 'always',
})

export const steps = ['password', 'timeZone', 'caregiver', 'patient', 'device', 'test'] as const
export type Step = (typeof steps)[number]

/** Whether a step is done, by what the service knows. */
export const isDone: Record<Step, (setup: Schema<'Setup'>) => boolean> = {
  password: ({ passwordChanged }) => passwordChanged,
  timeZone: ({ timeZoneChosen }) => timeZoneChosen,
  caregiver: ({ caregiverId }) => caregiverId !== null,
  patient: ({ patientId }) => patientId !== null,
  device: ({ macAddress }) => macAddress !== null,
  test: ({ alertTested }) => alertTested,
}
