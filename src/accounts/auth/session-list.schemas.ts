import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { sessionKinds } from './session-list.store.ts'

const sessionSchema = z
  .object({
    id: uuidSchema,
    kind: z.enum(sessionKinds).meta({
      description:
        '`HELP_PAGE` is the page of a patient in a browser that can only call for help and say “I’m fine”',
    }),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: 'Of a `HELP_PAGE`, to the day; null for a session' }),
    expiresAt: timestamp,
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'The browser of a `HELP_PAGE`, as it names itself' }),
    isCurrent: z.boolean().meta({ description: 'Whether the request came with it' }),
  })
  .meta({ id: 'Session' })

export const sessionsResponse = responseSchema('The open sessions', z.array(sessionSchema))

export const sessionOfUserParams = z.object({
  id: uuidSchema.toLowerCase(),
  sessionId: uuidSchema.toLowerCase(),
})
