import { type Problem, type ProblemCode, problemOf } from '../../platform/lib/field-messages.ts'

/**
 * What an import says of a line or a file, by its code: an English text, or a function that writes it from the details.
 * The console has the same texts in its languages.
 */
export const importMessages = {
  // What happens.
  CREATED_AND_INVITED: 'is created and invited',
  CREATED_WITH_NAME: ({ signInName }: { signInName: string }) =>
    `is created and invited, signs in as ${signInName}`,
  CREATED_WITHOUT_EMAIL: 'is created, without an e-mail address',
  UNCHANGED: 'exists already, nothing changes',
  CHANGED: ({ columns }: { columns: string }) => `exists already, changed: ${columns}`,
  CONFIRMED: 'exists already, the ward is confirmed',
  LIVES_AT: ({ place }: { place: string }) => `lives at ${place}`,
  ASSIGNED: ({ caregivers }: { caregivers: string }) => `is assigned to ${caregivers}`,
  ASSIGNED_RELATIVES: ({ relatives }: { relatives: string }) => `has the relatives ${relatives}`,
  STAYS_ASSIGNED: ({ caregivers }: { caregivers: string }) =>
    `stays assigned to ${caregivers} without the team`,
  ASSIGNED_ALREADY: 'is assigned already',
  TEAM_CREATED: 'the team is created',
  TEAM_JOINED: ({ caregivers }: { caregivers: string }) => `${caregivers} joins the team`,
  TEAM_LOOKS_AFTER: 'the team looks after the patient',
  TEAM_UNCHANGED: 'is so already',
  RELATIVE_WITHOUT_TEAM: 'is a relative, and joins no team',
  DEVICE_REGISTERED: 'the device is registered, with a key',
  DEVICE_UNCHANGED: 'this device is registered already',

  // Why a line cannot be imported.
  TOO_MANY_CELLS: 'has more cells than the header; put a cell that has the separator in it in quotes',
  ROLE_UNKNOWN: 'role must be PATIENT, CAREGIVER or RELATIVE',
  KIND_UNKNOWN: 'kind must be STAFF or RELATIVE',
  NOT_OF_CAREGIVERS: 'room and reference are those of patients',
  SIGN_IN_NAME_TAKEN: ({ signInName }: { signInName: string }) =>
    `somebody else signs in with the name ${signInName}`,
  PRIORITY_INVALID: ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `priority must be a number from ${minimum} to ${maximum}`,
  RELATIONSHIP_TOO_LONG: ({ maximum }: { maximum: number }) =>
    `relationship must have at most ${maximum} characters`,
  MAC_INVALID: 'macAddress must be a MAC address such as AA:BB:CC:DD:EE:FF, or empty',
  DEVICE_NAME_INVALID: ({ maximum }: { maximum: number }) =>
    `name must be a single line of up to ${maximum} characters`,
  TEAM_NAME_INVALID: ({ maximum }: { maximum: number }) =>
    `team must be a single line of up to ${maximum} characters`,
  PLACE_INVALID: ({ column, maximum }: { column: string; maximum: number }) =>
    `${column} must be a single line of up to ${maximum} characters`,
  WARD_REQUIRED: 'ward is required with a site',
  SAME_IDENTITY: ({ line, file }: { line: number; file: string }) =>
    `has the reference or e-mail address of the person in line ${line} of ${file}; remove one of the lines, or correct it`,
  SAME_PERSON: ({ line, file }: { line: number; file: string }) =>
    `is the same person as in line ${line} of ${file}; give both a reference to tell them apart`,
  SAME_CAREGIVER: ({ line, file }: { line: number; file: string }) =>
    `is the same person as in line ${line} of ${file}; give both a sign-in name or an e-mail address to tell them apart`,
  SAME_DEVICE: ({ line, file }: { line: number; file: string }) =>
    `has the same device name as line ${line} of ${file}; give the second device another name or an address`,
  OTHER_PLACE: ({ line, file, column }: { line: number; file: string; column: string }) =>
    `line ${line} of ${file} gives this person another ${column}`,
  OTHER_VALUE: ({ column }: { column: string }) => `this person has another ${column}`,
  OTHER_ROLE: 'this person exists with another role',
  OTHER_NAME: 'the reference or e-mail address belongs to somebody with another name',
  OTHER_WARD: 'this team looks after another ward',
  NO_PATIENT_NAMED: 'names no patient: give a reference, an e-mail address, or firstName and lastName',
  NAMESAKES: ({ count }: { count: number }) =>
    `${count} patients have this name; give a reference or an e-mail address`,
  PATIENT_UNKNOWN: 'the patient is neither known nor in these files',
  NOT_PATIENT: 'this person is not a patient',
  CAREGIVER_UNKNOWN: ({ email }: { email: string }) =>
    `the caregiver ${email} is neither known nor in these files`,
  CAREGIVER_NAMESAKES: ({ name, count }: { name: string; count: number }) =>
    `${count} caregivers have the name ${name}; give the sign-in name or the e-mail address`,
  RESIDENT_UNKNOWN: ({ name }: { name: string }) => `the patient ${name} is neither known nor in these files`,
  NOT_CAREGIVER: ({ email }: { email: string }) => `${email} is not a caregiver`,
  PLACE_WITHOUT_TEAM: 'no team looks after this place, and the patient has no other caregivers',
  MAC_TAKEN: 'another person has a device with this MAC address',
  TOO_MANY_DEVICES: ({ limit }: { limit: number }) => `a person can have at most ${limit} devices`,
  TOO_MANY_DEVICES_WITH_REPLACED: ({ limit }: { limit: number }) =>
    `An account can have at most ${limit} devices with those that were replaced`,
  TOO_MANY_DEVICE_KEYS: ({ limit }: { limit: number }) => `An account can have at most ${limit} device keys`,

  // Why nothing of a file can be imported.
  SPREADSHEET: 'is a spreadsheet; save it as CSV in UTF-8',
  UTF16: 'cannot be read, perhaps UTF-16 without a byte order mark; save it as CSV in UTF-8',
  NOT_UTF8: 'is encoded neither in UTF-8 nor in Windows-1252; save it as CSV in UTF-8',
  TOO_MANY_LINES: ({ count, maximum }: { count: number; maximum: number }) =>
    `has ${count} lines; at most ${maximum} are imported at once, from all files together`,
  NOT_CSV: ({ reason }: { reason: string }) => `cannot be read as CSV: ${reason}`,
  EMPTY: 'is empty',
  NO_LINES: 'has no lines after the header',
  COLUMN_TWICE: ({ column }: { column: string }) => `has the column ${column} twice`,
  UNKNOWN_COLUMNS:
    'has unknown columns, which can be assigned: people need firstName and lastName, rooms reference or email, devices macAddress, assignments caregiverEmail, teams team',
} as const satisfies Record<string, string | ((details: never) => string)>

export type ImportCode = keyof typeof importMessages

/** What is said of a line. With a column, it is about its cell, and the code is one of a field. */
export interface LineMessage {
  code: ImportCode | ProblemCode
  details?: Problem['details']
  column?: string
  text: string
}

type DetailsOf<Code extends ImportCode> = (typeof importMessages)[Code] extends (
  details: infer Details,
) => string
  ? [details: Details]
  : []

export function say<Code extends ImportCode>(code: Code, ...[details]: DetailsOf<Code>): LineMessage {
  const text: string | ((details: never) => string) = importMessages[code]
  if (typeof text === 'string') return { code, text }
  return { code, details: details as NonNullable<Problem['details']>, text: text(details as never) }
}

/** Says what fieldMessage says of a value. */
export const sayOfCell = (column: string, message: string): LineMessage => ({
  ...problemOf(message),
  column,
  text: `${column} ${message}`,
})

/** Why a line cannot be imported. */
export class LineError extends Error {
  readonly messages: LineMessage[]

  constructor(...messages: LineMessage[]) {
    super(messages.map(({ text }) => text).join('; '))
    this.messages = messages
  }
}

export const lineError = <Code extends ImportCode>(code: Code, ...details: DetailsOf<Code>) =>
  new LineError(say(code, ...details))
