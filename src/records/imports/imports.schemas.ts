import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { nameSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { fileKinds, importedRoles, importFields } from './import-columns.ts'
import { dateOrders, twoDigitYears } from './import-dates.ts'
import { encodings } from './import-encoding.ts'
import { accessStates } from './import-invitations.ts'
import { actions } from './import-plan.ts'

const maxFiles = 10

/** The body may be much larger than what is imported, so that a file of 100,000 lines gets an answer that says why. */
export const maxImportBytes = 32 * 1024 * 1024

const fileSchema = z
  .object({
    name: nameSchema.meta({ example: 'residents.csv' }),
    content: z.string().optional().meta({ description: 'The text of the file' }),
    contentBase64: z.base64(fieldMessage('NOT_BASE64')).optional().meta({
      description:
        'The bytes of the file instead, so that the service finds out their encoding: UTF-8, Windows-1252, or UTF-16 with a byte order mark',
    }),
    columns: z
      .record(z.string().max(1000), z.enum(importFields).nullable())
      .optional()
      .meta({
        description:
          'The field of a column, by its title, if it is not recognised; null leaves the column out',
        example: { Stockwerk: 'ward' },
      }),
    role: z.enum(importedRoles).optional().meta({
      description:
        'What the people of the file are whose lines have no role, or a word that is unknown. Without it, the name of the file decides, such as `staff.csv`',
    }),
    dates: z
      .object({
        dateOrder: z.enum(dateOrders).optional().meta({ description: 'What 10/8/1945 means' }),
        twoDigitYears: z.enum(twoDigitYears).optional().meta({
          description: 'What 08.10.45 means: 1945; with `LAST_HUNDRED_YEARS`, 08.10.20 means 2020, not 1920',
        }),
      })
      .optional()
      .meta({ description: 'How dates are meant, if the file leaves it open: see `questions`' }),
  })
  .refine(
    ({ content, contentBase64 }) => (content === undefined) !== (contentBase64 === undefined),
    fieldMessage('NOT_ONE_CONTENT'),
  )

export const importBody = withExample(
  z.object({
    files: z
      .array(fileSchema)
      .min(1)
      .max(maxFiles)
      // The lines of the result are known by the name of their file.
      .refine(
        (files) => new Set(files.map(({ name }) => name)).size === files.length,
        fieldMessage('NAMES_EQUAL'),
      ),
    dryRun: z.boolean().default(false).meta({ description: 'Only tell what would happen' }),
    mail: z.boolean().default(true).meta({
      description: 'Whether invitations are sent to e-mail addresses, if the service sends mail',
    }),
  }),
  {
    files: [
      {
        name: 'residents.csv',
        content:
          'reference,firstName,lastName,site,ward,room\n1001,Irma,Voss,Elm House,B,12\n1002,Otto,Lang,Elm House,B,14\n',
      },
    ],
    dryRun: true,
  },
)
export type ImportRequest = z.infer<typeof importBody>

const count = z.int()
const lineMessage = {
  code: z.string().meta({ example: 'PATIENT_UNKNOWN' }),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  column: z.string().optional().meta({ description: 'Of a cell: the code is one of a field' }),
  text: z.string(),
}
const importSchema = z
  .object({
    applied: z.boolean().meta({
      description:
        'False for a dry run, if a line has an error, and if a question is open: then nothing is changed',
    }),
    dryRun: z.boolean(),
    counts: z.object({ CREATE: count, UPDATE: count, SKIP: count, ERROR: count }),
    unattended: z.array(z.object({ site: z.string().nullable(), ward: z.string().nullable(), count })).meta({
      description:
        'The places of new or changed patients whom no caregiver or team looks after: a ward may be written differently',
    }),
    files: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(fileKinds).nullable().meta({ description: 'Null if the file cannot be read' }),
        lines: count,
        encoding: z
          .enum(encodings)
          .nullable()
          .meta({ description: 'Null of a file that was given as a text' }),
        ignoredColumns: z.array(z.string()),
        columns: z.array(
          z.object({
            title: z.string(),
            field: z.enum(importFields).nullable().meta({ description: 'Null if it is not imported' }),
            examples: z.array(z.string()).meta({ description: 'Some of its cells' }),
          }),
        ),
        role: z.enum(importedRoles).nullable().meta({
          description: 'What the people of a file are that has no column with a role',
        }),
      }),
    ),
    questions: z
      .array(
        z.object({
          file: z.string(),
          about: z
            .enum(['dateOrder', 'twoDigitYears'])
            .meta({ description: 'The field of `dates` that answers' }),
          example: z.string().meta({ example: '08.10.45' }),
          options: z.array(z.object({ answer: z.enum([...dateOrders, ...twoDigitYears]), date: z.string() })),
          lines: z.array(z.int()),
        }),
      )
      .meta({ description: 'What the files leave open; nothing is imported before it is answered' }),
    errors: z
      .array(
        z.object({
          file: z.string(),
          ...lineMessage,
          lines: z.array(z.int()).meta({ description: 'The lines that have this error' }),
        }),
      )
      .meta({ description: 'Each error once, with its lines' }),
    lines: z.array(
      z.object({
        file: z.string(),
        line: z.int().meta({ description: 'The number of the line in the file; the first is 1' }),
        action: z.enum(actions),
        message: z.string(),
        messages: z.array(z.object(lineMessage)).meta({ description: 'What `message` says, as data' }),
        name: z.string().nullable(),
        userId: uuidSchema.nullable(),
        access: z.enum(accessStates).nullable().meta({
          description:
            'How the person of the line gets to sign in, or would after a dry run: the invitation was mailed, or is to be handed over, they have a password, were invited earlier, or are not invited. Null of other lines',
        }),
        invited: z
          .object({ email: z.string().nullable(), signInName: z.string().nullable() })
          .optional()
          .meta({ description: 'What an invited person signs in with' }),
        invitation: z
          .object({
            email: z.string().nullable(),
            signInName: z.string().nullable(),
            token: z.string(),
            expiresAt: timestamp,
            url: z.string().nullable(),
          })
          .nullable(),
        device: z
          .object({
            id: uuidSchema,
            macAddress: z.string(),
            name: z.string(),
            key: z.string(),
            patientName: z.string().meta({ description: 'The resident who wears it' }),
            place: z.object({
              site: z.string().nullable(),
              ward: z.string().nullable(),
              room: z.string().nullable(),
            }),
          })
          .nullable(),
      }),
    ),
    resultCsv: z.string().meta({
      description:
        'The same as a CSV file, with invitations and device keys, which are shown this once. Cells that look like formulas begin with an apostrophe.',
    }),
  })
  .meta({ id: 'Import' })

export const importResponse = responseSchema(
  'What was changed, what would happen, or why nothing was imported',
  importSchema,
)
export const importedResponse = responseSchema('What was imported', importSchema)
