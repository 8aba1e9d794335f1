import { z } from 'zod'
import { errorCodes } from '../lib/error-codes.ts'
import type { AppError } from '../lib/errors.ts'
import { fieldMessages } from '../lib/field-messages.ts'
import { uuidSchema } from './schemas.ts'

/**
 * The schema of a success: `{ success: true, data }`, and the extra fields of the endpoint. The API
 * description names the response by the first argument.
 */
export const responseSchema = <Data extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  description: string,
  data: Data,
  extraFields?: Extra,
) => z.object({ success: z.literal(true), data, ...((extraFields ?? {}) as Extra) }).meta({ description })

/** The response to every deletion except that of a device, which is 204. */
export const deletedResponse = responseSchema(
  'Deleted',
  z.object({ id: uuidSchema, deleted: z.literal(true) }),
)

export const messageResponse = responseSchema('Done', z.object({ message: z.string() }))

const detailsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

export const errorResponse = z
  .object({
    success: z.literal(false),
    error: z.string(),
    code: z.enum(Object.keys(errorCodes)).meta({
      description:
        'What went wrong, for programs. A code keeps its meaning; further codes may be added, so treat an unknown one by its status.',
      example: 'NOT_FOUND',
    }),
    details: detailsSchema.optional().meta({
      description:
        'The values in the text of `error`, such as a limit; with `problems`, a message for each invalid field',
    }),
    problems: z
      .array(
        z.object({
          field: z.string(),
          code: z.enum(Object.keys(fieldMessages)),
          details: detailsSchema.optional(),
        }),
      )
      .optional()
      .meta({ description: 'What is wrong with each invalid field, with the values in its message' }),
  })
  .meta({
    id: 'Error',
    description: 'What went wrong: the text in English, and a code by which programs know it.',
    example: { success: false, error: 'Resource not found', code: 'NOT_FOUND' },
  })

/** The 429 of the sensor stream, which says how long the device must wait. */
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
    example: {
      success: false,
      error: 'Too many readings: wait for the next allowed request',
      code: 'READING_TOO_EARLY',
      retryAfter: 640,
    },
  })

export function success<Data>(data: Data) {
  return { success: true as const, data }
}

export function failure({ message, code, details, problems }: AppError) {
  return {
    success: false as const,
    error: message,
    code,
    ...(details && { details }),
    ...(problems && { problems }),
  }
}
