import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'

export const invitationBody = withExample(
  z.object({
    email: emailSchema
      .optional()
      .meta({ description: 'Required if the account has no e-mail address yet; stored as its address' }),
  }),
  {},
)

export const patientInvitationResponse = responseSchema(
  'The invitation. An admin gets the token this once, to hand it over; of a caregiver’s invitation it was mailed',
  z
    .object({
      email: z.string(),
      mailed: z.boolean().meta({ description: 'True if it was sent to the address' }),
      token: z
        .string()
        .nullable()
        .meta({ description: 'For POST /auth/accept-invitation; null if it was mailed' }),
      expiresAt: timestamp,
      url: z.string().nullable().meta({ description: 'Null if it was mailed, or PUBLIC_URL is not set' }),
    })
    .meta({ id: 'PatientInvitation' }),
)

export const invitationResponse = responseSchema(
  'The invitation, which is shown this once',
  z
    .object({
      email: z.string(),
      token: z.string().meta({ description: 'For POST /auth/accept-invitation' }),
      expiresAt: timestamp,
      url: z.string().nullable().meta({ description: 'Null if PUBLIC_URL is not set' }),
    })
    .meta({ id: 'Invitation' }),
)
