import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../api/queries.ts'
import { useMe } from '../shell/use-me.ts'

/** What the caller is to a patient: a relative's answer does not end the alarm, that of all others does. */
export function useStanding(patientId: string | null) {
  const isCaregiver = useMe().role === 'CAREGIVER'
  const { data } = useQuery({ ...overviewQuery, enabled: isCaregiver })
  return data?.find((patient) => patient.patientId === patientId)?.you ?? 'STAFF'
}
