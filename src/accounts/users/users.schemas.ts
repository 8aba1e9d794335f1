import { z } from 'zod'
import { roleSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'

/** identitySchema is what every view of an account begins with. */
export const identitySchema = z.object({
  id: uuidSchema,
  email: z
    .string()
    .nullable()
    .meta({ description: 'Null of a patient without an e-mail address, who cannot sign in' }),
  firstName: z.string(),
  lastName: z.string(),
  role: roleSchema,
})

export const meSchema = identitySchema
  .extend({ createdAt: timestamp, lastLogin: timestamp.nullable() })
  .meta({ id: 'Me' })

export const profileSchema = identitySchema
  .extend({
    dateOfBirth: z.string().nullable(),
    phone: z.string().nullable(),
    avatar: z.string().nullable(),
    createdAt: timestamp,
    lastLogin: timestamp.nullable(),
  })
  .meta({ id: 'Profile' })
