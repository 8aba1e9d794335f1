import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError, badRequest, invalidFields } from '../lib/errors.ts'

/** Bodies are JSON and nothing else. An empty body is no body, whatever type it claims to have. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // With a callback: a promise for each body took a hundredth of the way of a reading.
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
    if (body.length > 0) throw new AppError(415, 'Content-Type must be application/json')
    return undefined
  })
}

/** Only a text with one of these can hold what PostgreSQL cannot store or what could reach a prototype. */
const suspicious = /\\u|__proto__|constructor/

export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw badRequest('The body is not valid UTF-8')
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidFields({ body: 'must be an object' })
  }
  if (suspicious.test(text)) {
    const problems = new Map<string, string>()
    inspect(value, [], problems)
    if (problems.size > 0) throw invalidFields(Object.fromEntries(problems))
  }
  return value
}

/** No request of this API is nested deeper; a walk without a bound could be sent off the end of the stack. */
const deepest = 20

function inspect(value: unknown, path: string[], problems: Map<string, string>): void {
  const report = (message: string, at = path) => problems.set(at.join('.'), message)
  if (typeof value === 'string') {
    if (value.includes('\0')) report('must not contain a NUL character')
    else if (!value.isWellFormed()) report('must not contain half of a surrogate pair')
  } else if (value !== null && typeof value === 'object') {
    if (path.length >= deepest) return void report('is nested too deeply')
    for (const [key, item] of Object.entries(value)) {
      const readable = key.replaceAll('\0', '').toWellFormed()
      if (key === '__proto__' || key === 'constructor') report('is not allowed as a name', [...path, key])
      else if (readable !== key)
        report('has a name with characters that are not allowed', [...path, readable])
      else inspect(item, [...path, key], problems)
    }
  }
}
