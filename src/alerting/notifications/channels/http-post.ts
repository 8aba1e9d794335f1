import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type OutgoingHttpHeaders,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { FailureReason } from '../send-failures.ts'
import { defaultTimeoutMs, errorText, failure, permanentFailure, type SendResult } from './channel.ts'
import { guardLookup } from './guarded-lookup.ts'
import { createNameLookup } from './name-lookup.ts'
import { findTargetProblem, type TargetRules } from './target-url.ts'

export interface HttpPostOptions extends TargetRules {
  timeoutMs?: number
  lookup?: LookupFunction
  /** A certificate authority to trust instead of the usual ones. */
  ca?: string
}

export interface HttpPostRequest {
  url: string
  headers: OutgoingHttpHeaders
  body: string | Buffer
  /** The statuses by which the receiver says that the contact no longer exists. */
  goneStatuses?: number[]
}

/** Sends one request to a target that others chose, and judges the status of the response. */
export type HttpPost = (request: HttpPostRequest) => Promise<SendResult>

/** The maximum of a response that is read; the rest is cut off. */
const maxResponseBytes = 64 * 1024

/** Node's default of 250 ms is less than a connection may take over a mobile or satellite link. */
const connectionAttemptTimeoutMs = 1_000

export function createHttpPost(options: HttpPostOptions): HttpPost {
  const { allowPrivateTargets, timeoutMs = defaultTimeoutMs, lookup = createNameLookup(), ca } = options
  // Connections are not kept: a message every few minutes is not worth the failures of those that a server has closed.
  const connection = {
    keepAlive: false,
    lookup: allowPrivateTargets ? lookup : guardLookup(lookup),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: connectionAttemptTimeoutMs,
  }
  const httpAgent = new HttpAgent(connection)
  const httpsAgent = new HttpsAgent(ca === undefined ? connection : { ...connection, ca })

  function open(url: URL, headers: OutgoingHttpHeaders): ClientRequest {
    return url.protocol === 'https:'
      ? httpsRequest(url, { method: 'POST', headers, agent: httpsAgent })
      : httpRequest(url, { method: 'POST', headers, agent: httpAgent })
  }

  return async ({ url, headers, body, goneStatuses = [] }) => {
    // An address in the URL is connected to without a lookup.
    const problem = findTargetProblem(url, { allowPrivateTargets })
    if (problem) return permanentFailure(`The URL ${problem}`)
    let request: ClientRequest
    try {
      const length = Buffer.byteLength(body)
      request = open(new URL(url), { 'User-Agent': 'Fallwatch', 'Content-Length': length, ...headers })
    } catch (error) {
      return permanentFailure(errorText(error))
    }
    try {
      const answer = await exchange(request, body, timeoutMs)
      return typeof answer === 'number' ? resultOf(answer, goneStatuses) : failure(answer)
    } catch (error) {
      // This includes names without a public address: some routers answer every name with their own address while
      // they are offline.
      return failure(errorText(error))
    }
  }
}

/** Sends the body and returns the status of the response, or why there is none; what happens after the status does not matter. */
function exchange(
  request: ClientRequest,
  body: string | Buffer,
  timeoutMs: number,
): Promise<number | FailureReason> {
  return new Promise((resolve, reject) => {
    let status: number | undefined
    const settle = (problem: Error | FailureReason) => {
      clearTimeout(timer)
      if (status === undefined && problem instanceof Error) reject(problem)
      else resolve(status ?? (problem as FailureReason))
      request.destroy()
    }
    const timeout = { code: 'TIMEOUT', details: { milliseconds: timeoutMs } } as const
    const timer = setTimeout(() => settle(timeout), timeoutMs)
    request.on('response', (response) => {
      status = response.statusCode
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxResponseBytes) request.destroy()
      })
      response.on('error', settle)
    })
    request.on('error', settle)
    request.on('close', () => settle({ code: 'NO_RESPONSE' }))
    request.end(body)
  })
}

/**
 * Permits another attempt after every status but those of a contact that no longer exists: a receiver that
 * refuses a message, or redirects it, may be misconfigured for a while, and somebody waits for help.
 */
function resultOf(status: number, goneStatuses: number[]): SendResult {
  if (status >= 200 && status < 300) return { ok: true }
  const details = { status }
  if (goneStatuses.includes(status)) return { ...permanentFailure({ code: 'RESPONSE', details }), gone: true }
  return failure({ code: status >= 300 && status < 400 ? 'REDIRECT' : 'RESPONSE', details })
}
