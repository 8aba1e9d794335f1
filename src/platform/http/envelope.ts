import { z } from 'zod'
import { uuidSchema } from './schemas.ts'

/**
 * responseSchema is the schema of a success: `{ success: true, data }`, and the extra fields of the endpoint. The API
 * description names the response by the first argument.
 */
export const responseSchema = <Data extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  description: string,
  data: Data,
  extraFields?: Extra,
) => z.object({ success: z.literal(true), data, ...((extraFields ?? {}) as Extra) }).meta({ description })

/** deletedResponse is the response to every deletion except that of a device, which is 204. */
export const deletedResponse = responseSchema(
  'Deleted',
  z.object({ id: uuidSchema, deleted: z.literal(true) }),
)

export const messageResponse = responseSchema('Done', z.object({ message: z.string() }))

export const errorResponse = z
  .object({
    success: z.literal(false),
    error: z.string(),
    details: z.record(z.string(), z.string()).optional(),
  })
  .meta({
    id: 'Error',
    description: 'What went wrong. `details` maps each invalid field to a message.',
    example: { success: false, error: 'A message that says what went wrong' },
  })

/** rateLimitedResponse is the 429 of the sensor stream, which says how long the device must wait. */
export const rateLimitedResponse = errorResponse
  .extend({
    retryAfter: z.int().min(1).optional().meta({
      description:
        'Milliseconds until the device may send again. Absent if the address has sent too many refused requests; the header Retry-After then gives the time in seconds.',
      example: 640,
    }),
  })
  .meta({
    id: 'TooEarly',
    description: 'The device must wait before it sends again.',
    example: { success: false, error: 'A message that says what went wrong', retryAfter: 640 },
  })

export function success<Data>(data: Data) {
  return { success: true as const, data }
}

export function failure(error: string, details?: Record<string, string>) {
  return { success: false as const, error, ...(details && { details }) }
}
