import { Ajv, type ValidateFunction } from 'ajv'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import type { AppError } from '../lib/errors.ts'
import { fieldMessage, type ProblemCode } from '../lib/field-messages.ts'
import { createFieldProblems } from '../lib/field-problems.ts'
import { prepared } from '../lib/prepared.ts'

/** Validates requests with Zod: invalid input becomes a 400 with a message per field. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  // Fastify passes null if there was no body. As an empty object, each required field gets a message.
  if (httpPart === 'body') return (data) => validate(schema, data ?? {})
  return (data) => validate(schema, data)
}

function validate<S extends z.ZodType>(
  schema: S,
  data: unknown,
): { value: z.output<S> } | { error: AppError } {
  if ((schema as FastSchema)[fastPath]?.()(data)) return { value: data as z.output<S> }
  const result = schema.safeParse(data, { error: describeIssue })
  return result.success ? { value: result.data } : { error: describeProblems(result.error) }
}

/** Returns a body that did not arrive by HTTP as the schema has it, or throws the 400 that a request would get. */
export function parseBody<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const result = validate(schema, data)
  if ('error' in result) throw result.error
  return result.value
}

const fastPath = Symbol('fast path')
type FastSchema = z.ZodType & { [fastPath]?: () => ValidateFunction }

/**
 * Adds a schema for common bodies that need no conversion. A check compiled from it admits them in a tenth
 * of the time; all others are validated by the main schema.
 */
export function withFastPath<S extends z.ZodType>(schema: S, fastSchema: z.ZodType<z.output<S>>): S {
  const isPlain = prepared(() => {
    // Strict, so that an unknown rule is an error instead of being ignored.
    const compiler = new Ajv({ strict: true, keywords: ['example'], meta: false, validateSchema: false })
    return compiler.compile(z.toJSONSchema(fastSchema, { target: 'draft-7', io: 'input' }))
  })
  return Object.assign(schema, { [fastPath]: isPlain })
}

/**
 * Serializes with what is compiled from the schemas of responses: unknown fields are left out, missing
 * required ones are an error. Encoding with Zod took twelve times as long. A schema is compiled for the first response
 * with it: compiling all of them took a tenth of the startup. Routes share schemas, such as that of errors.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let serialize: Serializer | undefined
  return (data) => {
    serialize ??= serializerOf(schema)
    return serialize(data)
  }
}

const serializers = new WeakMap<z.ZodType, Serializer>()

function serializerOf(schema: z.ZodType): Serializer {
  const serialize = serializers.get(schema) ?? compileSerializer(schema)
  serializers.set(schema, serialize)
  return serialize
}

type Serializer = ReturnType<typeof compileSerializer>

function compileSerializer(schema: z.ZodType) {
  const description = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override,
  })
  return fastJsonStringify(description as Schema)
}

/**
 * Turns a choice with null into `nullable`: the serializer would otherwise try each choice every time. A discriminated
 * union is written as it is, for the same reason: whoever returns one has parsed it with its schema.
 */
function override({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  delete jsonSchema.oneOf
  const choices = jsonSchema.anyOf as Record<string, unknown>[] | undefined
  const [other, ...rest] = choices?.filter((choice) => choice.type !== 'null') ?? []
  if (!other || rest.length > 0 || choices?.length !== 2) return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, other, { nullable: true })
}

function describeProblems(error: z.ZodError): AppError {
  const problems = createFieldProblems()
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') problems.add(issue.path, issue.message)
    else for (const key of issue.keys) problems.add([...issue.path, key], fieldMessage('NOT_SUPPORTED'))
  }
  return problems.toError()
}

/** How many invalid items of a list are described. */
const maxBadItems = 20

/**
 * A list whose check stops after some invalid items. Zod would describe each of them: 25,600 empty rows of
 * samples took two seconds and made a response of 7 MB.
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
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** Returns messages for problems that have none in the schema. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? fieldMessage('REQUIRED') : describeType(issue.expected)
    case 'too_small':
      return describeBound(issue.origin, ['TOO_SHORT', 'TOO_SMALL'], { minimum: Number(issue.minimum) })
    case 'too_big':
      return describeBound(issue.origin, ['TOO_LONG', 'TOO_LARGE'], { maximum: Number(issue.maximum) })
    case 'invalid_value':
      return fieldMessage('NOT_ONE_OF', { choices: issue.values.join(', ') })
    case 'invalid_union':
      // The choices of a union by one of its fields, of which this is the problem.
      return Array.isArray(issue.options)
        ? fieldMessage('NOT_ONE_OF', { choices: issue.options.join(', ') })
        : undefined
    default:
      return undefined
  }
}

const describeType = (expected: string) =>
  expected === 'int'
    ? fieldMessage('NOT_WHOLE')
    : fieldMessage('WRONG_TYPE', { expected: typeNames[expected] ?? expected })

type Bound = { minimum: number } | { maximum: number }

function describeBound(origin: string, [ofText, ofOthers]: [ProblemCode, ProblemCode], bound: Bound): string {
  return fieldMessage((origin === 'string' ? ofText : ofOthers) as 'TOO_SMALL', bound as { minimum: number })
}
