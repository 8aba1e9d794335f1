// The types of requests and responses are generated: after a change of the API, run `npm run api-types`.
import createClient, { type FetchResponse } from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'
import { readVocabulary } from './vocabulary.ts'

/**
 * The header makes the session cookie count: a page of another site can make a browser send the cookie, but not the
 * header.
 */
export const consoleHeaders = { 'X-Requested-With': 'fallwatch-console' }

export const api = createClient<paths>({ baseUrl: '/', headers: consoleHeaders })
api.use({ onResponse: ({ response }) => readVocabulary(response) })

type Schemas = components['schemas']
/** A record of the API by its name in the description. */
export type Schema<Name extends keyof Schemas> = Schemas[Name]

/** What is wrong with a field of a refused request. */
export type Problem = NonNullable<Schema<'Error'>['problems']>[number]

interface ErrorBody {
  code: string
  details: Record<string, unknown>
  problems: readonly Problem[]
}

/** A response of the service that is not a success, or no response at all (status 0). */
export class ApiError extends Error {
  readonly status: number
  /** What went wrong, for programs; empty if there was no response of the service. */
  readonly code: string
  /** The values in the message, or a message for each invalid field. */
  readonly details: Record<string, unknown>
  readonly problems: readonly Problem[]
  /** In seconds; set when the service asks to wait. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message: string,
    { code = '', details = {}, problems = [] }: Partial<ErrorBody> = {},
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.problems = problems
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const signedOutListeners = new Set<() => void>()

/** Calls `listener` when a request finds that the session has ended; it returns how to stop that. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** Requests that answer 401 for another reason than an ended session. */
const publicPaths = /^\/api\/(auth|shared)\//

type Outcome = FetchResponse<Record<string | number, unknown>, unknown, 'application/json'>

/** Returns the body of a successful response, and throws an ApiError otherwise. */
export async function request<T extends { response: Response; data?: unknown; error?: unknown }>(
  sent: Promise<T>,
): Promise<NonNullable<T['data']>> {
  let outcome: T
  try {
    outcome = await sent
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'The service cannot be reached')
  }
  const { response, data, error } = outcome as unknown as Outcome
  if (response.ok && data) return data as NonNullable<T['data']>
  if (response.status === 401 && !publicPaths.test(new URL(response.url).pathname))
    for (const listener of signedOutListeners) listener()
  const body = (error ?? {}) as Partial<ErrorBody> & { error?: string }
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  throw new ApiError(response.status, body.error ?? response.statusText, body, retryAfter)
}
