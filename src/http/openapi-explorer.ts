import swaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError, notFound } from '../lib/errors.ts'
import { sendError } from './error-handler.ts'
import { limitPages } from './guards.ts'
import type { DescriptionText } from './openapi-text.ts'
import type { Limits } from './rate-limits.ts'

/** JSON is valid YAML; converting a quarter of a megabyte to YAML style would block readings for 0.4 seconds. */
const descriptionTypes: Record<string, string> = {
  '/docs/json': 'application/json; charset=utf-8',
  '/docs/yaml': 'application/x-yaml',
}

/** serveExplorer serves a page for exploring the API, from files of the package only. */
export async function serveExplorer(
  app: FastifyInstance,
  limits: Limits,
  description: DescriptionText,
): Promise<void> {
  await app.register(async (scope) => {
    limitPages(scope, limits)
    scope.addHook('onRequest', (request, reply, done) => {
      const type = descriptionTypes[request.routeOptions.url ?? '']
      if (!type) return done()
      reply.type(type).send(description())
    })
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    scope.setErrorHandler((error, request, reply) =>
      sendError(toFileError(error as FastifyError), request, reply),
    )
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: {
        deepLinking: true,
        persistAuthorization: true,
        tryItOutEnabled: true,
      },
      theme: {
        title: 'Fallwatch API',
        css: [{ filename: 'plain.css', content: '.topbar { display: none }' }],
      },
      staticCSP:
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    })
  })
  app.get('/', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/docs'),
  )
}

const fileErrors: Record<number, string> = {
  412: 'The file is another one by now',
  416: 'The file has no such part',
}

/** toFileError maps client errors of static files to 404, except those of conditional and range requests. */
function toFileError(error: FastifyError): FastifyError | AppError {
  const { statusCode = 500, code } = error
  if (statusCode < 400 || statusCode >= 500 || code?.startsWith('FST_')) return error
  const message = fileErrors[statusCode]
  return message ? new AppError(statusCode, message) : notFound()
}
