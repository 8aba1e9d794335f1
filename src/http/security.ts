import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { badRequest, forbidden, notFound } from '../lib/errors.ts'
import { createHostCheck, lacksHost } from './host-header.ts'
import { countUnknownPath, type Limits } from './rate-limits.ts'

/** An API answer is data: no page may frame it, run it or guess another type for it, and no cache may keep it. */
const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** A wearable shows no pages and keeps no answers, and each header costs a fiftieth of the way of its reading. */
export function commonHeaders(config: Config) {
  const forDevices = config.production ? strictTransport : undefined
  const forPages = { ...apiHeaders, ...forDevices }
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.routeOptions.config?.acceptsDeviceKey) {
      reply.headers(forPages).header('x-request-id', request.id)
    } else if (forDevices) {
      reply.headers(forDevices)
    }
  }
}

export function secureAnswers(
  app: FastifyInstance,
  config: Config,
  addHeaders: ReturnType<typeof commonHeaders>,
  limits: Limits,
): void {
  const hasAmbiguousHost = createHostCheck()
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    const { raw } = request
    if (hasAmbiguousHost(raw.rawHeaders) || lacksHost(raw)) {
      // What follows on the connection may be meant for somebody else.
      reply.header('connection', 'close')
      return done(badRequest('The request must have one valid Host header'))
    }
    // Before its body is read: that of a path that does not exist is of no use to anybody.
    if (request.is404) {
      countUnknownPath(limits, request, reply).then(() => done(notFound()), done)
      return
    }
    // The CORS plugin would refuse it in words of its own.
    const { origin, 'access-control-request-method': wanted } = request.headers
    if (request.method === 'OPTIONS' && !(origin && wanted)) return done(notFound())
    // Health stays open: the load balancer that asks for it stands on our side of the proxy.
    const needsHttps = config.production && request.routeOptions.config.plainHttp !== true
    if (needsHttps && request.protocol !== 'https') return done(forbidden('HTTPS is required'))
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without HTTPS even in production. */
    plainHttp?: boolean
  }
}
