import { z } from 'zod'
import { invalidFields } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'

/** Position is where a page begins: the next of people and devices, the last fall before it, or the next vital sign. */
const positionSchema = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('people'), offset: z.int().min(0).max(1000) }),
  z.object({
    stage: z.literal('falls'),
    microseconds: z.int().min(-1),
    id: z.guid(),
  }),
  z.object({ stage: z.literal('vitals'), hour: z.int().min(0), sign: z.int().min(0).max(10) }),
])

export type Position = z.infer<typeof positionSchema>

export const start: Position = { stage: 'people', offset: 0 }
export const startOfFalls: Position & { stage: 'falls' } = {
  stage: 'falls',
  microseconds: -1,
  id: '00000000-0000-0000-0000-000000000000',
}

export const startOfVitals: Position & { stage: 'vitals' } = { stage: 'vitals', hour: 0, sign: 0 }

export const encodePosition = (position: Position): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Reads what encodePosition wrote, or throws 400. */
export function decodePosition(text: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidFields({ _page: fieldMessage('NOT_FROM_LINK') })
  }
}
