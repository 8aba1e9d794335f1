import { z } from 'zod'
import { fieldMessage } from './field-messages.ts'

/** An e-mail address, in lower case: accounts are found by it. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(z.regexes.email, fieldMessage('NOT_EMAIL'))
  .meta({ format: 'email', example: 'rosa@example.org' })
