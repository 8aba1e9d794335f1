import {
  type ColumnName,
  type ImportedRole,
  readHeader,
  readRole,
  requiredColumns,
} from './import-columns.ts'
import { parseCsv } from './import-csv.ts'

export interface ImportedPerson {
  email: string
  firstName: string
  lastName: string
  role: ImportedRole
  phone: string
  caregiverEmails: string[]
}

export type LineProblem =
  | 'badEmail'
  | 'missingFirstName'
  | 'missingLastName'
  | 'nameTooLong'
  | 'badRole'
  | 'badPhone'
  | 'duplicate'
  | 'exists'
  | 'unknownCaregiver'
  | 'caregiverOfCaregiver'

export interface PlannedLine {
  line: number
  person: Omit<ImportedPerson, 'role'> & { role: ImportedRole | undefined }
  problems: { problem: LineProblem; value: string }[]
}

/** KnownAccount is an account that exists before the import. */
export interface KnownAccount {
  id: string
  role: 'PATIENT' | 'CAREGIVER' | 'ADMIN'
}

export interface ImportPlan {
  lines: PlannedLine[]
  /** Why the file as a whole cannot be read. */
  missingColumns: ColumnName[]
  unclosedQuoteLine?: number
}

const maxName = 100
const maxPhone = 32
const maxEmail = 254
const emailPattern = /^[^\s@,;"<>()]+@[^\s@,;"<>()]+\.[^\s@,;"<>().]{2,}$/
const phonePattern = /^[+0-9 ().-]+$/

/** planImport says what an import would do, line by line, and does nothing. `known` are the existing accounts by e-mail. */
export function planImport(text: string, known: ReadonlyMap<string, KnownAccount>): ImportPlan {
  const { rows, unclosedQuoteLine } = parseCsv(text)
  const [head, ...records] = rows
  const header = readHeader(head?.cells ?? [])
  const missingColumns = requiredColumns.filter((column) => !header.has(column))
  if (missingColumns.length > 0) return { lines: [], missingColumns }
  const lines = records.map(({ line, cells }) => ({ line, person: readPerson(header, cells) }))
  const firstLines = new Map<string, number>()
  for (const { line, person } of lines) if (!firstLines.has(person.email)) firstLines.set(person.email, line)
  const invited = new Set(
    lines.filter(({ person }) => person.role === 'CAREGIVER').map(({ person }) => person.email),
  )
  const isCaregiver = (email: string) => {
    const account = known.get(email)
    return account ? account.role === 'CAREGIVER' : invited.has(email)
  }
  const planned = lines.map(({ line, person }) => {
    const problems = problemsOf(person, isCaregiver)
    const firstLine = firstLines.get(person.email)
    if (firstLine !== line && person.email) problems.push({ problem: 'duplicate', value: String(firstLine) })
    if (known.has(person.email)) problems.push({ problem: 'exists', value: person.email })
    return { line, person, problems }
  })
  const plan = { lines: planned, missingColumns }
  return unclosedQuoteLine === undefined ? plan : { ...plan, unclosedQuoteLine }
}

function readPerson(header: ReadonlyMap<ColumnName, number>, cells: readonly string[]) {
  const cell = (column: ColumnName) => {
    const index = header.get(column)
    // An apostrophe is how spreadsheets mark a text that looks like a formula, such as a phone number with a plus.
    return (index === undefined ? '' : (cells[index] ?? '')).trim().replace(/^'(?=[=+\-@])/, '')
  }
  const emails = cell('caregiverEmails')
    .toLowerCase()
    .split(/[\s,;|]+/)
  return {
    email: cell('email').toLowerCase(),
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    role: readRole(cell('role')),
    phone: cell('phone'),
    caregiverEmails: [...new Set(emails.filter(Boolean))],
  }
}

function problemsOf(person: PlannedLine['person'], isCaregiver: (email: string) => boolean) {
  const problems: PlannedLine['problems'] = []
  const add = (problem: LineProblem, value = '') => problems.push({ problem, value })
  const { email, firstName, lastName, role, phone, caregiverEmails } = person
  if (!emailPattern.test(email) || email.length > maxEmail) add('badEmail', email)
  if (!firstName) add('missingFirstName')
  if (!lastName) add('missingLastName')
  if (firstName.length > maxName || lastName.length > maxName) add('nameTooLong')
  if (!role) add('badRole')
  if (phone && (!phonePattern.test(phone) || phone.length > maxPhone)) add('badPhone', phone)
  if (role === 'CAREGIVER' && caregiverEmails.length > 0) add('caregiverOfCaregiver')
  if (role === 'PATIENT')
    for (const caregiver of caregiverEmails) if (!isCaregiver(caregiver)) add('unknownCaregiver', caregiver)
  return problems
}

/** importOrder is the lines without problems, caregivers first: patients are assigned to them. */
export function importOrder({ lines }: ImportPlan): { line: number; person: ImportedPerson }[] {
  const people = lines.flatMap(({ line, person: { role, ...person }, problems }) =>
    role && problems.length === 0 ? [{ line, person: { ...person, role } }] : [],
  )
  return people.sort((a, b) => Number(a.person.role === 'PATIENT') - Number(b.person.role === 'PATIENT'))
}
