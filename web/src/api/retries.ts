import { ApiError } from './client.ts'

const maxRetries = 3
const maxWaitMs = 60_000

export const isTooMany = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429

/** True for what another attempt may change: no response, an overloaded service, a shared address. */
export const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Waits as often as the service asks for it: what is not read is not shown. */
export const shouldRetry = (count: number, error: unknown) =>
  isTooMany(error) || (count < maxRetries && (isPassing(error) || !(error instanceof ApiError)))

/**
 * As long as the service asks for, and some more: those who share an address do not come back at once.
 * Otherwise it grows from one second to eight.
 */
export function retryDelayMs(count: number, error: unknown): number {
  const seconds = (isTooMany(error) && error.retryAfterSeconds) || 2 ** Math.min(count, 3)
  return Math.min(maxWaitMs, seconds * 1000) * (1 + Math.random() / 4)
}
