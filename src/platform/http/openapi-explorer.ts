import swaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { type AppError, refusal } from '../lib/errors.ts'
import { sendError } from './error-handler.ts'
import { limitPages } from './guards.ts'
import { followSession } from './openapi-sign-in.ts'
import type { DescriptionText } from './openapi-text.ts'
import type { Limits } from './rate-limits.ts'

/** JSON is valid YAML; converting a quarter of a megabyte to YAML style would block readings for 0.4 seconds. */
const descriptionTypes: Record<string, string> = {
  '/docs/json': 'application/json; charset=utf-8',
  '/docs/yaml': 'application/x-yaml',
}

/** Without it, phones show the page as if their screen were 980 pixels wide. */
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
const isPage = ({ routeOptions: { url } }: FastifyRequest) => url === '/docs' || url === '/docs/'

/** The bar above the page loads other descriptions, and a column for links would be empty. */
const plainCss = '.swagger-ui .topbar, .swagger-ui .response-col_links { display: none }'

/** Serves a page for exploring the API, from files of the package only. */
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
    scope.addHook('onSend', async (request, _reply, payload) =>
      isPage(request) && typeof payload === 'string'
        ? payload.replace('<head>', `<head>${viewport}`)
        : payload,
    )
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
        responseInterceptor: followSession,
      },
      theme: {
        title: 'Fallwatch API',
        css: [{ filename: 'plain.css', content: plainCss }],
      },
      staticCSP:
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    })
  })
}

const fileErrors: Record<number, 'FILE_CHANGED' | 'INVALID_RANGE'> = {
  412: 'FILE_CHANGED',
  416: 'INVALID_RANGE',
}

/** Maps client errors of static files to 404, except those of conditional and range requests. */
function toFileError(error: FastifyError): FastifyError | AppError {
  const { statusCode = 500, code } = error
  if (statusCode < 400 || statusCode >= 500 || code?.startsWith('FST_')) return error
  return refusal(fileErrors[statusCode] ?? 'NOT_FOUND')
}
