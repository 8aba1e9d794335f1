import { useNavigate, useSearch } from '@tanstack/react-router'

export const patientTabs = ['health', 'falls', 'devices', 'notes', 'messages', 'settings'] as const
export type PatientTab = (typeof patientTabs)[number]

/** How far back each chart looks, in days. */
export const seriesRanges = { day: 1, week: 7, quarter: 90 }
export type SeriesRange = keyof typeof seriesRanges

/** What the address says about the page of a patient; without it, the first tab and the last day. */
export interface PatientSearch {
  tab?: PatientTab
  range?: SeriesRange
}

/** Leaves out what is unknown, and what goes without saying. */
export function readPatientSearch({ tab, range }: Record<string, unknown>): PatientSearch {
  const known = patientTabs.slice(1).find((each) => each === tab)
  return {
    ...(known && { tab: known }),
    ...((range === 'week' || range === 'quarter') && { range }),
  }
}

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
