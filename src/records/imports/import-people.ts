import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  changeSchemas,
  type ImportedField,
  importedFields,
  personFields,
} from '../../accounts/person-fields.ts'
import { placeNameSchema } from '../../accounts/residences/place.schemas.ts'
import { line, nameSchema, phoneSchema } from '../../platform/http/schemas.ts'
import { describeIssue } from '../../platform/http/validation.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { signInNameSchema } from '../../platform/lib/sign-in-name.ts'
import { type ImportedRole, readRole } from './import-columns.ts'
import type { ImportRow } from './import-file.ts'
import { LineError, type LineMessage, lineError, say, sayOfCell } from './import-messages.ts'
import { proposeSignInName } from './import-names.ts'
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
  signInName: signInNameSchema.optional(),
  ...z.object(changeSchemas('import')).partial().shape,
  site: placeNameSchema.optional(),
  ward: placeNameSchema.optional(),
  room: placeNameSchema.optional(),
})

const accountNames = [...importedFields, 'reference', 'email', 'signInName'] as const
const detailNames = ['site', 'ward', 'room', ...accountNames] as const

/** Creates the person of a line, or changes what the line says about somebody who exists. */
export function planPerson(plan: ImportPlan, row: ImportRow): void {
  const cells = checkedCells(row)
  const imported = roleOf(row)
  if (!imported) throw lineError('ROLE_UNKNOWN')
  const role = imported === 'PATIENT' ? ('PATIENT' as const) : ('CAREGIVER' as const)
  if (role === 'CAREGIVER' && (cells.room || cells.reference)) throw lineError('NOT_OF_CAREGIVERS')
  if (cells.dateOfBirth && cells.dateOfBirth >= plan.today)
    throw new LineError(sayOfCell('dateOfBirth', fieldMessage('NOT_PAST')))
  // The ward of staff is that of their team.
  const { site, ward, ...ofStaff } = cells
  const given = { ...(role === 'PATIENT' ? cells : ofStaff), role }
  const known = role === 'PATIENT' ? findPatient(plan, row, cells) : plan.register.findCaregiver(row.cells)
  const relative = imported === 'RELATIVE' ? (row.cells.role ?? '') : undefined
  if (!known) {
    createPerson(plan, row, given, relative)
    return
  }
  const line = plan.lineOf(known.id)
  if (line) throw new LineError(samePerson(known, cells, line))
  plan.touch(known.id, row)
  if (relative !== undefined) known.relative = relative
  changePerson(plan, row, known, given)
}

const findPatient = (plan: ImportPlan, row: ImportRow, { email }: z.infer<typeof personCells>) =>
  plan.register.find(row.cells) ?? (email ? plan.register.find({ email }) : undefined)

/** Undefined for a word that is unknown, unless somebody has said what the people of the file are. */
function roleOf({
  cells: { role },
  defaultRole = 'PATIENT',
  isRoleChosen,
}: ImportRow): ImportedRole | undefined {
  if (role === undefined) return defaultRole
  return readRole(role) ?? (isRoleChosen ? defaultRole : undefined)
}

/** Says of a second line about somebody what can be done: a name alone may be that of two people. */
function samePerson(
  known: RegisteredPerson,
  { reference, email, signInName }: z.infer<typeof personCells>,
  { line, file }: ImportRow,
): LineMessage {
  const isIdentified = (reference && reference === known.reference) || (email && email === known.email)
  if (isIdentified) return say('SAME_IDENTITY', { line, file })
  if (known.role === 'PATIENT') return say('SAME_PERSON', { line, file })
  return signInName ? say('SIGN_IN_NAME_TAKEN', { signInName }) : say('SAME_CAREGIVER', { line, file })
}

type Cells = z.infer<typeof personCells> & { role: 'PATIENT' | 'CAREGIVER' }

/** A slash separates the area code of a telephone number in German lists. */
const phoneOf = (cell: string | undefined) => cell?.replace(/\s*\/\s*/g, ' ')

const phoneFields = importedFields.filter((name) => personFields[name].schema === phoneSchema)

function checkedCells({ cells }: ImportRow): z.infer<typeof personCells> {
  const numbers = Object.fromEntries(phoneFields.map((name) => [name, phoneOf(cells[name])]))
  const checked = personCells.safeParse({ ...cells, ...numbers }, { error: describeIssue })
  if (checked.success) return checked.data
  throw new LineError(...checked.error.issues.map(({ path, message }) => sayOfCell(path.join('.'), message)))
}

function createPerson(plan: ImportPlan, row: ImportRow, cells: Cells, relative: string | undefined): void {
  const needsName = cells.role === 'CAREGIVER' && !cells.email && !cells.signInName
  const proposed = needsName ? proposeSignInName(cells, plan.isSignInNameTaken) : null
  if (cells.signInName && plan.isSignInNameTaken(cells.signInName))
    throw lineError('SIGN_IN_NAME_TAKEN', { signInName: cells.signInName })
  const person: RegisteredPerson = {
    ...cells,
    id: randomUUID(),
    email: cells.email ?? null,
    signInName: cells.signInName ?? proposed,
    relative,
    reference: cells.reference ?? null,
    ...(Object.fromEntries(importedFields.map((name) => [name, cells[name] ?? null])) as Pick<
      RegisteredPerson,
      ImportedField
    >),
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
  const result = plan.report(row, 'CREATE', newsOf(person), person.id)
  if (canSignIn(person)) plan.invite(person, result)
  else plan.noteAccess(person, result)
}

const canSignIn = ({ email, signInName }: RegisteredPerson) => email !== null || signInName !== null

function newsOf({ email, signInName }: RegisteredPerson): LineMessage {
  if (signInName) return say('CREATED_WITH_NAME', { signInName })
  return say(email ? 'CREATED_AND_INVITED' : 'CREATED_WITHOUT_EMAIL')
}

function changePerson(plan: ImportPlan, row: ImportRow, known: RegisteredPerson, cells: Cells): void {
  if (known.role !== cells.role) throw lineError('OTHER_ROLE')
  if (
    `${known.firstName} ${known.lastName}`.toLowerCase() !==
    `${cells.firstName} ${cells.lastName}`.toLowerCase()
  )
    throw lineError('OTHER_NAME')
  checkIdentity(known, cells)
  if (cells.signInName && !known.signInName && plan.isSignInNameTaken(cells.signInName))
    throw lineError('SIGN_IN_NAME_TAKEN', { signInName: cells.signInName })
  const changed = detailNames.filter((name) => cells[name] !== undefined && cells[name] !== known[name])
  // The ward of staff is that of their team.
  const confirms = known.role === 'PATIENT' && !known.isConfirmed && isPlacedBy(row.cells, known)
  if (changed.length === 0 && !confirms) {
    plan.noteAccess(known, plan.report(row, 'SKIP', say('UNCHANGED'), known.id))
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
  const isInvited = !known.hasPassword && (changed.includes('email') || changed.includes('signInName'))
  if (isInvited) plan.invite(known, result)
  else plan.noteAccess(known, result)
}
