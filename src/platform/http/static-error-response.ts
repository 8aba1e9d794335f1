import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AppError } from '../lib/errors.ts'
import { failure } from './envelope.ts'

/** Returns a function that sends a fixed error response, for requests that the framework never sees. */
export function createStaticErrorResponse(
  error: AppError,
  headers: OutgoingHttpHeaders,
): (response: ServerResponse) => void {
  const body = Buffer.from(JSON.stringify(failure(error)))
  const allHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    ...headers,
  }
  return (response) => void response.writeHead(error.status, allHeaders).end(body)
}
