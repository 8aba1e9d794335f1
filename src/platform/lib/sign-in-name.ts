import { z } from 'zod'
import { fieldMessage } from './field-messages.ts'

/** A name to sign in with, in lower case: accounts are found by it. It has no @, unlike every address. */
export const signInNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{2,63}$/, fieldMessage('NOT_SIGN_IN_NAME'))
  .meta({ example: 'ana.gil' })
