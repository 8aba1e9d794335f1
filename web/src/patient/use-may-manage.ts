import { useQuery } from '@tanstack/react-query'
import { useStanding } from '../incident/use-standing.ts'
import { relativesQuery } from './patient-queries.ts'

/** Whether the caller may change what staff may: relatives only if an admin allows it for the patient. */
export function useMayManage(patientId: string): boolean {
  const isRelative = useStanding(patientId) !== 'STAFF'
  const { data } = useQuery({ ...relativesQuery(patientId), enabled: isRelative })
  return !isRelative || data?.you.mayManage === true
}
