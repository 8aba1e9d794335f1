import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { placeNameSchema } from '../../accounts/residences/place.schemas.ts'
import { birthDateSchema, line, nameSchema, phoneSchema } from '../../platform/http/schemas.ts'
import { describeIssue } from '../../platform/http/validation.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { readRole } from './import-columns.ts'
import type { ImportRow } from './import-file.ts'
import { LineError, type LineMessage, lineError, say, sayOfCell } from './import-messages.ts'
import type { ImportPlan } from './import-plan.ts'
import { checkIdentity, isPlacedBy, type RegisteredPerson } from './import-register.ts'

/** A name is shown in files that people open with a spreadsheet, and no name begins like a formula. */
const importedName = nameSchema.refine(
  // The last four are the first ones in full width.
  (name) => !/^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(name),
  fieldMessage('LIKE_FORMULA'),
)

const personCells = z.object({
  reference: line(100).optional(),
  firstName: importedName,
  lastName: importedName,
  email: emailSchema.optional(),
  phone: phoneSchema.optional(),
  dateOfBirth: birthDateSchema.optional(),
  emergencyContact: phoneSchema.optional(),
  site: placeNameSchema.optional(),
  ward: placeNameSchema.optional(),
  room: placeNameSchema.optional(),
})

const accountNames = ['phone', 'dateOfBirth', 'emergencyContact', 'reference', 'email'] as const
const detailNames = ['site', 'ward', 'room', ...accountNames] as const

/** planPerson creates the person of a line, or changes what the line says about somebody who exists. */
export function planPerson(plan: ImportPlan, row: ImportRow): void {
  const cells = checkedCells(row)
  const role = row.cells.role === undefined ? 'PATIENT' : readRole(row.cells.role)
  if (!role) throw lineError('ROLE_UNKNOWN')
  if (role === 'CAREGIVER' && !cells.email) throw lineError('CAREGIVER_WITHOUT_EMAIL')
  if (role === 'CAREGIVER' && (cells.site || cells.ward || cells.room || cells.reference))
    throw lineError('NOT_OF_CAREGIVERS')
  if (cells.dateOfBirth && cells.dateOfBirth >= plan.today)
    throw new LineError(sayOfCell('dateOfBirth', fieldMessage('NOT_PAST')))
  const known =
    plan.register.find(row.cells) ?? (cells.email ? plan.register.find({ email: cells.email }) : undefined)
  if (!known) {
    createPerson(plan, row, { ...cells, role })
    return
  }
  const line = plan.lineOf(known.id)
  if (line) throw new LineError(samePerson(known, cells, line))
  plan.touch(known.id, row)
  changePerson(plan, row, known, { ...cells, role })
}

/** samePerson says of a second line about somebody what can be done: a name alone may be that of two people. */
function samePerson(
  known: RegisteredPerson,
  { reference, email }: z.infer<typeof personCells>,
  { line, file }: ImportRow,
): LineMessage {
  const isIdentified = (reference && reference === known.reference) || (email && email === known.email)
  return isIdentified ? say('SAME_IDENTITY', { line, file }) : say('SAME_PERSON', { line, file })
}

type Cells = z.infer<typeof personCells> & { role: 'PATIENT' | 'CAREGIVER' }

function checkedCells(row: ImportRow): z.infer<typeof personCells> {
  const checked = personCells.safeParse(row.cells, { error: describeIssue })
  if (checked.success) return checked.data
  throw new LineError(...checked.error.issues.map(({ path, message }) => sayOfCell(path.join('.'), message)))
}

function createPerson(plan: ImportPlan, row: ImportRow, cells: Cells): void {
  const person: RegisteredPerson = {
    ...cells,
    id: randomUUID(),
    email: cells.email ?? null,
    reference: cells.reference ?? null,
    phone: cells.phone ?? null,
    dateOfBirth: cells.dateOfBirth ?? null,
    emergencyContact: cells.emergencyContact ?? null,
    site: cells.site ?? null,
    ward: cells.ward ?? null,
    room: cells.room ?? null,
    isConfirmed: Boolean(cells.ward),
    hasPassword: false,
    isNew: true,
  }
  plan.register.add(person)
  plan.touch(person.id, row)
  plan.people.set(person.id, person)
  const message = say(person.email ? 'CREATED_AND_INVITED' : 'CREATED_WITHOUT_EMAIL')
  const result = plan.report(row, 'CREATE', message, person.id)
  if (person.email) plan.invited.set(person.id, result)
}

function changePerson(plan: ImportPlan, row: ImportRow, known: RegisteredPerson, cells: Cells): void {
  if (known.role !== cells.role) throw lineError('OTHER_ROLE')
  if (
    `${known.firstName} ${known.lastName}`.toLowerCase() !==
    `${cells.firstName} ${cells.lastName}`.toLowerCase()
  )
    throw lineError('OTHER_NAME')
  checkIdentity(known, cells)
  const changed = detailNames.filter((name) => cells[name] !== undefined && cells[name] !== known[name])
  const confirms = !known.isConfirmed && isPlacedBy(row.cells, known)
  if (changed.length === 0 && !confirms) {
    plan.report(row, 'SKIP', say('UNCHANGED'), known.id)
    return
  }
  if (confirms) known.isConfirmed = true
  for (const name of changed) known[name] = cells[name] ?? null
  plan.register.add(known)
  plan.people.set(known.id, known)
  const account = accountNames.filter((name) => changed.includes(name))
  if (account.length > 0)
    plan.changes.set(known.id, Object.fromEntries(account.map((name) => [name, cells[name]])))
  const message = changed.length > 0 ? say('CHANGED', { columns: changed.join(', ') }) : say('CONFIRMED')
  const result = plan.report(row, 'UPDATE', message, known.id)
  if (changed.includes('email')) plan.invited.set(known.id, result)
}
