import type { ImportedRole } from './import-columns.ts'
import type { ImportRow } from './import-file.ts'
import { lineError } from './import-messages.ts'

/** RegisteredPerson is somebody who exists or whom an earlier line creates. */
export interface RegisteredPerson {
  id: string
  email: string | null
  reference: string | null
  firstName: string
  lastName: string
  role: ImportedRole | 'ADMIN'
  phone: string | null
  dateOfBirth: string | null
  emergencyContact: string | null
  site: string | null
  ward: string | null
  room: string | null
  /** Whether somebody who may do so has placed them in the ward. */
  isConfirmed: boolean
  hasPassword: boolean
  isNew: boolean
}

/** checkIdentity refuses a line that has the reference of one person and the e-mail address of another. */
export function checkIdentity(
  known: RegisteredPerson,
  given: { email?: string | undefined; reference?: string | undefined },
): void {
  for (const name of ['email', 'reference'] as const)
    if (known[name] && given[name] && known[name] !== given[name])
      throw lineError('OTHER_VALUE', { column: name })
}

/**
 * isPlacedBy tells whether a line itself says in which ward somebody lives. One about the room or the phone number alone does not
 * confirm the ward that somebody else has given.
 */
export const isPlacedBy = ({ site, ward }: ImportRow['cells'], person: RegisteredPerson) =>
  Boolean(ward) && (Boolean(site) || person.site === null || person.isConfirmed)

/** Register finds the people to whom lines refer. */
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
  const byName = new Map<string, Set<RegisteredPerson>>()
  for (const person of people) add(person)
  return { add, find, getPatient, getCaregiver }

  function add(person: RegisteredPerson): void {
    if (person.reference) byReference.set(person.reference, person)
    if (person.email) byEmail.set(person.email, person)
    if (person.role !== 'PATIENT') return
    const namesakes = byName.get(nameKey(person))
    if (namesakes) namesakes.add(person)
    else byName.set(nameKey(person), new Set([person]))
  }

  /**
   * Finds somebody by the reference, else by the e-mail address, else by the name if only one patient has it. A namesake
   * with another reference or address is somebody else.
   */
  function find({ reference, email, firstName, lastName }: ImportRow['cells']): RegisteredPerson | undefined {
    const known =
      (reference && byReference.get(reference)) || (email && byEmail.get(email.toLowerCase())) || undefined
    if (known) return known
    const namesakes = [...(byName.get(nameKey({ firstName, lastName })) ?? [])].filter(
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

  function getCaregiver(email: string): RegisteredPerson {
    const person = byEmail.get(email.toLowerCase())
    if (!person) throw lineError('CAREGIVER_UNKNOWN', { email })
    if (person.role !== 'CAREGIVER') throw lineError('NOT_CAREGIVER', { email })
    return person
  }
}
