import { z } from 'zod'
import { isCommonPassword } from './common-passwords.ts'

const passwordRules: [RegExp, string][] = [
  [/[A-Z]/, 'must contain an uppercase letter (A-Z)'],
  [/[a-z]/, 'must contain a lowercase letter (a-z)'],
  [/[0-9]/, 'must contain a digit (0-9)'],
  [/[!@#$%^&*]/, 'must contain a special character (one of !@#$%^&*)'],
]

/** passwordSchema is for new passwords; signing in accepts any that was set before. */
export const passwordSchema = passwordRules
  .reduce(
    (schema, [rule, message]) => schema.regex(rule, message),
    z.string().min(8, 'must be at least 8 characters long').max(128, 'must be at most 128 characters long'),
  )
  .refine((password) => !isCommonPassword(password), 'is one of the most common passwords; choose another')
  .meta({
    description:
      '8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*. The most common passwords are refused.',
    example: 'Sunny-Day-42!',
    format: 'password',
  })
