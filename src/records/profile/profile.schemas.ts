import { z } from 'zod'
import { changeSchemas } from '../../accounts/person-fields.ts'
import { meSchema, profileSchema } from '../../accounts/users/users.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { changesOf, nameSchema, optionalParagraphs } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { passwordSchema } from '../../platform/lib/password-rules.ts'

export const meResponse = responseSchema('The account of the caller', meSchema)
export const profileResponse = responseSchema('The profile of the caller', profileSchema)

export const profileBody = withExample(
  changesOf(z.object({ firstName: nameSchema, lastName: nameSchema, ...changeSchemas('profile') })),
  { phone: '+34 600 123 456' },
)

export const passwordBody = withExample(
  z
    .object({
      currentPassword: z.string().min(1, fieldMessage('BLANK')),
      newPassword: passwordSchema,
      confirmPassword: z.string(),
    })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      path: ['confirmPassword'],
      error: fieldMessage('PASSWORDS_DIFFER'),
    }),
  {
    currentPassword: 'Sunny-Day-42!',
    newPassword: 'Starry-Night-24!',
    confirmPassword: 'Starry-Night-24!',
  },
)
export type PasswordChange = z.infer<typeof passwordBody>

export const deletionBody = withExample(
  z.object({
    confirmation: z.literal(true, fieldMessage('NOT_TRUE')),
    reason: optionalParagraphs(2000).optional(),
  }),
  { confirmation: true, reason: 'I no longer use the service' },
)
