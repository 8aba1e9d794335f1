import { z } from 'zod'
import { fieldMessage } from '../lib/field-messages.ts'

/** A number in a query: only digits, and given once. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string({ error: (issue) => (Array.isArray(issue.input) ? fieldMessage('GIVEN_TWICE') : undefined) })
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: fieldMessage('NOT_IN_RANGE', { minimum: min, maximum: max }),
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max })

const maxPageSize = 100
/** The maxNumber number of fifteen digits. */
const maxNumber = 999_999_999_999_999

/** The parameters of every list; a larger limit is lowered to the maximum page size. */
export const pageQuery = (defaultLimit: number) => ({
  page: wholeNumber(1, maxNumber).default(1).meta({ description: 'Page number; the default is 1' }),
  limit: wholeNumber(1, maxNumber)
    .default(defaultLimit)
    .transform((limit) => Math.min(limit, maxPageSize))
    .meta({ description: `Entries per page, at most ${maxPageSize}; the default is ${defaultLimit}` }),
})

/** Returns a snake_case name in camelCase. */
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * The parameters of a list: the page, and one of these fields to sort by. The first one is the default;
 * each may be written in snake_case or camelCase.
 */
export function listQuery<Sort extends string>(sorts: readonly [Sort, ...Sort[]], defaultLimit = 10) {
  const spellings = new Map(
    sorts.flatMap((sort) => [
      [sort as string, sort],
      [camelCase(sort), sort],
    ]),
  )
  return {
    ...pageQuery(defaultLimit),
    sort: z
      .enum([...spellings.keys()] as [string, ...string[]])
      .default(sorts[0])
      .transform((spelling) => spellings.get(spelling) as Sort),
    order: z.enum(['asc', 'desc']).default('desc'),
  }
}

export const paginationSchema = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() })
  .meta({ id: 'Pagination' })

export const offsetOf = ({ page, limit }: { page: number; limit: number }) => (page - 1) * limit

export function paginationOf({ page, limit }: { page: number; limit: number }, total: number) {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}
