import type { PatientOverview } from '../api/queries.ts'
import { isWatched } from '../now/watched.ts'
import { byRoom, compareNatural } from '../ui/place.ts'

/** The worst first. */
export const residentStates = [
  'URGENT',
  'INCIDENT',
  'SILENT',
  'LOW_BATTERY',
  'NO_DEVICE',
  'UNKNOWN',
  'FINE',
] as const satisfies readonly ('URGENT' | 'UNKNOWN' | PatientOverview['status'])[]
export type ResidentState = (typeof residentStates)[number]

type Resident = Pick<PatientOverview, 'name' | 'site' | 'ward' | 'room'>

/** How a resident is doing, as their tile says it; that somebody waits is known before the overview says so. */
export function stateOf(
  resident: Pick<PatientOverview, 'patientId' | 'status' | 'lastReadingAt'>,
  urgent: ReadonlySet<string | null>,
  now: Date,
): ResidentState {
  if (urgent.has(resident.patientId)) return 'URGENT'
  return resident.status === 'FINE' && !isWatched(resident, now) ? 'UNKNOWN' : resident.status
}

/** Makes accents and case irrelevant: José is found by jose. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether the room begins with a text, or the name contains it: 1 finds the rooms 1 and 12, not 21. */
export function isFoundBy(text: string) {
  const wanted = plain(text.trim())
  return ({ name, room }: Pick<Resident, 'name' | 'room'>) =>
    plain(room ?? '').startsWith(wanted) || plain(name).includes(wanted)
}

export interface ResidentGroup<Each extends Resident> {
  site: string | null
  ward: string | null
  residents: Each[]
}

/** Lists the wards in their order, each with its residents by room; those without a ward come last. */
export function groupByWard<Each extends Resident>(
  residents: readonly Each[],
  language: string,
): ResidentGroup<Each>[] {
  const groups = new Map<string, ResidentGroup<Each>>()
  for (const resident of residents.toSorted(byRoom(language))) {
    const { site, ward } = resident
    const key = JSON.stringify([site, ward])
    const group = groups.get(key) ?? { site, ward, residents: [] }
    group.residents.push(resident)
    groups.set(key, group)
  }
  const compare = compareNatural(language)
  return [...groups.values()].sort((a, b) => compare(a.site, b.site) || compare(a.ward, b.ward))
}

/** Keeps so many residents, and the groups that have some of them. */
export function firstOf<Each extends Resident>(
  groups: readonly ResidentGroup<Each>[],
  count: number,
): ResidentGroup<Each>[] {
  let left = count
  return groups.flatMap((group) => {
    const residents = group.residents.slice(0, Math.max(left, 0))
    left -= residents.length
    return residents.length > 0 ? [{ ...group, residents }] : []
  })
}
