import { z } from 'zod'
import { fallSources } from '../../alerting/falls/fall-item.ts'
import { incidentStates, outcomes } from '../../alerting/model/incident.ts'
import { likelyLevels } from '../../detection/levels/fall-level.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { line, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { type CountedKind, countedKinds } from './report-figures.ts'

const month = z
  .string({
    error: (issue) =>
      Array.isArray(issue.input) ? fieldMessage('GIVEN_TWICE') : fieldMessage('MONTH_REQUIRED'),
  })
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, fieldMessage('NOT_MONTH'))
  .meta({ description: 'A month in the time zone of the installation, written `YYYY-MM`' })

const format = z
  .enum(['json', 'csv'])
  .default('json')
  .meta({ description: '`csv` downloads a table: a line for each patient, and one for each fall' })

export const patientReportQuery = z.object({ month, format })

const place = line(100).optional()
export const homeReportQuery = z.object({
  month,
  format,
  site: place.meta({ description: 'Only what happened while patients lived at this site' }),
  ward: place.meta({ description: 'Only what happened while patients lived in this ward' }),
})

const frame = {
  month: z.string(),
  from: timestamp,
  to: timestamp.meta({ description: 'When the next month begins' }),
  timeZone: z.string(),
  createdAt: timestamp,
}

const share = z.number().min(0).max(1).nullable()

const inTime =
  'The share that was answered within that time. An unanswered incident counts once the time has passed'

const uptime = share.meta({
  description:
    'The share of hours with a reading, since the first device was added and up to now; null if there was no device, or its readings are not kept any more',
  example: 0.9871,
})

const incidents = z
  .object(Object.fromEntries(countedKinds.map((kind) => [kind, z.int()])) as Record<CountedKind, z.ZodInt>)
  .meta({ description: 'Incidents of other kinds that were opened, without tests' })

const figures = {
  counts: z.object({
    falls: z.int().meta({ description: 'Alarms of a fall that have not turned out to be something else' }),
    reported: z.int().meta({ description: 'How many of these falls people reported, instead of a device' }),
    nearFalls: z.int(),
    falseAlarms: z.int(),
    tests: z.int(),
    cancelled: z.int().meta({ description: 'The patient said that they are fine before anybody was told' }),
  }),
  responses: z
    .object({
      answered: z.int(),
      unanswered: z.int(),
      medianSeconds: z.number().nullable(),
      p90Seconds: z
        .int()
        .nullable()
        .meta({ description: 'The 90th percentile: nine of ten were answered within this time' }),
      longestSeconds: z.int().nullable(),
      within60s: share.meta({ description: inTime }),
      within180s: share.meta({ description: inTime }),
    })
    .meta({ description: 'How fast incidents of falls and calls for help were answered' }),
  incidents,
  uptime,
}

const residence = z
  .object({ site: z.string().nullable(), ward: z.string().nullable(), room: z.string().nullable() })
  .nullable()

const fallFields = {
  id: uuidSchema,
  at: timestamp,
  level: z.enum(likelyLevels),
  source: z.enum(fallSources),
  residence: residence.meta({ description: 'Where the patient lived at the time' }),
  location: z.string().nullable(),
  witnessed: z.boolean().nullable(),
  incidentId: uuidSchema.nullable(),
  state: z.enum(incidentStates).nullable(),
  outcome: z.enum(outcomes).nullable(),
  injuries: z.string().nullable().meta({ description: 'As whoever resolved the incident recorded them' }),
  reportedInjuries: z
    .string()
    .nullable()
    .meta({ description: 'As whoever reported the fall described them' }),
  responseSeconds: z.int().nullable(),
}

const patientFields = {
  patientId: uuidSchema,
  patientName: z.string(),
  residence: residence.meta({ description: 'Where the patient lives now; null if nobody has entered it' }),
}

export const patientReportSchema = z
  .object({
    ...frame,
    ...patientFields,
    ...figures,
    devices: z.array(z.object({ id: uuidSchema, name: z.string(), uptime: share })),
    falls: z.array(z.object(fallFields)).meta({ description: 'From POTENTIAL on, oldest first' }),
  })
  .meta({ id: 'PatientReport' })

const homeFigures = {
  counts: figures.counts,
  responses: figures.responses,
  residentDays: z.number().meta({
    description:
      'The days on which patients lived there, added up: from when they were registered, and in the current month up to now',
  }),
  fallsPer1000Days: z
    .number()
    .nullable()
    .meta({ description: 'Falls for each 1,000 of these days; null if there were none', example: 4.72 }),
}

const byHour = z
  .array(z.int())
  .length(24)
  .meta({ description: 'Falls by the hour of the day, in the time zone of the installation' })

const homeReportSchema = z
  .object({
    ...frame,
    site: z.string().nullable(),
    ward: z.string().nullable(),
    ...homeFigures,
    incidents,
    previous: z
      .object({ month: z.string(), ...homeFigures })
      .meta({ description: 'The same figures of the month before' }),
    byHour,
    twelveMonths: z
      .object({
        from: timestamp,
        to: timestamp,
        byHour,
        byWeek: z
          .array(z.object({ weekStart: z.iso.date(), count: z.int() }))
          .meta({ description: 'Falls by week, which begins on Monday' }),
      })
      .meta({ description: 'The falls of the twelve months that end with this one' }),
    uptime: share.meta({ description: 'The mean of the patients who have a device' }),
    patients: z.array(z.object({ ...patientFields, ...figures })),
    falls: z.array(z.object({ ...patientFields, ...fallFields })),
  })
  .meta({ id: 'HomeReport' })

const csv = z.unknown().meta({ type: 'string' })

/** A response that is JSON, or CSV if the query asks for it. */
const withCsv = (description: string, schema: z.ZodType) => ({
  description,
  content: {
    'application/json': { schema: responseSchema(description, schema) },
    'text/csv': { schema: csv },
  },
})

export const patientReportResponse = withCsv('The month of a patient', patientReportSchema)
export const homeReportResponse = withCsv('The month of a home', homeReportSchema)
