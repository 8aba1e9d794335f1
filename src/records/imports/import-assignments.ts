import { fieldMessage } from '../../platform/lib/field-messages.ts'
import type { ImportRow } from './import-file.ts'
import { LineError, lineError, say, sayOfCell } from './import-messages.ts'
import type { ImportPlan } from './import-plan.ts'
import type { RegisteredPerson } from './import-register.ts'

const maxRelationshipLength = 100

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
  if (emails.length === 0) throw new LineError(sayOfCell('caregiverEmail', fieldMessage('REQUIRED')))
  if (!/^[1-5]$/.test(priority)) throw lineError('PRIORITY_INVALID', { minimum: 1, maximum: 5 })
  if (relationship && relationship.length > maxRelationshipLength)
    throw lineError('RELATIONSHIP_TOO_LONG', { maximum: maxRelationshipLength })
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
    ...(fresh.length > 0 ? [say('ASSIGNED', { caregivers: listed(fresh) })] : []),
    ...(ofTeams.length > 0 ? [say('STAYS_ASSIGNED', { caregivers: listed(ofTeams) })] : []),
  ]
  if (news.length === 0) plan.report(row, 'SKIP', say('ASSIGNED_ALREADY'), patient.id)
  else plan.report(row, fresh.length > 0 ? 'CREATE' : 'UPDATE', news, patient.id)
}
