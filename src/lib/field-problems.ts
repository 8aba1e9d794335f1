import { type AppError, badRequest, type FieldMessages } from './errors.ts'

/** An error answer names at most this many problems, and at most this many characters of a field's path. */
const maxProblems = 20
const maxPathLength = 64

/** FieldProblems collects what is wrong with which field of a request, up to the bounds of an error answer. */
export interface FieldProblems {
  /** Further problems would not be told: whoever looks for them can stop. */
  readonly isFull: boolean
  readonly isEmpty: boolean
  add(path: readonly PropertyKey[], message: string): void
  /** The 400 that tells of them. */
  toError(): AppError
}

/**
 * createFieldProblems bounds what an answer repeats of a request. Unbounded, a body of 61 KB in which one long name
 * held thousands of bad values was answered with 105 MB: each problem repeated the name.
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
