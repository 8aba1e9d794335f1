import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { examplePlaceholderId, withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { flag, paragraphs, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { messageTypes } from './messages.store.ts'

const type = z.enum(messageTypes)

const messageSchema = z
  .object({
    id: uuidSchema,
    senderId: uuidSchema,
    recipientId: uuidSchema,
    content: z.string(),
    type,
    read: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'Message' })

export const oneMessageResponse = responseSchema('The message', messageSchema)
const canSignIn = z.boolean().meta({
  description:
    'False if the recipient cannot sign in, and so will not read messages: no password, or not active',
})
export const sentMessageResponse = responseSchema(
  'The message',
  z
    .object({
      ...messageSchema.shape,
      recipientCanSignIn: z
        .literal(false)
        .optional()
        .meta({ description: 'Present if the recipient cannot sign in, and so will not read the message' }),
    })
    .meta({ id: 'SentMessage' }),
)
export const recipientResponse = responseSchema(
  'Whether the user can read messages',
  z.object({ id: uuidSchema, canSignIn }).meta({ id: 'MessageRecipient' }),
)
export const messagesResponse = responseSchema('A page of messages', z.array(messageSchema), {
  pagination: paginationSchema,
})

export const messageBody = withExample(
  z.object({
    // In the spelling of the database, so that people are recognized whichever way they write themselves.
    recipientId: uuidSchema.toLowerCase(),
    content: paragraphs(5000).meta({ example: 'How are you today?' }),
    type: type.default('TEXT'),
  }),
  { recipientId: examplePlaceholderId, content: 'How are you today?', type: 'TEXT' },
)

export const messagesQuery = z.object({
  ...listQuery(['created_at']),
  unreadOnly: flag('false').meta({ description: 'Only messages that you received and have not read' }),
  conversationWith: uuidSchema.optional().meta({ description: 'Only messages between you and this user' }),
})

export const readQuery = z.object({
  earlier: flag('false').meta({
    description:
      '`true` also marks what you received from the same sender before it, such as a whole conversation',
  }),
})
