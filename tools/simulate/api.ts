import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Answer<T = unknown> {
  status: number
  headers: IncomingMessage['headers']
  /** How long it took, from the moment that a connection was free. */
  milliseconds: number
  body: {
    success: boolean
    data: T
    token?: string
    error?: string
    retryAfter?: number
    pagination?: Pagination
  }
}

export interface Pagination {
  total: number
}

export interface CallOptions {
  token?: string | undefined
  /** An object, or JSON that is written already. */
  body?: object | string
}

/** A Fallwatch somewhere, asked over a bounded number of connections that stay open. */
export interface Api {
  base: string
  call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>
  /** The same for what is counted by address: waits for as long as the service asks, and throws what it refuses. */
  ask<T>(
    method: string,
    path: string,
    options?: CallOptions & { signal?: AbortSignal | undefined },
  ): Promise<Answer<T>>
  close(): void
}

const mostConnections = 256
const requestTimeoutMs = 30_000

/** An error response. */
export class Refused extends Error {
  readonly status: number
  readonly path: string
  /** In seconds; NaN if the response does not say. */
  readonly retryAfter: number

  constructor(method: string, path: string, { status, headers, body }: Answer) {
    super(`${method} ${path} failed with ${status}: ${body.error ?? 'no reason given'}`)
    this.status = status
    this.path = path
    this.retryAfter = Number(headers['retry-after'])
  }
}

/** Takes the address with or without `/api`; `waits` hears of every pause that a limit demands. */
export function openApi(url: string, waits: (seconds: number, path: string) => void = () => {}): Api {
  const base = `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
  const { protocol, hostname: host, port, pathname } = new URL(base)
  const hostname = host.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'https:'
  const agentOptions = { keepAlive: true, maxSockets: mostConnections, timeout: requestTimeoutMs }
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  const request = isSecure ? requestHttps : requestHttp

  function call<T>(method: string, path: string, { token, body }: CallOptions = {}) {
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    return new Promise<Answer<T>>((resolve, reject) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      }
      // In parts, because taking a URL apart costs more than the rest of the call.
      const place = { hostname, port, path: `${pathname}${path}` }
      const asked = request({ ...place, method, agent, headers, timeout: requestTimeoutMs })
      let startedAt = performance.now()
      asked.on('socket', () => {
        startedAt = performance.now()
      })
      asked.on('timeout', () => asked.destroy(new Error(`No response within ${requestTimeoutMs / 1000} s`)))
      asked.on('error', reject)
      asked.on('response', (response) => {
        let received = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          received += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          const milliseconds = performance.now() - startedAt
          resolve({ status, headers, milliseconds, body: read(received) as Answer<T>['body'] })
        })
      })
      asked.end(text)
    })
  }

  async function ask<T>(...[method, path, options = {}]: Parameters<Api['ask']>) {
    for (;;) {
      options.signal?.throwIfAborted()
      const answer = await call<T>(method, path, options)
      if (answer.status < 300) return answer
      const seconds = Number(answer.headers['retry-after'])
      // Nobody waits a quarter of an hour for one account: the person at the terminal decides.
      if (answer.status !== 429 || !(seconds <= longestWait)) throw new Refused(method, path, answer)
      waits(seconds, path)
      await sleep(seconds * 1000, undefined, { signal: options.signal })
    }
  }

  return { base, call, ask, close: () => agent.destroy() }
}

const longestWait = 90

/** A proxy in between may answer with something else than JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { success: false, error: text.slice(0, 200) }
  }
}
