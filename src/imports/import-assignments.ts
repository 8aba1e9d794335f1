import type { ImportRow } from './import-file.ts'
import type { ImportPlan } from './import-plan.ts'
import { LineError } from './import-register.ts'

/** emailsOf splits a cell with one or several addresses. */
export const emailsOf = (cell = '') => cell.split(/[\s,;|]+/).filter(Boolean)

/** planAssignment assigns the patient of a line to its caregivers. */
export function planAssignment(plan: ImportPlan, row: ImportRow): void {
  const { caregiverEmails, relationship, priority = '1' } = row.cells
  const emails = emailsOf(caregiverEmails)
  if (emails.length === 0) throw new LineError('caregiverEmail is required')
  if (!/^[1-5]$/.test(priority)) throw new LineError('priority must be a number from 1 to 5')
  if (relationship && relationship.length > 100)
    throw new LineError('relationship must have at most 100 characters')
  const patient = plan.register.getPatient(row.cells)
  const caregivers = emails.map(plan.register.getCaregiver)
  const fresh = caregivers.filter(({ id }) => !plan.assigned.has(`${id} ${patient.id}`))
  for (const { id } of fresh) {
    plan.assigned.add(`${id} ${patient.id}`)
    plan.assignments.push({
      ...{
        caregiverId: id,
        patientId: patient.id,
        relationship: relationship ?? null,
        priority: Number(priority),
      },
    })
  }
  if (fresh.length === 0) {
    plan.report(row, 'SKIP', 'is assigned already', patient.id)
    return
  }
  plan.report(row, 'CREATE', `is assigned to ${fresh.map(({ email }) => email).join(', ')}`, patient.id)
}
