import { z } from 'zod'
import { isCommonPassword } from './common-passwords.ts'
import { fieldMessage } from './field-messages.ts'

const passwordRules: [RegExp, string][] = [
  [/[A-Z]/, fieldMessage('NO_UPPERCASE')],
  [/[a-z]/, fieldMessage('NO_LOWERCASE')],
  [/[0-9]/, fieldMessage('NO_DIGIT')],
  [/[!@#$%^&*]/, fieldMessage('NO_SPECIAL')],
]

/** For new passwords; signing in accepts any that was set before. */
export const passwordSchema = passwordRules
  .reduce(
    (schema, [rule, message]) => schema.regex(rule, message),
    z
      .string()
      .min(8, fieldMessage('TOO_SHORT', { minimum: 8 }))
      .max(128, fieldMessage('TOO_LONG', { maximum: 128 })),
  )
  .refine((password) => !isCommonPassword(password), fieldMessage('COMMON_PASSWORD'))
  .meta({
    description:
      '8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*. The most common passwords are refused.',
    example: 'Sunny-Day-42!',
    format: 'password',
  })
