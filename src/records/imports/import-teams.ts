import { randomUUID } from 'node:crypto'
import { line, nameSchema } from '../../platform/http/schemas.ts'
import { getCaregivers } from './import-assignments.ts'
import type { ImportRow } from './import-file.ts'
import { lineError, say } from './import-messages.ts'
import { wardKey } from './import-moves.ts'
import type { ImportPlan, PlannedTeam } from './import-plan.ts'
import { callOf, type RegisteredPerson } from './import-register.ts'

const place = line(100)

/** Adds caregivers, and the patient if the line names one, to a team, which the first of its lines creates. */
export function planTeam(plan: ImportPlan, row: ImportRow): void {
  const { team: name = '', site, ward, reference, email, firstName } = row.cells
  if (!nameSchema.safeParse(name).success) throw lineError('TEAM_NAME_INVALID', { maximum: 100 })
  if (site && !ward) throw lineError('WARD_REQUIRED')
  checkPlace(row.cells)
  const members = getCaregivers(plan, row.cells.caregiverEmails)
  const patient = reference || email || firstName ? plan.register.getPatient(row.cells) : undefined
  const known = plan.teams.get(name)
  if (known && ward && (known.ward !== ward || known.site !== (site ?? null))) throw lineError('OTHER_WARD')
  fillTeam(plan, row, { site: site ?? null, ward: ward ?? null, members, patient })
}

/**
 * Adds the person of a line to a team: a caregiver as a member, a patient as one whom it looks after. The
 * ward in the line of a relative is that of their resident: as a member, they would look after everybody in it.
 */
export function planTeamOfPerson(plan: ImportPlan, row: ImportRow): void {
  const person = plan.personOf(row)
  if (person?.relative !== undefined) {
    plan.report(row, 'SKIP', say('RELATIVE_WITHOUT_TEAM'), person.id)
    return
  }
  const isCaregiver = person?.role === 'CAREGIVER'
  if (isCaregiver && row.cells.ward) checkPlace(row.cells)
  const team = row.cells.team ?? teamOfWard(plan, row)
  if (!nameSchema.safeParse(team).success) throw lineError('TEAM_NAME_INVALID', { maximum: 100 })
  // The ward in the line of a patient is where they live, and that of a caregiver where their team works.
  const place = isCaregiver ? plan.wardOfTeam(row) : undefined
  fillTeam(
    plan,
    { ...row, cells: { ...row.cells, team } },
    {
      ...{ site: place?.site ?? null, ward: place?.ward ?? null },
      members: isCaregiver ? [person] : [],
      patient: isCaregiver ? undefined : person,
    },
  )
}

function checkPlace({ site, ward }: ImportRow['cells']): void {
  for (const [column, part] of Object.entries({ site, ward }))
    if (part && !place.safeParse(part).success) throw lineError('PLACE_INVALID', { column, maximum: 100 })
}

/** Where a ward is a number or a letter, the name of its team says what it is. */
const shortWard = 3

/** The team that looks after the ward of a caregiver whose line names no team; the first line creates it. */
function teamOfWard(plan: ImportPlan, { cells: { site, ward = '' } }: ImportRow): string {
  const known = [...plan.teams.values()].find(
    (team) => wardKey(team) === wardKey({ site: site ?? null, ward }),
  )
  if (known) return known.name
  const name = ward.length <= shortWard ? `Team ${ward}` : ward
  return plan.teams.has(name) && site ? `${name} ${site}` : name
}

interface Joining {
  site: string | null
  ward: string | null
  members: RegisteredPerson[]
  patient: RegisteredPerson | undefined
}

function fillTeam(plan: ImportPlan, row: ImportRow, { site, ward, members, patient }: Joining): void {
  const { team: name = '' } = row.cells
  const known = plan.teams.get(name)
  const team = known ?? createTeam(plan, name, site, ward)
  const joined = members.filter(({ id }) => !team.memberIds.has(id))
  const isChosen = patient !== undefined && !team.patientIds.has(patient.id)
  for (const { id } of joined) team.memberIds.add(id)
  if (patient) team.patientIds.add(patient.id)
  const news = [
    ...(known ? [] : [say('TEAM_CREATED')]),
    ...(joined.length > 0 ? [say('TEAM_JOINED', { caregivers: joined.map(callOf).join(', ') })] : []),
    ...(isChosen ? [say('TEAM_LOOKS_AFTER')] : []),
  ]
  if (news.length === 0) {
    plan.report(row, 'SKIP', say('TEAM_UNCHANGED'), patient?.id ?? null)
    return
  }
  plan.changedTeams.add(team)
  plan.report(row, 'CREATE', news, patient?.id ?? null)
}

function createTeam(plan: ImportPlan, name: string, site: string | null, ward: string | null): PlannedTeam {
  const team = {
    ...{ id: randomUUID(), name, site, ward, isNew: true },
    memberIds: new Set<string>(),
    patientIds: new Set<string>(),
  }
  plan.teams.set(name, team)
  return team
}
