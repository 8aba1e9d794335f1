import { z } from 'zod'

/** emailSchema is an e-mail address, in lower case: accounts are found by it. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(z.regexes.email, 'must be a valid e-mail address')
  .meta({ format: 'email', example: 'rosa@example.org' })
