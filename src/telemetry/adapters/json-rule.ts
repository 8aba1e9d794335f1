import { z } from 'zod'
import { plainEventTypes } from '../device-events/device-event.ts'

const maxSteps = 10

/** Names of members and positions in lists, such as `params.events.0.event`: a list of names, and no language. */
const jsonPath = z
  .string()
  .max(200)
  .regex(new RegExp(`^(\\$|[\\w:-]{1,64}(\\.[\\w:-]{1,64}){0,${maxSteps - 1}})$`))
  .meta({
    description: `Names of members and positions in lists with points between them, ${maxSteps} at most; \`$\` is the whole message`,
    example: 'object.button',
  })

/** What an admin says of a JSON message that no adapter knows. */
export const jsonRuleSchema = z.object({
  path: jsonPath.meta({ description: 'Where the value is', example: 'object.button' }),
  equals: z
    .union([z.string().max(200), z.number(), z.boolean()])
    .meta({ description: 'The value that means the event', example: 'pressed' }),
  event: z.enum(plainEventTypes).meta({ example: 'sos' }),
  device: jsonPath.optional().meta({
    description: 'Where the id of the device is; without it, common names are tried',
    example: 'dev_eui',
  }),
})
export type JsonRule = z.infer<typeof jsonRuleSchema>

/** Follows a path. Only own members are found, and of lists only their items. */
export function valueAt(body: unknown, path: string): unknown {
  if (path === '$') return body
  let value = body
  for (const step of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined
    if (Array.isArray(value) && !/^\d{1,4}$/.test(step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}
