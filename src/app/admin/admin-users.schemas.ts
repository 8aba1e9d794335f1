import { z } from 'zod'
import { changeSchemas, shownSchemas } from '../../accounts/person-fields.ts'
import { identitySchema, signInName } from '../../accounts/users/users.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { changesOf, flag, line, nameSchema, roleSchema, timestamp } from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { signInNameSchema } from '../../platform/lib/sign-in-name.ts'

/** Where somebody lives. */
export const residenceSchema = z
  .object({ site: z.string().nullable(), ward: z.string().nullable(), room: z.string().nullable() })
  .nullable()

const status = z.enum(['active', 'inactive'])

export const usersQuery = z.object({
  ...listQuery([
    ...(['created_at', 'last_name', 'first_name', 'email', 'last_login'] as const),
    ...(['name', 'room', 'team', 'reachable', 'invitation'] as const),
  ]),
  role: roleSchema.optional(),
  status: status.optional(),
  details: flag('false').meta({
    description: '`true` adds `residence`, `teams`, `reachable` and `invitation`',
  }),
  search: line(100).optional().meta({
    description: 'Part of the name, the e-mail address, the sign-in name, the site, the ward or the room',
  }),
})

const userSchema = identitySchema
  .extend({
    signInName,
    status,
    ...shownSchemas('account'),
    createdAt: timestamp,
    lastLogin: timestamp.nullable(),
  })
  .meta({ id: 'User' })

/** What the list has with `details=true`. */
const detailFields = {
  residence: residenceSchema.meta({ description: 'Where a patient lives; null of everybody else' }),
  teams: z
    .array(z.string())
    .meta({ description: 'Teams of which a caregiver is a member, or that look after a patient' }),
  reachable: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether a message can reach them; null of a patient' }),
  invitation: z
    .enum(['PENDING', 'EXPIRED'])
    .nullable()
    .meta({ description: 'Invited and not accepted; null of everybody else' }),
}

const listedUserSchema = userSchema.extend(z.object(detailFields).partial().shape).meta({ id: 'ListedUser' })

export const userResponse = responseSchema('The account', userSchema)
export const usersResponse = responseSchema('A page of accounts', z.array(listedUserSchema), {
  pagination: paginationSchema,
})

export const userBody = withExample(
  changesOf(
    z.object({
      email: emailSchema,
      signInName: signInNameSchema,
      firstName: nameSchema,
      lastName: nameSchema,
      ...changeSchemas('account'),
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
