import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { signInNameSchema } from '../../platform/lib/sign-in-name.ts'

export const invitationBody = withExample(
  z.object({
    email: emailSchema
      .optional()
      .meta({ description: 'For an account without an e-mail address; stored as its address' }),
    signInName: signInNameSchema.optional().meta({
      description: 'Instead of an e-mail address: what the person signs in with. Only admins give one',
    }),
  }),
  {},
)

const signInName = z
  .string()
  .nullable()
  .meta({ description: 'What the person signs in with instead of an e-mail address; null without one' })

const mailed = z.boolean().meta({ description: 'True if it was sent to the e-mail address' })

/** The same beside a new account, which has it only if there was a mail. */
export const onlyMailed = z
  .literal(true)
  .optional()
  .meta({ description: 'True if it was sent to the e-mail address; absent if it is to be handed over' })

export const patientInvitationResponse = responseSchema(
  'The invitation. An admin gets the token this once, to hand it over; of a caregiver’s invitation it was mailed',
  z
    .object({
      email: z.string().nullable(),
      signInName,
      mailed,
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
      email: z.string().nullable(),
      signInName,
      mailed,
      token: z.string().meta({ description: 'For POST /auth/accept-invitation' }),
      expiresAt: timestamp,
      url: z.string().nullable().meta({ description: 'Null if PUBLIC_URL is not set' }),
    })
    .meta({ id: 'Invitation' }),
)
