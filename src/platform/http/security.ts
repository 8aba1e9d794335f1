import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refusal } from '../lib/errors.ts'
import { createHostCheck, lacksHost } from './host-header.ts'
import type { Limits } from './rate-limits.ts'
import { countUnknownPath } from './refusal-limits.ts'

/** An API response is data: it must not be framed, executed, sniffed for another type or cached. */
const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export type AddHeaders = ReturnType<typeof commonHeaders>

/** Devices do not need headers for browsers, and each header takes 2 % of the time of a reading. */
export function commonHeaders(config: Config) {
  // Whoever has accepted a certificate of ours could not open another service of that name without HTTPS any more.
  const forDevices = config.production && config.tls !== 'own' ? strictTransport : undefined
  const forPages = { ...apiHeaders, ...forDevices }
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.routeOptions.config?.acceptsDeviceKey) {
      reply.headers(forPages).header('x-request-id', request.id)
    } else if (forDevices) {
      reply.headers(forDevices)
    }
  }
}

export function secureResponses(
  app: FastifyInstance,
  config: Config,
  addHeaders: AddHeaders,
  limits: Limits,
  isConsole: (request: FastifyRequest) => boolean,
): void {
  const hasAmbiguousHost = createHostCheck()
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    const { raw } = request
    if (hasAmbiguousHost(raw.rawHeaders) || lacksHost(raw)) {
      // Further requests on the connection may be meant for another host.
      reply.header('connection', 'close')
      return done(refusal('INVALID_HOST'))
    }
    // Before the body is read, which is not needed for an unknown path.
    if (request.is404 && !isConsole(request)) {
      countUnknownPath(limits, request, reply).then(() => done(refusal('NOT_FOUND')), done)
      return
    }
    // The CORS plugin would refuse it in its own format.
    const { origin, 'access-control-request-method': wanted } = request.headers
    if (request.method === 'OPTIONS' && !(origin && wanted)) return done(refusal('NOT_FOUND'))
    // The health check works without HTTPS, for load balancers behind the TLS proxy.
    const needsHttps = config.production && request.routeOptions.config?.plainHttp !== true
    if (needsHttps && request.protocol !== 'https') return done(refusal('HTTPS_REQUIRED'))
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Works without HTTPS even in production. */
    plainHttp?: boolean
  }
}
