import type { FastifyInstance } from 'fastify'

/** logRequests writes one line for each request: who asked for what, the outcome and the time it took. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { quiet } = request.routeOptions.config
    const line = {
      method: request.method,
      // Without the query: it may hold what people searched for.
      path: request.url.replace(/\?.*/s, ''),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      userId: request.caller?.actor.id,
    }
    if (quiet && reply.statusCode < 400) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
}
