import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** The longest path of a route is shorter: a client that makes one up must not fill the disk with it. */
const maxPathLength = 200

/** logRequests writes one line for each request: who asked for what, the outcome and the time it took. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isRoutine = request.routeOptions.config.quiet && reply.statusCode < 400
    const level = isRoutine ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      const line = {
        reqId: request.id,
        method: request.method,
        // Without the query: it may hold what people searched for.
        path: request.url.replace(/\?.*/s, '').slice(0, maxPathLength),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        userId: request.caller?.actor.id,
      }
      log[level](line, 'request')
    }
    done()
  })
}
