import { z } from 'zod'
import { placeFields } from '../../accounts/residences/place.schemas.ts'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { exampleDay, withExample } from '../../platform/http/examples.ts'
import { optionalParagraphs, timeSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { actingPersonSchema } from '../model/acting-person.schemas.ts'
import { fallSources } from './fall-item.ts'
import { activities, footwear, type RecordDetails } from './fall-record.ts'

const maxLength = 2000

const told = z.boolean().nullish()
const words = optionalParagraphs(maxLength).nullish()

/** What a record says beside the time; an empty text and a field that is missing are null. */
const details = {
  location: words,
  witnessed: z.boolean().nullish().meta({ description: 'Whether somebody saw the fall' }),
  foundBy: words.meta({ description: 'Who found the person, or saw the fall' }),
  activity: z.enum(activities).nullish().meta({ description: 'What the person was doing' }),
  footwear: z.enum(footwear).nullish(),
  circumstances: words.meta({ description: 'Light, floor, walking aid, glasses' }),
  injuries: words,
  measures: words.meta({ description: 'What was done' }),
  doctorTold: told,
  doctorDetails: words.meta({ description: 'Who was told, and when' }),
  familyTold: told,
  familyDetails: words.meta({ description: 'Who was told, and when' }),
}

const example = {
  location: 'Bathroom',
  witnessed: false,
  foundBy: 'Ana Ruiz, on her round',
  activity: 'TOILET',
  footwear: 'SOCKS',
  circumstances: 'The light was on; the walking frame stood at the bed.',
  injuries: 'A graze on the left elbow',
  measures: 'Helped up by two, wound cleaned, blood pressure 130/80.',
  doctorTold: true,
  doctorDetails: 'Dr. Vidal, 07:40',
  familyTold: false,
} as const

const reportedFields = {
  occurredAt: timeSchema.meta({
    description: 'When it happened: not in the future, and at most 31 days ago',
  }),
  ...details,
}

/** What a report of a fall has, wherever it is made. */
export const reportedFallFields = z.object(reportedFields)
export type ReportedFall = z.infer<typeof reportedFallFields>

export const reportedFallBody = withExample(reportedFallFields, {
  occurredAt: `${exampleDay}T00:00:00Z`,
  ...example,
})

export const recordBody = withExample(
  z.object({
    occurredAt: reportedFields.occurredAt.optional().meta({
      description: 'When it happened, of a fall that a person reported; without it, the time stays as it is',
    }),
    ...details,
    version: z.int().min(0).optional().meta({
      description: 'The newest version that you have read, 0 if there was none: 409 if there is a later one',
    }),
  }),
  example,
)
export type RecordChange = z.infer<typeof recordBody>

const shown = {
  occurredAt: timestamp,
  location: z.string().nullable(),
  witnessed: z.boolean().nullable(),
  foundBy: z.string().nullable(),
  activity: z.enum(activities).nullable(),
  footwear: z.enum(footwear).nullable(),
  circumstances: z.string().nullable(),
  injuries: z.string().nullable(),
  measures: z.string().nullable(),
  doctorTold: z.boolean().nullable(),
  doctorDetails: z.string().nullable(),
  familyTold: z.boolean().nullable(),
  familyDetails: z.string().nullable(),
} satisfies Record<keyof RecordDetails, z.ZodType>

export const fallRecordResponse = responseSchema(
  'The record of a fall',
  z
    .object({
      fallId: uuidSchema,
      patientId: uuidSchema,
      patientName: z.string(),
      dateOfBirth: z.string().nullable(),
      ...placeFields,
      level: z.enum(fallLevels),
      source: z.enum(fallSources),
      reportedBy: actingPersonSchema.nullable().meta({ description: 'Who reported it for the patient' }),
      incidentId: uuidSchema.nullable(),
      ...shown,
      versions: z
        .array(
          z.object({
            version: z.int(),
            at: timestamp,
            by: actingPersonSchema,
            station: z.string().nullable(),
            ...shown,
          }),
        )
        .meta({
          description: 'As it was written and changed, the newest last; empty until somebody documents it',
        }),
    })
    .meta({ id: 'FallRecord' }),
)

/** What a request says, with null for what it does not say. */
export const detailsOf = ({ occurredAt, ...given }: RecordChange & { occurredAt: Date }): RecordDetails => ({
  occurredAt,
  location: given.location || null,
  witnessed: given.witnessed ?? null,
  foundBy: given.foundBy || null,
  activity: given.activity ?? null,
  footwear: given.footwear ?? null,
  circumstances: given.circumstances || null,
  injuries: given.injuries || null,
  measures: given.measures || null,
  doctorTold: given.doctorTold ?? null,
  doctorDetails: given.doctorDetails || null,
  familyTold: given.familyTold ?? null,
  familyDetails: given.familyDetails || null,
})
