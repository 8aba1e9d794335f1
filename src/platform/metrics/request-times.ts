import type { FastifyInstance, FastifyReply } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/**
 * Measures every response. Labels are bounded: a route is its pattern, all unknown paths are one, all
 * files of the console are one, and Node accepts only known methods.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'fallwatch_http_request_duration_seconds',
    help: 'From the headers of a request, or the admission of a reading, to the end of its response, by route, method and status class.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isStream && reply.statusCode < 400) return done()
    const route = (request.is404 ? unroutedName(reply) : request.routeOptions.url) ?? 'unknown'
    const status = `${Math.trunc(reply.statusCode / 100)}xx`
    durations.observe({ route, method: request.method, status }, reply.elapsedTime / 1000)
    done()
  })
}

/** A path that has no route and is not unknown is a file of the console. */
const unroutedName = ({ statusCode }: FastifyReply) => (statusCode === 404 ? 'unknown' : 'console')
