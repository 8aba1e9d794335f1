import { say } from './import-messages.ts'
import type { ImportPlan } from './import-plan.ts'
import type { RegisteredPerson } from './import-register.ts'

/**
 * Reports an error for each patient who has caregivers and would have none in the new place: the ward may be
 * misspelled. It is called when all lines are planned, because a later one may create the team of the ward.
 */
export function checkMoves(plan: ImportPlan): void {
  const isLookedAfter = careIn(plan)
  for (const person of plan.people.values()) {
    if (!plan.attended.has(person.id) || isLookedAfter(person)) continue
    const row = plan.roomLines.get(person.id)?.at(-1) ?? plan.lineOf(person.id)
    if (row) plan.report(row, 'ERROR', say('PLACE_WITHOUT_TEAM'))
  }
}

/** A place, and how many patients of the files live there whom nobody would look after. */
export interface UnattendedPlace {
  site: string | null
  ward: string | null
  count: number
}

/**
 * No error: the staff may come with another file. But a ward that the two lists write differently leaves
 * all of its residents without anybody who is told of a fall.
 */
export function unattendedIn(plan: ImportPlan): UnattendedPlace[] {
  const isLookedAfter = careIn(plan)
  const places = new Map<string, UnattendedPlace>()
  for (const person of plan.people.values()) {
    if (person.role !== 'PATIENT' || plan.attended.has(person.id) || isLookedAfter(person)) continue
    const { site, ward } = person
    const place = places.get(wardKey(person)) ?? { site, ward, count: 0 }
    place.count++
    places.set(wardKey(person), place)
  }
  return [...places.values()]
}

/** Whether a person has a caregiver who is assigned by hand, or a team with members looks after them. */
function careIn(plan: ImportPlan): (person: RegisteredPerson) => boolean {
  const assignedByHand = new Set(
    [...plan.assigned].filter(([, isByHand]) => isByHand).map(([pair]) => pair.split(' ')[1]),
  )
  const teams = [...plan.teams.values()].filter(({ memberIds }) => memberIds.size > 0)
  const chosen = new Set(teams.flatMap(({ patientIds }) => [...patientIds]))
  const wards = new Set(teams.map(wardKey))
  return (person) =>
    assignedByHand.has(person.id) ||
    chosen.has(person.id) ||
    Boolean(person.ward && person.isConfirmed && wards.has(wardKey(person)))
}

/** The same for two wards that the database takes for one. */
export const wardKey = ({ site, ward }: { site: string | null; ward: string | null }) =>
  JSON.stringify([site ?? '', ward].map((name) => name?.toLowerCase()))
