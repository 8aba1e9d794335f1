import { z } from 'zod'
import { isCommonPassword } from '../auth/common-passwords.ts'
import { isPlainText, isSingleLine, isVisible } from '../lib/printable.ts'

/** The building blocks that requests, answers and settings share. Limits on text are the API's own. */

export const roles = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

/** text is a required text: trimmed, never only blanks. */
export const text = (max: number) =>
  z.string().trim().min(1, { error: 'must not be blank', abort: true }).max(max)

const notSingleLine = 'must be a single line without control characters or characters that reverse text'
const notPlainText = 'must not contain control characters or characters that reverse text'
const notVisible = 'must contain a visible character'

/** line is a required text that people see on one line, often within a sentence: a name above all. */
export const line = (max: number) =>
  text(max).refine(isSingleLine, notSingleLine).refine(isVisible, notVisible)

/** optionalLine may be emptied. */
export const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isSingleLine, notSingleLine)
    .refine((value) => value === '' || isVisible(value), notVisible)

/** paragraphs is a text of one or several lines. */
export const paragraphs = (max: number) =>
  text(max).refine(isPlainText, notPlainText).refine(isVisible, notVisible)

/** optionalParagraphs may be emptied. */
export const optionalParagraphs = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isPlainText, notPlainText)
    .refine((value) => value === '' || isVisible(value), notVisible)

export const nameSchema = line(100)

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(z.regexes.email, 'must be a valid e-mail address')
  .meta({ format: 'email', example: 'rosa@example.org' })

export const phoneSchema = z
  .string()
  .trim()
  .min(3)
  .max(32)
  .regex(/^[+0-9 ().-]+$/, 'may hold digits, blanks and + ( ) - . only')
  .meta({ example: '+34 600 123 456' })

const passwordRules: [RegExp, string][] = [
  [/[A-Z]/, 'must contain an uppercase letter (A-Z)'],
  [/[a-z]/, 'must contain a lowercase letter (a-z)'],
  [/[0-9]/, 'must contain a digit (0-9)'],
  [/[!@#$%^&*]/, 'must contain a special character (one of !@#$%^&*)'],
]

/** passwordSchema is what a new password must look like; signing in takes whatever was set before. */
export const passwordSchema = passwordRules
  .reduce(
    (schema, [rule, message]) => schema.regex(rule, message),
    z.string().min(8, 'must be at least 8 characters long').max(128, 'must be at most 128 characters long'),
  )
  .refine((password) => !isCommonPassword(password), 'is one of the most common passwords; choose another')
  .meta({
    description:
      '8 to 128 characters with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*; not one of the most common',
    example: 'Sunny-Day-42!',
    format: 'password',
  })

/** birthDateSchema is a real date; that it lies in the past is told by the service's clock, in birth-date.ts. */
export const birthDateSchema = z.iso
  .date('must be a real date written YYYY-MM-DD')
  // There is no year 0, and PostgreSQL knows that.
  .refine((date) => date >= '0001', 'must be a real date written YYYY-MM-DD')
  .meta({ example: '1941-05-17' })

export const uuidSchema = z.guid('must be a UUID')

/** idParams is the path of a single record, in the spelling of the database, by which people are recognized. */
export const idParams = z.object({ id: uuidSchema.toLowerCase() })

/** timestamp is a Date inside the service and an ISO 8601 UTC string outside. */
export const timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})
