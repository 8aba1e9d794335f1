import { ECDH } from 'node:crypto'
import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { personalChannels } from './contact.ts'
import { deliveryStates } from './delivery.ts'

/** Longer than any push service's endpoint, and short enough for an index. */
const maxUrlLength = 1000

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((value) => /^[\w-]+={0,2}$/.test(value) && Buffer.from(value, 'base64url').length === bytes, {
      error: `must be ${bytes} bytes in base64url`,
    })

/** isPoint is true of a public key to which a push can be encrypted. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

const showDetails = z.boolean().default(false).meta({
  description: 'Names and details are part of the messages, although a lock screen shows them to anybody',
})

export const newContactBody = withExample(
  z.discriminatedUnion('channel', [
    z.object({
      channel: z.literal('push'),
      endpoint: z
        .string()
        .max(maxUrlLength)
        .meta({ description: 'The endpoint of the browser’s PushSubscription' }),
      keys: z.object({
        p256dh: base64url(65).refine(isPoint, 'must be a point of the curve P-256'),
        auth: base64url(16),
      }),
      showDetails,
    }),
    z.object({ channel: z.literal('mail'), address: emailSchema, showDetails }),
    z.object({
      channel: z.literal('ntfy'),
      url: z
        .string()
        .max(maxUrlLength)
        .meta({ description: 'The URL of a topic', example: 'https://ntfy.sh/my-topic' }),
      showDetails,
    }),
  ]),
  { channel: 'ntfy', url: 'https://ntfy.sh/fallwatch-example-topic' },
)
export type NewContactBody = z.infer<typeof newContactBody>

export const confirmBody = withExample(
  z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'must be the six digits of the message'),
  }),
  { code: '000000' },
)

const contactSchema = z
  .object({
    id: uuidSchema,
    channel: z.enum(personalChannels),
    label: z.string().meta({ description: 'What is shown of the address', example: 'r…@example.org' }),
    showDetails: z.boolean(),
    confirmed: z.boolean().meta({ description: 'Messages are sent only to confirmed contacts' }),
    createdAt: timestamp,
    lastSentAt: timestamp.nullable().meta({ description: 'When a message was last accepted' }),
    endedAt: timestamp.nullable().meta({ description: 'Since when the contact cannot be reached any more' }),
    endReason: z.string().nullable(),
  })
  .meta({ id: 'Contact' })

export const contactResponse = responseSchema('The contact', contactSchema)
export const contactsResponse = responseSchema('Your contacts', z.array(contactSchema))

export const testResponse = responseSchema(
  'What became of the test message',
  z.object({ deliveryId: uuidSchema, state: z.enum(deliveryStates), error: z.string().nullable() }),
)

export const pushKeyResponse = responseSchema(
  'The key to subscribe with',
  z.object({
    publicKey: z.string().meta({ description: 'The applicationServerKey of pushManager.subscribe' }),
  }),
)
