import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { createHistogram, type Series } from './histogram.ts'

/** The durations of one method of one route, by the first digit of the status. */
type Times = (Series | undefined)[]

/**
 * measureRequests measures every response. Labels are bounded: a route is its pattern, all unknown paths are one, and
 * Node accepts only known methods.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const histogram = createHistogram(registry, {
    name: 'fallwatch_http_request_duration_seconds',
    help: 'From the headers of a request, or when a reading was let in, to the end of its answer, by route, method and status class.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  })
  // The configuration of a route is one object for the lifetime of the service, and unknown paths have none.
  const ofRoute = new Map<object | undefined, Map<string, Times>>()

  function timesOf(config: object | undefined, method: string): Times {
    const ofMethod = ofRoute.get(config) ?? new Map<string, Times>()
    ofRoute.set(config, ofMethod)
    const times: Times = []
    ofMethod.set(method, times)
    return times
  }

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const config = request.is404 ? undefined : request.routeOptions.config
    const times = ofRoute.get(config)?.get(method) ?? timesOf(config, method)
    const statusClass = Math.trunc(reply.statusCode / 100)
    let series = times[statusClass]
    if (!series) {
      const route = config?.url ?? 'unknown'
      series = histogram.series({ route, method, status: `${statusClass}xx` })
      times[statusClass] = series
    }
    series.observe(reply.elapsedTime / 1000)
    done()
  })
}
