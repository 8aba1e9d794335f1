import { z } from 'zod'
import { uuidSchema } from './schemas.ts'

/** answer is the shape of a success: `{ success: true, data }`, and whatever else the endpoint carries beside it. */
export const answer = <Data extends z.ZodType, Beside extends z.ZodRawShape = Record<never, never>>(
  data: Data,
  beside?: Beside,
) => z.object({ success: z.literal(true), data, ...((beside ?? {}) as Beside) })

/** deletedAnswer is what every deletion answers but that of a device, which is 204. */
export const deletedAnswer = answer(z.object({ id: uuidSchema, deleted: z.literal(true) }))

export const messageAnswer = answer(z.object({ message: z.string() }))

export const errorAnswer = z
  .object({
    success: z.literal(false),
    error: z.string(),
    details: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Error', description: 'What went wrong; `details` maps each bad field to a message.' })

/** pacedAnswer is the 429 of the sensor stream, which says how long its device has to wait. */
export const pacedAnswer = errorAnswer
  .extend({
    retryAfter: z.int().min(1).optional().meta({
      description:
        'Milliseconds until the device may send again. Left out where it is the address that has sent too many requests that were refused: then Retry-After says it, in seconds.',
      example: 640,
    }),
  })
  .meta({ id: 'TooEarly', description: 'The device is too early.' })

export function success<Data>(data: Data) {
  return { success: true as const, data }
}

export function failure(error: string, details?: Record<string, string>) {
  return { success: false as const, error, ...(details && { details }) }
}
