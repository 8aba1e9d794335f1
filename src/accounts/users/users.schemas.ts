import { z } from 'zod'
import { roleSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { shownSchemas } from '../person-fields.ts'

/** What every view of an account begins with. */
export const identitySchema = z.object({
  id: uuidSchema,
  email: z.string().nullable().meta({
    description: 'Null for somebody without an e-mail address: a patient, or staff with a sign-in name',
  }),
  firstName: z.string(),
  lastName: z.string(),
  role: roleSchema,
})

/** What people sign in with instead of an address, for themselves and admins. */
export const signInName = z
  .string()
  .optional()
  .meta({ description: 'What the person signs in with instead of an e-mail address; absent without one' })

export const meSchema = identitySchema
  .extend({ createdAt: timestamp, lastLogin: timestamp.nullable() })
  .meta({ id: 'Me' })

export const profileSchema = identitySchema
  .extend({
    signInName,
    ...shownSchemas('profile'),
    createdAt: timestamp,
    lastLogin: timestamp.nullable(),
  })
  .meta({ id: 'Profile' })
