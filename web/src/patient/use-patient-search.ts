import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PatientSearch } from './patient-search.ts'

const route = '/signed-in/patients/$patientId'

/** Which tab and which period are shown; going back or loading the page again keeps them. */
export function usePatientSearch(): [PatientSearch, (changed: PatientSearch) => void] {
  const search = useSearch({ from: route })
  const navigate = useNavigate()
  return [
    search,
    (changed) =>
      void navigate({
        to: '.',
        search: (before: PatientSearch) => ({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      }),
  ]
}
