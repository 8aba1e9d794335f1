import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { nameSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'

export const linkBody = withExample(
  z.object({
    name: nameSchema.optional().meta({ description: 'What the device is called', example: 'Phone' }),
  }),
  { name: 'Phone' },
)

export const linkResponse = responseSchema(
  'The link, returned only once',
  z
    .object({
      token: z.string().meta({ description: 'Valid for 15 minutes, and used once' }),
      expiresAt: timestamp,
      origins: z.array(z.string()).meta({
        description:
          'Where a phone reaches the console, as far as the service knows: PUBLIC_URL, or the addresses of the machine if it has made its certificate itself. The link is `<origin>/phone#<token>`.',
      }),
    })
    .meta({ id: 'PhoneLink' }),
)

/** 256 random bits as text. */
const secret = z.string().regex(/^[\w-]{43}$/, fieldMessage('PHONE_LINK_INVALID'))

export const pairingBody = withExample(
  z.object({
    token: secret.meta({ description: 'What stands after the # of the link' }),
    claim: secret.meta({
      description:
        '32 random bytes in base64url, made by the browser: with the same ones it can ask again if the answer was lost, and gets another key. Not once the device has sent, or its key was revoked',
    }),
  }),
  {
    token: '2f3Y0Yw6m0q0b9Yv3oQGm8Jd1s5Qe7Zk4nXcT6uRaHI',
    claim: 'q8Lr5tVb2nXs9wZc4kMf7hPd1jGy6uEa3oTi0RlQxWA',
  },
)

export const pairingResponse = responseSchema(
  'The device that the phone is from now on, with its key',
  z
    .object({
      id: uuidSchema,
      macAddress: z.string().meta({ description: 'To be sent as `device_id`' }),
      name: z.string(),
      key: z.string().meta({ description: 'The device key, returned only once' }),
      patient: z.object({ id: uuidSchema, firstName: z.string() }),
      now: timestamp.meta({ description: 'The clock of the service' }),
    })
    .meta({ id: 'PairedPhone' }),
)
