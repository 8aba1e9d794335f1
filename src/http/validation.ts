import { Ajv, type ValidateFunction } from 'ajv'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import type { AppError } from '../lib/errors.ts'
import { createFieldProblems } from '../lib/field-problems.ts'

/** Request and answer schemas are Zod's: bad input becomes a 400 with a message per field. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const isPlain = plainCases.get(schema)
  return (data) => {
    if (isPlain?.(data)) return { value: data }
    // Fastify says null where there was no body. Taken as an empty one, the answer names each required field.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data, { error: describe })
    return result.success ? { value: result.data } : { error: describeProblems(result.error) }
  }
}

const plainCases = new WeakMap<z.ZodType, ValidateFunction>()
// Strict, so that a rule it does not know stops the start instead of being left out.
const compiler = new Ajv({ strict: true, keywords: ['example'] })

/**
 * withPlainCase names what a schema would let pass as it is. A check compiled from that admits such a body in a
 * tenth of the time; whatever it does not admit is judged by the schema itself.
 */
export function withPlainCase<S extends z.ZodType>(schema: S, plain: z.ZodType<z.output<S>>): S {
  plainCases.set(schema, compiler.compile(z.toJSONSchema(plain, { target: 'draft-7', io: 'input' })))
  return schema
}

/**
 * Answers are written by a function made from their schema at the start: what the schema does not name is left out,
 * what it requires and is not there is an error. Encoding each answer with Zod took twelve times as long.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const description = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override,
  })
  return fastJsonStringify(description as Schema)
}

/** The writer knows "or null" as a mark of its own; as a choice it would try each one at every answer. */
function override({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  const choices = jsonSchema.anyOf as Record<string, unknown>[] | undefined
  const [other, ...rest] = choices?.filter((choice) => choice.type !== 'null') ?? []
  if (!other || rest.length > 0 || choices?.length !== 2) return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, other, { nullable: true })
}

function describeProblems(error: z.ZodError): AppError {
  const problems = createFieldProblems()
  for (const { path, message } of error.issues) problems.add(path, message)
  return problems.toError()
}

/** A list with this many bad items is bad enough. */
const maxBadItems = 20

/**
 * listOf is a list whose items are checked until enough of them are bad. Zod itself would describe each: 25,600 rows of
 * samples that were all empty took two seconds and made an answer of 7 MB.
 */
export function listOf<Item extends z.ZodType>(
  item: Item,
  { min, max, tooMany }: { min: number; max: number; tooMany?: string },
  meta: z.core.GlobalMeta = {},
): z.ZodArray<Item> {
  const list = z.array(item).min(min).max(max, tooMany).meta(meta)
  const { run } = list._zod
  list._zod.run = (payload, ctx) => {
    const { value } = payload
    if (!Array.isArray(value) || value.length < min || value.length > max) return run(payload, ctx)
    const items: unknown[] = []
    let badItems = 0
    for (const [i, one] of value.entries()) {
      // Nothing in a request is checked asynchronously.
      const checked = item._zod.run({ value: one, issues: [] }, ctx) as z.core.ParsePayload
      items.push(checked.value)
      if (checked.issues.length === 0) continue
      payload.issues.push(...z.core.util.prefixIssues(i, checked.issues))
      if (++badItems >= maxBadItems) break
    }
    payload.value = items as typeof payload.value
    return payload
  }
  return list
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** describe words the problems that a schema itself has no words for. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'too_small':
      return bounded(issue.origin, `at least ${issue.minimum}`)
    case 'too_big':
      return bounded(issue.origin, `at most ${issue.maximum}`)
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    default:
      return undefined
  }
}

function bounded(origin: string, bound: string): string {
  return origin === 'string' ? `must be ${bound} characters long` : `must be ${bound}`
}
