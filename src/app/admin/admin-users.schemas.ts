import { z } from 'zod'
import { identitySchema } from '../../accounts/users/users.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import {
  birthDateSchema,
  changesOf,
  line,
  nameSchema,
  phoneSchema,
  roleSchema,
  timestamp,
} from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'

const status = z.enum(['active', 'inactive'])

export const usersQuery = z.object({
  ...listQuery(['created_at', 'last_name', 'first_name', 'email', 'last_login']),
  role: roleSchema.optional(),
  status: status.optional(),
  search: line(100)
    .optional()
    .meta({ description: 'Part of the name, the e-mail address, the site, the ward or the room' }),
})

const userSchema = identitySchema
  .extend({
    status,
    dateOfBirth: z.string().nullable(),
    phone: z.string().nullable(),
    avatar: z.string().nullable(),
    createdAt: timestamp,
    lastLogin: timestamp.nullable(),
  })
  .meta({ id: 'User' })

export const userResponse = responseSchema('The account', userSchema)
export const usersResponse = responseSchema('A page of accounts', z.array(userSchema), {
  pagination: paginationSchema,
})

export const userBody = withExample(
  changesOf(
    z.object({
      email: emailSchema,
      firstName: nameSchema,
      lastName: nameSchema,
      phone: phoneSchema,
      dateOfBirth: birthDateSchema,
      status,
    }),
  ),
  { phone: '+34 600 123 456' },
)

export const passwordLinkResponse = responseSchema(
  'The link, which is shown this once',
  z
    .object({
      kind: z.enum(['PASSWORD_RESET', 'INVITATION']).meta({
        description: 'An invitation if the account has no password yet',
      }),
      token: z.string(),
      expiresAt: timestamp,
      url: z.string().nullable().meta({ description: 'Null if PUBLIC_URL is not set' }),
    })
    .meta({ id: 'PasswordLink' }),
)

export const roleBody = withExample(z.object({ role: roleSchema }), { role: 'PATIENT' })
