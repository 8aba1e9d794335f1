import type { ImportRow } from './import-file.ts'
import type { ImportPlan } from './import-plan.ts'
import { LineError, type RegisteredPerson } from './import-register.ts'

/** emailsOf splits a cell with one or several addresses. */
export const emailsOf = (cell = '') => [
  ...new Set(
    cell
      .toLowerCase()
      .split(/[\s,;|]+/)
      .filter(Boolean),
  ),
]

/**
 * planAssignment assigns the patient of a line to its caregivers. What only a team gives becomes an assignment of its own
 * right, which outlives the team.
 */
export function planAssignment(plan: ImportPlan, row: ImportRow): void {
  const { caregiverEmails, relationship, priority = '1' } = row.cells
  const emails = emailsOf(caregiverEmails)
  if (emails.length === 0) throw new LineError('caregiverEmail is required')
  if (!/^[1-5]$/.test(priority)) throw new LineError('priority must be a number from 1 to 5')
  if (relationship && relationship.length > 100)
    throw new LineError('relationship must have at most 100 characters')
  const patient = plan.register.getPatient(row.cells)
  const caregivers = emails.map(plan.register.getCaregiver)
  const isByHand = ({ id }: RegisteredPerson) => plan.assigned.get(`${id} ${patient.id}`)
  const fresh = caregivers.filter((caregiver) => isByHand(caregiver) === undefined)
  const ofTeams = caregivers.filter((caregiver) => isByHand(caregiver) === false)
  for (const { id } of [...fresh, ...ofTeams]) {
    plan.assigned.set(`${id} ${patient.id}`, true)
    plan.assignments.push({
      ...{
        caregiverId: id,
        patientId: patient.id,
        relationship: relationship ?? null,
        priority: Number(priority),
      },
    })
  }
  const listed = (people: RegisteredPerson[]) => people.map(({ email }) => email).join(', ')
  const news = [
    ...(fresh.length > 0 ? [`is assigned to ${listed(fresh)}`] : []),
    ...(ofTeams.length > 0 ? [`stays assigned to ${listed(ofTeams)} without the team`] : []),
  ]
  if (news.length === 0) plan.report(row, 'SKIP', 'is assigned already', patient.id)
  else plan.report(row, fresh.length > 0 ? 'CREATE' : 'UPDATE', news.join('; '), patient.id)
}
