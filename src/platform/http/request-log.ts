import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { addressKey } from '../lib/client-address.ts'
import { type Likeness, likeness } from '../lib/repeated-lines.ts'
import { intakeTokenPrefix } from '../token-prefixes.ts'

/** The paths of all routes are shorter; the limit keeps clients from filling the disk with made-up ones. */
const maxPathLength = 200

/** Writes one line per request: who requested what, the outcome and the duration. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isRoutine = request.routeOptions.config.quiet && reply.statusCode < 400
    const level = isRoutine ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      const line = {
        reqId: request.id,
        method: request.method,
        // Without the query, which may contain personal data.
        path: pathOf(request).slice(0, maxPathLength),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        userId: request.principal?.actor.id,
        [likeness]: likenessOf(request, reply.statusCode),
      }
      log[level](line, 'request')
    }
    done()
  })
}

/** The path as it was requested, or its pattern where a secret is part of it. */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  const { hasSecretInPath } = routeOptions.config
  if (hasSecretInPath) return routeOptions.url ?? ''
  // With a wrong method, or something behind it, no route says that the path has a secret.
  return url.replace(/\?.*/s, '').replace(intakeSecret, `${intakeTokenPrefix}…`)
}

const intakeSecret = new RegExp(`${intakeTokenPrefix}[^/]*`, 'g')

/** As many as RATE_LIMIT_GLOBAL allows an address in a minute; of refused ones the first few show what is wrong. */
const [maxLines, maxRefusedLines] = [100, 10]

/** The same for requests of one caller to one route with one outcome, whatever ids are in the path. */
function likenessOf(request: FastifyRequest, status: number): Likeness {
  const { method, routeOptions, ip, principal } = request
  const caller = principal?.actor.id ?? addressKey(ip) ?? 'unknown'
  const text = `${method} ${routeOptions.url ?? 'unknown'} ${status} of ${caller}`
  return { text, lines: status < 400 ? maxLines : maxRefusedLines }
}
