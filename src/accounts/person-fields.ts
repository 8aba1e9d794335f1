import { z } from 'zod'
import { birthDateSchema, optionalLine, phoneSchema } from '../platform/http/schemas.ts'
import { invalidFields } from '../platform/lib/errors.ts'
import { fieldMessage } from '../platform/lib/field-messages.ts'

const within = (least: number, value: number, most: number) => value >= least && value <= most

/** Systolic over diastolic, as it is written down everywhere. */
const bloodPressureSchema = z
  .string()
  .trim()
  .regex(/^\d{2,3}\/\d{2,3}$/, fieldMessage('NOT_BLOOD_PRESSURE'))
  .refine((pressure) => {
    const [systolic = 0, diastolic = 0] = pressure.split('/').map(Number)
    return within(40, systolic, 300) && within(20, diastolic, 200) && systolic > diastolic
  }, fieldMessage('BLOOD_PRESSURE_OUT_OF_RANGE'))
  .meta({ example: '120/80' })

/** Where a field is shown or can be changed: requests of the API, and imported files. */
type Place = 'newPatient' | 'patient' | 'caregiver' | 'profile' | 'account' | 'import'

interface PersonField {
  /** Of the table `users`. */
  column: string
  type: 'text' | 'date'
  /** What may be stored. */
  schema: z.ZodType<string>
  shownIn: readonly Place[]
  changedIn: readonly Place[]
}

/**
 * Describes what is stored of a person beside the name and the e-mail address. The columns of queries, the
 * schemas of requests and responses, imports and the export take the fields from here.
 */
export const personFields = {
  phone: {
    column: 'phone',
    type: 'text',
    schema: phoneSchema,
    shownIn: ['patient', 'caregiver', 'profile', 'account'],
    changedIn: ['patient', 'caregiver', 'profile', 'account', 'import'],
  },
  dateOfBirth: {
    column: 'date_of_birth',
    type: 'date',
    schema: birthDateSchema,
    shownIn: ['patient', 'profile', 'account'],
    changedIn: ['newPatient', 'patient', 'profile', 'account', 'import'],
  },
  emergencyContact: {
    column: 'emergency_contact',
    type: 'text',
    schema: phoneSchema,
    shownIn: ['patient'],
    changedIn: ['newPatient', 'patient', 'import'],
  },
  avatar: {
    column: 'avatar',
    type: 'text',
    schema: z.string(),
    shownIn: ['profile', 'account'],
    changedIn: [],
  },
  /** Shown with the other vital signs, which a patient may withhold. */
  bloodPressure: {
    column: 'blood_pressure',
    type: 'text',
    schema: bloodPressureSchema,
    shownIn: [],
    changedIn: ['patient'],
  },
  specialization: {
    column: 'specialization',
    type: 'text',
    schema: optionalLine(2000).meta({ example: 'Geriatrics' }),
    shownIn: ['caregiver'],
    changedIn: ['caregiver'],
  },
  organization: {
    column: 'organization',
    type: 'text',
    schema: optionalLine(2000).meta({ example: 'Casa Verde' }),
    shownIn: ['caregiver'],
    changedIn: ['caregiver'],
  },
} as const satisfies Record<string, PersonField>

type Fields = typeof personFields
export type PersonFieldName = keyof Fields

type FieldIn<Use extends 'shownIn' | 'changedIn', In extends Place> = {
  [Name in PersonFieldName]: In extends Fields[Name][Use][number] ? Name : never
}[PersonFieldName]

export type ShownField<In extends Place> = FieldIn<'shownIn', In>

/** A field that an imported file can have. */
export type ImportedField = FieldIn<'changedIn', 'import'>

const entries = Object.entries(personFields) as [PersonFieldName, PersonField][]

/** Lists the fields that can be changed somewhere. */
export const changeableFields = entries
  .filter(([, { changedIn }]) => changedIn.length > 0)
  .map(([name]) => name)

export const importedFields = entries
  .filter(([, { changedIn }]) => changedIn.includes('import'))
  .map(([name]) => name as ImportedField)

/** Selects fields under their names. A text that was emptied is null. */
export const personColumns = (names: readonly PersonFieldName[]) =>
  names
    .map((name) => {
      const { column, type } = personFields[name]
      return `${type === 'text' ? `nullif(${column}, '')` : column} as "${name}"`
    })
    .join(', ')

export const shownFields = (place: Place) =>
  entries.filter(([, { shownIn }]) => shownIn.includes(place)).map(([name]) => name)

/** The fields of a response. */
export const shownSchemas = <In extends Place>(place: In) =>
  Object.fromEntries(shownFields(place).map((name) => [name, z.string().nullable()])) as {
    [Name in ShownField<In>]: z.ZodNullable<z.ZodString>
  }

/** The fields of a request. */
export const changeSchemas = <In extends Place>(place: In) =>
  Object.fromEntries(
    entries
      .filter(([, { changedIn }]) => changedIn.includes(place))
      .map(([name, { schema }]) => [name, schema]),
  ) as { [Name in FieldIn<'changedIn', In>]: Fields[Name]['schema'] }

/** Throws 400 for a date of birth that does not lie in the past, by the clock of the service. */
export function assertBorn({ dateOfBirth }: { dateOfBirth?: string | null | undefined }, now: Date): void {
  if (dateOfBirth && dateOfBirth >= now.toISOString().slice(0, 10)) {
    throw invalidFields({ dateOfBirth: fieldMessage('NOT_PAST') })
  }
}
