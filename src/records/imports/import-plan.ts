import type { CountsBefore } from '../../telemetry/devices/device-provisioning.ts'
import { createDeviceIndex, type PlannedDevice } from './import-device-index.ts'
import type { ImportRow } from './import-file.ts'
import type { LineMessage } from './import-messages.ts'
import { createRegister, type RegisteredPerson } from './import-register.ts'

export const actions = ['CREATE', 'UPDATE', 'SKIP', 'ERROR'] as const
export type ImportAction = (typeof actions)[number]

/** LineResult is what happens with a line. */
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
}

export interface PlannedAssignment {
  caregiverId: string
  patientId: string
  relationship: string | null
  priority: number
}

/** PlannedTeam is a team that exists or that an earlier line creates, with its members and chosen patients. */
export interface PlannedTeam {
  id: string
  name: string
  site: string | null
  ward: string | null
  isNew: boolean
  memberIds: Set<string>
  patientIds: Set<string>
}

/** Known is what the database knows of the people and devices of the files. */
export interface Known {
  people: RegisteredPerson[]
  /** `caregiver patient`, as ids, and whether by hand and not only by a team. */
  assigned: { pair: string; byHand: boolean }[]
  devices: PlannedDevice[]
  /** The number of device keys of those who have some. */
  keys: { userId: string; count: number }[]
  teams: PlannedTeam[]
}

/** AccountChange is the details of an account that a line changes. */
export type AccountChange = Partial<
  Record<'email' | 'phone' | 'dateOfBirth' | 'emergencyContact' | 'reference', string>
>

/** ImportPlan collects what an import would do, line by line. Nothing is written meanwhile. */
export type ImportPlan = ReturnType<typeof createPlan>

export function createPlan(known: Known, today: string) {
  const results: LineResult[] = []
  const touched = new Map<string, ImportRow>()
  return {
    today,
    register: createRegister(known.people),
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
    invited: new Map<string, LineResult>(),
    /** The lines of files of rooms, by person. */
    roomLines: new Map<string, ImportRow[]>(),
    assignments: [] as PlannedAssignment[],
    newDevices: [] as (PlannedDevice & { result: LineResult; before: CountsBefore })[],
    results,
    /** Remembers the line of a person, who may be in one line only. */
    touch: (id: string, row: ImportRow) => void touched.set(id, row),
    lineOf: (id: string) => touched.get(id),
    report(
      row: Pick<ImportRow, 'file' | 'line'> & Partial<ImportRow>,
      action: ImportAction,
      said: LineMessage | LineMessage[],
      userId: string | null = null,
    ): LineResult {
      const { firstName = '', lastName = '' } = row.cells ?? {}
      const name = `${firstName} ${lastName}`.trim() || null
      const messages = [said].flat()
      const message = messages.map(({ text }) => text).join('; ')
      const result = { file: row.file, line: row.line, action, message, messages, userId, name }
      results.push(result)
      return result
    },
  }
}
