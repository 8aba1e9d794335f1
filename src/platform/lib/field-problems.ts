import { type AppError, badRequest, type FieldMessages } from './errors.ts'

/** An error response has at most this many problems, and at most this many characters of a field's path. */
const maxProblems = 20
const maxPathLength = 64

/** FieldProblems collects the problems of a request's fields, up to the limits of an error response. */
export interface FieldProblems {
  /** Further problems would be dropped, so that validation can stop. */
  readonly isFull: boolean
  readonly isEmpty: boolean
  add(path: readonly PropertyKey[], message: string): void
  /** The 400 with the collected problems. */
  toError(): AppError
}

/**
 * createFieldProblems limits how much of a request is repeated in the response. Without limits, a body of 61 KB with
 * thousands of invalid values under one long name got a response of 105 MB, because each problem repeated the name.
 */
export function createFieldProblems(): FieldProblems {
  const messages = new Map<string, string>()
  let count = 0
  return {
    get isFull() {
      return count >= maxProblems
    },
    get isEmpty() {
      return count === 0
    },
    add(path, message) {
      if (count >= maxProblems) return
      count++
      const field = fieldName(path)
      const known = messages.get(field)
      messages.set(field, known ? `${known}; ${message}` : message)
    },
    toError() {
      const details: FieldMessages = Object.fromEntries(messages)
      const isCut = count >= maxProblems
      return badRequest(
        isCut ? `Validation failed; the first ${maxProblems} problems are listed` : 'Validation failed',
        details,
      )
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
