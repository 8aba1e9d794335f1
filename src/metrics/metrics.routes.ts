import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { bearerToken } from '../http/access.ts'
import { unauthorized } from '../lib/errors.ts'

/** metricsRoute answers Prometheus, in its text format; with a token only to who sends it. */
export function metricsRoute(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  app.get(
    '/metrics',
    { config: { access: 'public', quiet: true }, schema: { hide: true } },
    async (request, reply) => {
      if (token && !sends(request, token)) {
        reply.header('www-authenticate', 'Bearer')
        throw unauthorized('Authentication required')
      }
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}

/** Digests are of one length, and comparing them takes the same time wherever they differ. */
function sends(request: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(bearerToken(request) ?? ''), digest(token))
}
