import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** The paths of all routes are shorter; the limit keeps clients from filling the disk with made-up ones. */
const maxPathLength = 200

/** logRequests writes one line per request: who requested what, the outcome and the duration. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isRoutine = request.routeOptions.config.quiet && reply.statusCode < 400
    const level = isRoutine ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      const line = {
        reqId: request.id,
        method: request.method,
        // Without the query, which may contain personal data.
        path: request.url.replace(/\?.*/s, '').slice(0, maxPathLength),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        userId: request.principal?.actor.id,
      }
      log[level](line, 'request')
    }
    done()
  })
}
