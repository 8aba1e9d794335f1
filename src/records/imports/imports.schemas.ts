import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { nameSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { fileKinds } from './import-columns.ts'
import { actions } from './import-plan.ts'

const maxFiles = 10

/** The body may be much larger than what is imported, so that a file of 100,000 lines gets an answer that says why. */
export const maxImportBytes = 32 * 1024 * 1024

const fileSchema = z
  .object({
    name: nameSchema.meta({ example: 'residents.csv' }),
    content: z.string().optional().meta({ description: 'The text of the file' }),
    contentBase64: z.base64(fieldMessage('NOT_BASE64')).optional().meta({
      description: 'The bytes of the file instead, so that a wrong encoding can be reported',
    }),
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
const importSchema = z
  .object({
    applied: z
      .boolean()
      .meta({ description: 'False for a dry run, and if a line has an error: then nothing is changed' }),
    dryRun: z.boolean(),
    counts: z.object({ CREATE: count, UPDATE: count, SKIP: count, ERROR: count }),
    files: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(fileKinds).nullable().meta({ description: 'Null if the file cannot be read' }),
        lines: count,
        ignoredColumns: z.array(z.string()),
      }),
    ),
    lines: z.array(
      z.object({
        file: z.string(),
        line: z.int().meta({ description: 'The number of the line in the file; the first is 1' }),
        action: z.enum(actions),
        message: z.string(),
        messages: z
          .array(
            z.object({
              code: z.string().meta({ example: 'PATIENT_UNKNOWN' }),
              details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
              column: z.string().optional().meta({ description: 'Of a cell: the code is one of a field' }),
              text: z.string(),
            }),
          )
          .meta({ description: 'What `message` says, as data' }),
        name: z.string().nullable(),
        userId: uuidSchema.nullable(),
        invitation: z
          .object({ email: z.string(), token: z.string(), expiresAt: timestamp, url: z.string().nullable() })
          .nullable(),
        device: z.object({ id: uuidSchema, macAddress: z.string(), key: z.string() }).nullable(),
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
