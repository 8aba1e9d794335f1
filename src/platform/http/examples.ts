import type { z } from 'zod'

/**
 * Adds the body that the explorer sends unless it is edited: it must succeed as it stands, and change as
 * little as possible. Checks that are added to the schema later would drop it.
 */
export const withExample = <Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>): Schema =>
  schema.meta({ example })

/** Stands in examples for an id that only the service can give. */
export const examplePlaceholderId = '00000000-0000-0000-0000-000000000000'

/**
 * The day of timestamps in examples. The description contains the current day instead, because readings that are older
 * than a week are refused.
 */
export const exampleDay = '2001-02-03'
