import { say } from './import-messages.ts'
import type { ImportPlan, PlannedTeam } from './import-plan.ts'
import type { RegisteredPerson } from './import-register.ts'

/**
 * checkMoves reports an error for each patient who has caregivers and would have none in the new place: the ward may be
 * misspelled. It is called when all lines are planned, because a later one may create the team of the ward.
 */
export function checkMoves(plan: ImportPlan): void {
  const assignedByHand = new Set(
    [...plan.assigned].filter(([, isByHand]) => isByHand).map(([pair]) => pair.split(' ')[1]),
  )
  const teams = [...plan.teams.values()].filter(({ memberIds }) => memberIds.size > 0)
  for (const person of plan.people.values()) {
    const { id } = person
    if (!plan.attended.has(id) || assignedByHand.has(id)) continue
    if (teams.some((team) => looksAfter(team, person))) continue
    const row = plan.roomLines.get(id)?.at(-1) ?? plan.lineOf(id)
    if (row) plan.report(row, 'ERROR', say('PLACE_WITHOUT_TEAM'))
  }
}

/** looksAfter compares places as the database does. */
function looksAfter({ patientIds, site, ward }: PlannedTeam, person: RegisteredPerson): boolean {
  if (patientIds.has(person.id)) return true
  if (!ward || !person.ward || !person.isConfirmed) return false
  const key = (name: string | null) => (name ?? '').toLowerCase()
  return key(ward) === key(person.ward) && key(site) === key(person.site)
}
