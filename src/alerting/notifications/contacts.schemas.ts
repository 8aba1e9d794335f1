import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { addressKinds } from './channels/channel-definition.ts'
import {
  channelNames,
  type NewContactFields,
  personalChannelNames,
  personalChannels,
} from './channels/channels.ts'
import { deliveryStates } from './delivery.ts'
import { sendFailureSchema } from './send-failures.ts'

const showDetails = z.boolean().default(false).meta({
  description: 'Names and details are part of the messages, although a lock screen shows them to anybody',
})

const bodies = personalChannels.map(({ name, fields }) =>
  z.object({ channel: z.literal(name), ...fields, showDetails }),
)

export type NewContactBody = NewContactFields & { showDetails: boolean }

export const newContactBody = withExample(
  // The fields differ by channel, which the types of a list that is mapped do not show.
  z.discriminatedUnion(
    'channel',
    bodies as [(typeof bodies)[number]],
  ) as unknown as z.ZodType<NewContactBody>,
  { channel: 'ntfy', url: 'https://ntfy.sh/fallwatch-example-topic' },
)

export const confirmBody = withExample(
  z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, fieldMessage('NOT_CODE')),
  }),
  { code: '000000' },
)

const contactSchema = z
  .object({
    id: uuidSchema,
    channel: z.enum(personalChannelNames),
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
  z.object({
    deliveryId: uuidSchema,
    state: z.enum(deliveryStates),
    error: z.string().nullable(),
    failure: sendFailureSchema,
  }),
)

export const pushKeyResponse = responseSchema(
  'The key to subscribe with',
  z.object({
    publicKey: z.string().meta({ description: 'The applicationServerKey of pushManager.subscribe' }),
  }),
)

export const channelsResponse = responseSchema(
  'The channels of this version, the most immediate first',
  z.array(
    z
      .object({
        name: z.enum(channelNames),
        personal: z
          .boolean()
          .meta({ description: 'People add contacts; otherwise it belongs to the installation' }),
        configured: z.boolean().meta({ description: 'This installation can send by it' }),
        wakes: z
          .boolean()
          .meta({ description: 'The first step of an alarm uses it, because it sounds on a phone' }),
        addressKind: z.enum(addressKinds).nullable().meta({
          description:
            'What a contact is: this browser, an e-mail address or a URL; null if it is not personal',
        }),
      })
      .meta({ id: 'Channel' }),
  ),
)
