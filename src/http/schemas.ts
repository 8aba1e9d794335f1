import { z } from 'zod'

/** The building blocks that requests, answers and settings share. Limits on text are the API's own. */

export const roles = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

/** text is a required text: trimmed, never only blanks. */
export const text = (max: number) => z.string().trim().min(1, 'must not be blank').max(max)

export const nameSchema = text(100)

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
  .meta({
    description:
      '8 to 128 characters with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*',
    example: 'Sunny-Day-42!',
    format: 'password',
  })

export const birthDateSchema = z.iso
  .date('must be a real date written YYYY-MM-DD')
  // There is no year 0, and PostgreSQL knows that.
  .refine((date) => date >= '0001', 'must be a real date written YYYY-MM-DD')
  .refine((date) => date < new Date().toISOString().slice(0, 10), 'must lie in the past')
  .meta({ example: '1941-05-17' })

export const uuidSchema = z.guid('must be a UUID')

/** idParams is the path of a single record, in the spelling of the database, by which people are recognized. */
export const idParams = z.object({ id: uuidSchema.toLowerCase() })

/** timestamp is a Date inside the service and an ISO 8601 UTC string outside. */
export const timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
})
