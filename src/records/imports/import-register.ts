import type { ImportedField } from '../../accounts/person-fields.ts'
import type { Role } from '../../platform/role.ts'
import type { ImportRow } from './import-file.ts'
import { lineError } from './import-messages.ts'
import { splitFullName } from './import-names.ts'

/** Somebody who exists or whom an earlier line creates. */
export interface RegisteredPerson extends Record<ImportedField, string | null> {
  id: string
  email: string | null
  signInName: string | null
  reference: string | null
  firstName: string
  lastName: string
  role: Role
  /** Of somebody whom a line calls a relative, with the word of the line, such as "Tochter". */
  relative?: string | undefined
  site: string | null
  ward: string | null
  room: string | null
  /** Whether somebody who may do so has placed them in the ward. */
  isConfirmed: boolean
  hasPassword: boolean
  isNew: boolean
}

/** How a person is called in what is said of others. */
export const callOf = ({ email, firstName, lastName }: RegisteredPerson) =>
  email ?? `${firstName} ${lastName}`

/** Refuses a line that has the reference of one person and the e-mail address of another. */
export function checkIdentity(
  known: RegisteredPerson,
  given: { email?: string | undefined; signInName?: string | undefined; reference?: string | undefined },
): void {
  for (const name of ['email', 'signInName', 'reference'] as const)
    if (known[name] && given[name] && known[name] !== given[name])
      throw lineError('OTHER_VALUE', { column: name })
}

/**
 * Whether a line itself says in which ward somebody lives. One about the room or the phone number alone does not
 * confirm the ward that somebody else has given.
 */
export const isPlacedBy = ({ site, ward }: ImportRow['cells'], person: RegisteredPerson) =>
  Boolean(ward) && (Boolean(site) || person.site === null || person.isConfirmed)

/** Finds the people to whom lines refer. */
export type Register = ReturnType<typeof createRegister>

const nameKey = ({
  firstName = '',
  lastName = '',
}: {
  firstName?: string | undefined
  lastName?: string | undefined
}) => `${firstName} ${lastName}`.toLowerCase()

export function createRegister(people: readonly RegisteredPerson[]) {
  const byReference = new Map<string, RegisteredPerson>()
  const byEmail = new Map<string, RegisteredPerson>()
  const bySignInName = new Map<string, RegisteredPerson>()
  const byId = new Map<string, RegisteredPerson>()
  const patientsByName = new Map<string, Set<RegisteredPerson>>()
  const caregiversByName = new Map<string, Set<RegisteredPerson>>()
  for (const person of people) add(person)
  return { add, find, findCaregiver, getPatient, getPatientCalled, getCaregiver, withId, hasSignInName }

  function withId(id: string): RegisteredPerson | undefined {
    return byId.get(id)
  }

  function hasSignInName(name: string): boolean {
    return bySignInName.has(name)
  }

  function add(person: RegisteredPerson): void {
    if (person.reference) byReference.set(person.reference, person)
    if (person.email) byEmail.set(person.email, person)
    if (person.signInName) bySignInName.set(person.signInName, person)
    byId.set(person.id, person)
    if (person.role === 'ADMIN') return
    const byName = person.role === 'PATIENT' ? patientsByName : caregiversByName
    const namesakes = byName.get(nameKey(person))
    if (namesakes) namesakes.add(person)
    else byName.set(nameKey(person), new Set([person]))
  }

  /**
   * Finds somebody by the reference, else by the e-mail address, else by the name if only one patient has it. A namesake
   * with another reference or address is somebody else.
   */
  function find({
    reference,
    email,
    signInName,
    firstName,
    lastName,
  }: ImportRow['cells']): RegisteredPerson | undefined {
    const known =
      (reference && byReference.get(reference)) ||
      (email && byEmail.get(email.toLowerCase())) ||
      (signInName && bySignInName.get(signInName.toLowerCase())) ||
      undefined
    if (known) return known
    const namesakes = [...(patientsByName.get(nameKey({ firstName, lastName })) ?? [])].filter(
      (person) => !(reference && person.reference) && !(email && person.email),
    )
    if (namesakes.length > 1) throw lineError('NAMESAKES', { count: namesakes.length })
    return namesakes[0]
  }

  function getPatient(cells: ImportRow['cells']): RegisteredPerson {
    if (!cells.reference && !cells.email && !(cells.firstName && cells.lastName))
      throw lineError('NO_PATIENT_NAMED')
    const person = find(cells)
    if (!person) throw lineError('PATIENT_UNKNOWN')
    if (person.role !== 'PATIENT') throw lineError('NOT_PATIENT')
    return person
  }

  /** Finds a patient by what one cell says: the reference, the e-mail address or the name. */
  function getPatientCalled(text: string): RegisteredPerson {
    const known = byReference.get(text) ?? byEmail.get(text.toLowerCase())
    const person = known ?? find(splitFullName(text))
    if (person?.role !== 'PATIENT') throw lineError('RESIDENT_UNKNOWN', { name: text })
    return person
  }

  /** Finds the caregiver of a line of their own: by address, sign-in name, or name if only one has it. */
  function findCaregiver({ email, signInName, firstName, lastName }: ImportRow['cells']) {
    const known =
      (email && byEmail.get(email.toLowerCase())) ||
      (signInName && bySignInName.get(signInName.toLowerCase())) ||
      undefined
    if (known) return known
    const name = `${firstName} ${lastName}`
    const namesakes = [...(caregiversByName.get(nameKey({ firstName, lastName })) ?? [])].filter(
      (person) => !(email && person.email) && !(signInName && person.signInName),
    )
    if (namesakes.length > 1) throw lineError('CAREGIVER_NAMESAKES', { name, count: namesakes.length })
    return namesakes[0]
  }

  /** Finds a caregiver by an e-mail address, a sign-in name or a name, as others refer to them. */
  function getCaregiver(text: string): RegisteredPerson {
    const email = text
    const known = byEmail.get(text.toLowerCase()) ?? bySignInName.get(text.toLowerCase())
    const person = known ?? findCaregiver(splitFullName(text))
    if (!person) throw lineError('CAREGIVER_UNKNOWN', { email })
    if (person.role !== 'CAREGIVER') throw lineError('NOT_CAREGIVER', { email })
    return person
  }
}
