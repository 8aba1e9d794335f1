import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { isRelativesWord, readRole } from './import-columns.ts'
import type { ImportRow } from './import-file.ts'
import { LineError, lineError, say, sayOfCell } from './import-messages.ts'
import { splitFullName } from './import-names.ts'
import type { ImportPlan } from './import-plan.ts'
import { callOf, type RegisteredPerson } from './import-register.ts'

const maxRelationshipLength = 100

/** Splits a cell with one or several addresses, sign-in names or names; only addresses may have blanks between. */
export function caregiversIn(cell = ''): string[] {
  const parts = cell.split(/[,;|\r\n]+/).flatMap((part) => (part.includes('@') ? part.split(/\s+/) : [part]))
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter(Boolean))]
}

/** Every name by which the cell may refer to somebody: "gil, ana" is one person, or two. */
export const wordsOfCaregivers = (cell = '') => [...caregiversIn(cell), cell.trim().toLowerCase()]

/** Finds those whom a cell names. */
export function getCaregivers(plan: ImportPlan, cell = ''): RegisteredPerson[] {
  // "Gil, Ana" is one name, unless there is nobody of that name.
  if (/^[^@,]+,[^@,]+$/.test(cell)) {
    const person = plan.register.findCaregiver(splitFullName(cell))
    if (person) return [person]
  }
  return [...new Set(caregiversIn(cell).map(plan.register.getCaregiver))]
}

/**
 * Assigns the patient of a line to its caregivers. What only a team gives becomes an assignment of its own
 * right, which outlives the team.
 */
export function planAssignment(plan: ImportPlan, row: ImportRow): void {
  const { caregiverEmails, relationship, priority = '1' } = row.cells
  if (!caregiverEmails) throw new LineError(sayOfCell('caregiverEmail', fieldMessage('REQUIRED')))
  if (!/^[1-5]$/.test(priority)) throw lineError('PRIORITY_INVALID', { minimum: 1, maximum: 5 })
  if (relationship && relationship.length > maxRelationshipLength)
    throw lineError('RELATIONSHIP_TOO_LONG', { maximum: maxRelationshipLength })
  const patient = plan.register.getPatient(row.cells)
  assignTo(plan, row, patient, getCaregivers(plan, caregiverEmails), Number(priority))
}

/** Splits a cell with one or several residents: "Voss, Irma" is one. */
export const residentsIn = (cell = '') =>
  cell
    .split(/[;|\r\n]+/)
    .map((text) => text.trim())
    .filter(Boolean)

/** Assigns the caregiver or relative of a line to the residents whom it names. */
export function planRelative(plan: ImportPlan, row: ImportRow): void {
  const caregiver = plan.register.findCaregiver(row.cells)
  const patients = residentsIn(row.cells.relativeOf).map(plan.register.getPatientCalled)
  if (caregiver) for (const patient of patients) assignTo(plan, row, patient, [caregiver], 1)
}

interface Relation {
  kind: AssignmentKind
  relationship: string | null
}

/**
 * What a caregiver is to the patient: as the line says, else by the role of the caregiver, else by the word for the
 * relationship, such as "Tochter".
 */
function whatIs({ cells }: ImportRow, { relative }: RegisteredPerson): Relation {
  const relationship = cells.relationship ?? (relative || null)
  if (cells.kind !== undefined) return { kind: kindOf(cells.kind), relationship }
  const isRelative = relative !== undefined || (relationship !== null && isRelativesWord(relationship))
  return { kind: isRelative ? 'RELATIVE' : 'STAFF', relationship }
}

function kindOf(text: string): AssignmentKind {
  const role = readRole(text)
  if (role === 'RELATIVE') return 'RELATIVE'
  if (role === 'CAREGIVER') return 'STAFF'
  throw lineError('KIND_UNKNOWN')
}

function assignTo(
  plan: ImportPlan,
  row: ImportRow,
  patient: RegisteredPerson,
  caregivers: RegisteredPerson[],
  priority: number,
): void {
  const isByHand = ({ id }: RegisteredPerson) => plan.assigned.get(`${id} ${patient.id}`)
  const fresh = caregivers.filter((caregiver) => isByHand(caregiver) === undefined)
  const ofTeams = caregivers.filter((caregiver) => isByHand(caregiver) === false)
  const whatOf = new Map(caregivers.map((caregiver) => [caregiver, whatIs(row, caregiver)]))
  for (const caregiver of [...fresh, ...ofTeams]) {
    plan.assigned.set(`${caregiver.id} ${patient.id}`, true)
    const { kind = 'STAFF', relationship = null } = whatOf.get(caregiver) ?? {}
    plan.assignments.push({
      ...{ caregiverId: caregiver.id, patientId: patient.id, kind, relationship, priority },
    })
  }
  const listed = (people: RegisteredPerson[]) => people.map(callOf).join(', ')
  const isRelative = (caregiver: RegisteredPerson) => whatOf.get(caregiver)?.kind === 'RELATIVE'
  const relatives = fresh.filter(isRelative)
  const staff = fresh.filter((caregiver) => !isRelative(caregiver))
  const news = [
    ...(staff.length > 0 ? [say('ASSIGNED', { caregivers: listed(staff) })] : []),
    ...(relatives.length > 0 ? [say('ASSIGNED_RELATIVES', { relatives: listed(relatives) })] : []),
    ...(ofTeams.length > 0 ? [say('STAYS_ASSIGNED', { caregivers: listed(ofTeams) })] : []),
  ]
  if (news.length === 0) plan.report(row, 'SKIP', say('ASSIGNED_ALREADY'), patient.id)
  else plan.report(row, fresh.length > 0 ? 'CREATE' : 'UPDATE', news, patient.id)
}
