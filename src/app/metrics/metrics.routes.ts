import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { bearerToken } from '../../platform/http/access.ts'
import { refusal } from '../../platform/lib/errors.ts'

/** Serves metrics in Prometheus' text format, if a token is set only to requests with it. */
export function metricsRoute(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  app.get(
    '/metrics',
    { config: { access: 'public', quiet: true }, schema: { hide: true } },
    async (request, reply) => {
      if (token && !hasToken(request, token)) {
        reply.header('www-authenticate', 'Bearer')
        throw refusal('AUTHENTICATION_REQUIRED')
      }
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}

/** Digests have equal length, and are compared in constant time. */
function hasToken(request: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(bearerToken(request) ?? ''), digest(token))
}
