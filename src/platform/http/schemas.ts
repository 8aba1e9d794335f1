import { z } from 'zod'
import { externalIdPattern } from '../lib/external-id.ts'
import { fieldMessage } from '../lib/field-messages.ts'
import { macPattern } from '../lib/mac.ts'
import { isPlainText, isSingleLine, isVisible } from '../lib/printable.ts'
import { roles } from '../role.ts'

/** Schemas that requests, responses and settings share. */

export const roleSchema = z.enum(roles)

/** A required text: trimmed, and not blank. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: fieldMessage('BLANK'), abort: true })
    .max(max)

const notSingleLine = fieldMessage('NOT_SINGLE_LINE')
const notPlainText = fieldMessage('NOT_PLAIN_TEXT')
const notVisible = fieldMessage('NOT_VISIBLE')

/** A required text that is shown on one line, such as a name. */
export const line = (max: number) =>
  text(max).refine(isSingleLine, notSingleLine).refine(isVisible, notVisible)

/** A single line that may be emptied. */
export const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isSingleLine, notSingleLine)
    .refine((value) => value === '' || isVisible(value), notVisible)

/** A text of one or several lines. */
export const paragraphs = (max: number) =>
  text(max).refine(isPlainText, notPlainText).refine(isVisible, notVisible)

/** A text of several lines that may be emptied. */
export const optionalParagraphs = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isPlainText, notPlainText)
    .refine((value) => value === '' || isVisible(value), notVisible)

export const nameSchema = line(100)

/**
 * The body of a partial update: at least one of the fields. A body without any is refused, because a success
 * would say that something was stored.
 */
export const changesOf = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  fields
    .partial()
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      fieldMessage('NO_CHANGE', { fields: Object.keys(fields.shape).join(', ') }),
    )

export const phoneSchema = z
  .string()
  .trim()
  .min(3)
  .max(32)
  .regex(/^[+0-9 ().-]+$/, fieldMessage('NOT_PHONE'))
  .meta({ example: '+34 600 123 456' })

/** A valid date; `assertBorn` checks by the clock of the service that it lies in the past. */
export const birthDateSchema = z.iso
  .date(fieldMessage('NOT_DATE'))
  // PostgreSQL does not accept the year 0.
  .refine((date) => date >= '0001', fieldMessage('NOT_DATE'))
  .meta({ example: '1941-05-17' })

/** True or false in a query. */
export const flag = (otherwise: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(otherwise)
    .transform((word) => word === 'true')

/** Offers to keep the numbers of a deleted person's falls. */
export const deletionQuery = z.object({
  keepStatistics: flag('false').meta({
    description:
      '`true` keeps the number of their falls by month, hour, level and outcome, without whose they were',
  }),
})

export const uuidSchema = z.guid(fieldMessage('NOT_UUID'))

/** The path of a single record; the id is in lower case, as in the database, because ids are compared. */
export const idParams = z.object({ id: uuidSchema.toLowerCase() })

/** A Date inside the service and an ISO 8601 UTC string outside. */
export const timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})

/** A point in time in a query, with any offset. */
export const timeSchema = z.iso
  .datetime({ offset: true, error: fieldMessage('NOT_TIMESTAMP') })
  .transform((text) => new Date(text))
  .meta({ format: 'date-time' })

const macMessage = fieldMessage('NOT_MAC')

/** Blanks around a MAC address are accepted, but the pattern takes long for a megabyte of them. */
const maxMacLength = 1000

export const macSchema = z
  .string()
  .refine(({ length }) => length <= maxMacLength, { message: macMessage, abort: true })
  .regex(macPattern, macMessage)

/** What a device calls itself. */
export const externalIdText = z.string().regex(externalIdPattern, fieldMessage('NOT_EXTERNAL_ID'))
export const externalIdSchema = externalIdText.meta({
  description: 'A MAC address, an EUI-64, an IMEI or a serial number: compared without case and separators',
  example: '00124B0024C8F1A7',
})

/** A time of day, on the clock of the installation. */
export const clockTimeSchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldMessage('NOT_TIME'))
  .meta({ example: '22:00' })

/** A person in somebody else's record; the name is null after their account was deleted. */
export const personSchema = z.object({ id: uuidSchema, name: z.string().nullable() }).meta({ id: 'Person' })
