import { say } from './import-messages.ts'
import type { ImportPlan } from './import-plan.ts'

/**
 * checkMoves reports an error for each patient who has caregivers and would have none in the new place: the ward may be
 * misspelled. It is called when all lines are planned, because a later one may create the team of the ward.
 */
export function checkMoves(plan: ImportPlan): void {
  const assignedByHand = new Set(
    [...plan.assigned].filter(([, isByHand]) => isByHand).map(([pair]) => pair.split(' ')[1]),
  )
  const teams = [...plan.teams.values()].filter(({ memberIds }) => memberIds.size > 0)
  const chosen = new Set(teams.flatMap(({ patientIds }) => [...patientIds]))
  const wards = new Set(teams.map(wardKey))
  for (const person of plan.people.values()) {
    const { id } = person
    if (!plan.attended.has(id) || assignedByHand.has(id)) continue
    if (chosen.has(id) || (person.ward && person.isConfirmed && wards.has(wardKey(person)))) continue
    const row = plan.roomLines.get(id)?.at(-1) ?? plan.lineOf(id)
    if (row) plan.report(row, 'ERROR', say('PLACE_WITHOUT_TEAM'))
  }
}

/** wardKey is the same for two wards that the database takes for one. */
export const wardKey = ({ site, ward }: { site: string | null; ward: string | null }) =>
  JSON.stringify([site ?? '', ward].map((name) => name?.toLowerCase()))
