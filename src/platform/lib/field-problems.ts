import { type AppError, type FieldMessages, refusal } from './errors.ts'
import { type FieldProblem, problemOf } from './field-messages.ts'

/** An error response has at most this many problems, and at most this many characters of a field's path. */
const maxProblems = 20
const maxPathLength = 64

/** Collects the problems of a request's fields, up to the limits of an error response. */
export interface FieldProblems {
  /** Further problems would be dropped, so that validation can stop. */
  readonly isFull: boolean
  readonly isEmpty: boolean
  add(path: readonly PropertyKey[], message: string): void
  /** The 400 with the collected problems. */
  toError(): AppError
}

/**
 * Limits how much of a request is repeated in the response. Without limits, a body of 61 KB with
 * thousands of invalid values under one long name got a response of 105 MB, because each problem repeated the name.
 */
export function createFieldProblems(): FieldProblems {
  const messages = new Map<string, string>()
  const problems: FieldProblem[] = []
  return {
    get isFull() {
      return problems.length >= maxProblems
    },
    get isEmpty() {
      return problems.length === 0
    },
    add(path, message) {
      if (problems.length >= maxProblems) return
      const field = fieldName(path)
      problems.push({ field, ...problemOf(message) })
      const known = messages.get(field)
      messages.set(field, known ? `${known}; ${message}` : message)
    },
    toError() {
      const fields: FieldMessages = Object.fromEntries(messages)
      const isCut = problems.length >= maxProblems
      return refusal('INVALID_FIELDS', isCut ? { listed: maxProblems } : {}, { fields, problems })
    },
  }
}

function fieldName(path: readonly PropertyKey[]): string {
  let name = ''
  for (const [i, part] of path.entries()) {
    name += i === 0 ? String(part) : `.${String(part)}`
    if (name.length > maxPathLength) return `${name.slice(0, maxPathLength - 1).toWellFormed()}…`
  }
  return name || 'body'
}
