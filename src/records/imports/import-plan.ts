import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import type { ImportedField } from '../../accounts/person-fields.ts'
import type { CountsBefore } from '../../telemetry/devices/device-provisioning.ts'
import { createDeviceIndex, type PlannedDevice } from './import-device-index.ts'
import type { ImportRow } from './import-file.ts'
import type { LineMessage } from './import-messages.ts'
import { createRegister, type RegisteredPerson } from './import-register.ts'

export const actions = ['CREATE', 'UPDATE', 'SKIP', 'ERROR'] as const
export type ImportAction = (typeof actions)[number]

/** What happens with a line. */
export interface LineResult {
  file: string
  line: number
  action: ImportAction
  message: string
  /** What the message says, as data. */
  messages: LineMessage[]
  /** The person of the line; null of an error, and of somebody whom a dry run would create. */
  userId: string | null
  name: string | null
  /** Of a line about a person who exists: whether they can sign in. */
  access?: 'HAS_PASSWORD' | 'INVITED_EARLIER' | 'NONE'
  /** Of a line whose person gets an invitation: what they sign in with. */
  invited?: { email: string | null; signInName: string | null }
}

export interface PlannedAssignment {
  caregiverId: string
  patientId: string
  kind: AssignmentKind
  relationship: string | null
  priority: number
}

/** A team that exists or that an earlier line creates, with its members and chosen patients. */
export interface PlannedTeam {
  id: string
  name: string
  site: string | null
  ward: string | null
  isNew: boolean
  memberIds: Set<string>
  patientIds: Set<string>
}

/** What the database knows of the people and devices of the files. */
export interface Known {
  people: RegisteredPerson[]
  /** `caregiver patient`, as ids, and whether by hand and not only by a team. */
  assigned: { pair: string; byHand: boolean }[]
  devices: PlannedDevice[]
  /** The number of device keys of those who have some. */
  keys: { userId: string; count: number }[]
  /** Sign-in names like those that the files could propose. */
  signInNames: string[]
  teams: PlannedTeam[]
}

/** The details of an account that a line changes. */
export type AccountChange = Partial<Record<'email' | 'signInName' | 'reference' | ImportedField, string>>

/** Collects what an import would do, line by line. Nothing is written meanwhile. */
export type ImportPlan = ReturnType<typeof createPlan>

/** Keeps what the first call returns. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export function createPlan(known: Known, today: string) {
  const results: LineResult[] = []
  const touched = new Map<string, ImportRow>()
  const register = createRegister(known.people)
  const takenNames = new Set(known.signInNames)
  const invited = new Map<string, LineResult>()
  const personOfRow = new Map<ImportRow, string>()
  const placesOfTeams = once(() => {
    const places = new Map<string, ImportRow['cells'][]>()
    for (const [{ cells }, id] of personOfRow) {
      if (!cells.team || !cells.ward || register.withId(id)?.role !== 'CAREGIVER') continue
      const known = places.get(cells.team) ?? []
      if (!known.some(({ site, ward }) => site === cells.site && ward === cells.ward)) known.push(cells)
      places.set(cells.team, known)
    }
    return places
  })
  return {
    today,
    register,
    isSignInNameTaken: (name: string) => takenNames.has(name) || register.hasSignInName(name),
    /** The patients who have caregivers. */
    attended: new Set(known.assigned.map(({ pair }) => pair.split(' ')[1])),
    /** Whether an assignment is by hand. */
    assigned: new Map(known.assigned.map(({ pair, byHand }) => [pair, byHand])),
    devices: createDeviceIndex(known.devices),
    /** The first line about a device. */
    deviceLines: new Map<PlannedDevice, ImportRow>(),
    /** The number of device keys, by owner. */
    keys: new Map(known.keys.map(({ userId, count }) => [userId, count])),
    /** By name. */
    teams: new Map(known.teams.map((team) => [team.name, team])),
    changedTeams: new Set<PlannedTeam>(),
    /** Who is created or changed, by id. */
    people: new Map<string, RegisteredPerson>(),
    /** What is changed of the accounts of people who exist, by id. */
    changes: new Map<string, AccountChange>(),
    /** Who gets an invitation, with the result that shows it. */
    invited,
    invite({ id, email, signInName }: RegisteredPerson, result: LineResult): void {
      result.invited = { email, signInName }
      invited.set(id, result)
    },
    /** The lines of files of rooms, by person. */
    roomLines: new Map<string, ImportRow[]>(),
    assignments: [] as PlannedAssignment[],
    newDevices: [] as (PlannedDevice & { result: LineResult; before: CountsBefore })[],
    results,
    noteAccess({ hasPassword, email, signInName }: RegisteredPerson, result: LineResult): void {
      const isInvited = email !== null || signInName !== null
      result.access = hasPassword ? 'HAS_PASSWORD' : isInvited ? 'INVITED_EARLIER' : 'NONE'
    },
    /** Remembers the line of a person, who may be in one line only. */
    touch(id: string, row: ImportRow): void {
      touched.set(id, row)
      personOfRow.set(row, id)
    },
    /** The person of a line that was planned. */
    personOf: (row: ImportRow) => register.withId(personOfRow.get(row) ?? ''),
    /** The ward that the team of a caregiver looks after: that of all the lines of the team, if it is one. */
    wardOfTeam({
      cells: { team, site, ward },
    }: ImportRow): { site: string | null; ward: string } | undefined {
      const places = team === undefined ? [{ site, ward }] : (placesOfTeams().get(team) ?? [])
      const [place] = places
      return places.length === 1 && place?.ward ? { site: place.site ?? null, ward: place.ward } : undefined
    },
    lineOf: (id: string) => touched.get(id),
    report(
      row: Pick<ImportRow, 'file' | 'line'> & Partial<ImportRow>,
      action: ImportAction,
      said: LineMessage | LineMessage[],
      userId: string | null = null,
    ): LineResult {
      // A line about a device has only the number of its person.
      const { firstName = '', lastName = '' } = (userId && register.withId(userId)) || row.cells || {}
      const name = `${firstName} ${lastName}`.trim() || null
      const messages = [said].flat()
      const message = messages.map(({ text }) => text).join('; ')
      const result = { file: row.file, line: row.line, action, message, messages, userId, name }
      results.push(result)
      return result
    },
  }
}
