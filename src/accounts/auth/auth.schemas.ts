import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { nameSchema, roleSchema, text, timestamp } from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { passwordSchema } from '../../platform/lib/password-rules.ts'
import { identitySchema } from '../users/users.schemas.ts'

/** The account that the example of signing up makes, and that of logging in uses. */
const account = { email: 'rosa@example.org', password: 'Sunny-Day-42!' }

export const signupBody = withExample(
  z.object({
    email: emailSchema,
    password: passwordSchema,
    firstName: nameSchema.meta({ example: 'Rosa' }),
    lastName: nameSchema.meta({ example: 'Marín' }),
    role: roleSchema.exclude(['ADMIN']).default('PATIENT'),
  }),
  { ...account, firstName: 'Rosa', lastName: 'Marín', role: 'PATIENT' },
)
export type Signup = z.infer<typeof signupBody>

/** Signing in takes any text: what does not look like an address or a password is simply not right. */
export const loginBody = withExample(
  z.object({
    email: text(254).toLowerCase().meta({
      example: account.email,
      description: 'The e-mail address, or the sign-in name of somebody without one',
    }),
    password: z
      .string()
      .min(1, fieldMessage('BLANK'))
      .meta({ format: 'password', example: account.password }),
  }),
  account,
)
export type Login = z.infer<typeof loginBody>

export const acceptInvitationBody = withExample(
  z.object({
    token: text(200).meta({
      description: 'The one-time token from the response that created the invitation',
    }),
    password: passwordSchema,
  }),
  { token: '<token of the invitation>', password: account.password },
)
export type InvitationAcceptance = z.infer<typeof acceptInvitationBody>

export const forgotPasswordBody = withExample(z.object({ email: emailSchema }), { email: account.email })

export const forgotPasswordResponse = responseSchema(
  'Accepted, whether or not there is such an account',
  z.object({
    mail: z.boolean().meta({
      description: 'Whether this installation sends links by mail; otherwise an admin has to make one',
    }),
  }),
)

export const resetPasswordBody = withExample(
  z.object({
    token: text(200).meta({ description: 'The one-time token: the part of the link after the #' }),
    password: passwordSchema,
  }),
  { token: '<token of the link>', password: account.password },
)
export type PasswordReset = z.infer<typeof resetPasswordBody>

const token = z.string().meta({ description: 'JWT, to be sent as `Authorization: Bearer <token>`' })

export const signupResponse = responseSchema(
  'The new account and a token',
  identitySchema.extend({ createdAt: timestamp }),
  { token },
)
export const loginResponse = responseSchema('The account and a token', identitySchema, { token })
