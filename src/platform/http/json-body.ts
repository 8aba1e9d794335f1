import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { invalidFields, refusal } from '../lib/errors.ts'
import { fieldMessage } from '../lib/field-messages.ts'
import { createFieldProblems } from '../lib/field-problems.ts'

/** Accepts only JSON bodies. An empty body is no body, whatever its content type. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // With a callback: a promise for each body took 1 % of the time of a reading.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: unknown, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
      let value: unknown
      try {
        value = body.length === 0 ? undefined : parseJson(body)
      } catch (error) {
        return done(error as Error)
      }
      done(null, value)
    },
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length > 0) throw refusal('NOT_JSON')
    return undefined
  })
}

/** Only a text that matches can contain what PostgreSQL cannot store or what could reach a prototype. */
const suspicious = /\\u|__proto__|constructor/

export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw refusal('INVALID_UTF8')
  if (body.length > maxUncheckedBytes) assertSimpleStructure(body)
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal('INVALID_JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidFields({ body: fieldMessage('WRONG_TYPE', { expected: 'an object' }) })
  }
  if (suspicious.test(text)) assertHarmless(value)
  return value
}

/** Parsing fewer bytes than this takes less than a millisecond in any case. */
const maxUncheckedBytes = 4096

/** The requests of this API are not nested as deeply. */
const maxDepth = 20
/** The largest one is a batch of 100 readings, with 256 rows of samples each. */
const maxObjects = 1000
const maxMembers = 10_000
const maxLists = 30_000

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/**
 * Refuses a body that would take long to parse: a megabyte of nested lists or of small objects took
 * JSON.parse 170 to 300 ms, and this check takes 3.
 */
function assertSimpleStructure(body: Buffer): void {
  let depth = 0
  let objects = 0
  let members = 0
  let lists = 0
  for (let i = 0; i < body.length; i++) {
    switch (body[i]) {
      case quote:
        for (i++; i < body.length && body[i] !== quote; i++) if (body[i] === backslash) i++
        break
      case 0x7b: // {
        objects++
        if (++depth > maxDepth) throw invalidFields({ body: fieldMessage('NESTED_TOO_DEEPLY') })
        break
      case 0x5b: // [
        lists++
        if (++depth > maxDepth) throw invalidFields({ body: fieldMessage('NESTED_TOO_DEEPLY') })
        break
      case 0x7d: // }
      case 0x5d: // ]
        depth--
        break
      case colon:
        members++
    }
  }
  if (objects > maxObjects || members > maxMembers || lists > maxLists) {
    throw invalidFields({ body: fieldMessage('TOO_MANY_PARTS') })
  }
}

/** Refuses strings and names that PostgreSQL cannot store or that could reach a prototype. */
function assertHarmless(root: object): void {
  const problems = createFieldProblems()
  const path: (string | number)[] = []

  function inspectMember(key: string | number, value: unknown): void {
    path.push(key)
    inspect(value)
    path.pop()
  }

  function inspect(value: unknown): void {
    if (problems.isFull) return
    if (typeof value === 'string') {
      if (value.includes('\0')) problems.add(path, fieldMessage('HAS_NUL'))
      else if (!value.isWellFormed()) problems.add(path, fieldMessage('HAS_HALF_SURROGATE'))
    } else if (value !== null && typeof value === 'object') {
      // Without a limit, the recursion could exceed the stack.
      if (path.length >= maxDepth) problems.add(path, fieldMessage('NESTED_TOO_DEEPLY'))
      else if (Array.isArray(value)) value.forEach((item, i) => void inspectMember(i, item))
      else for (const [key, item] of Object.entries(value)) inspectNamed(key, item)
    }
  }

  function inspectNamed(key: string, value: unknown): void {
    const isReadable = key.isWellFormed() && !key.includes('\0')
    if (key === '__proto__' || key === 'constructor') {
      problems.add([...path, key], fieldMessage('NAME_NOT_ALLOWED'))
    } else if (isReadable) {
      inspectMember(key, value)
    } else {
      const readable = key.slice(0, 100).replaceAll('\0', '').toWellFormed()
      problems.add([...path, readable], fieldMessage('NAME_HAS_BAD_CHARACTERS'))
    }
  }

  inspect(root)
  if (!problems.isEmpty) throw problems.toError()
}
