import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { AppError, notFound } from '../lib/errors.ts'
import type { ApiInstance } from './api-instance.ts'
import { errorResponse, rateLimitedResponse } from './envelope.ts'
import { sendError } from './error-handler.ts'
import { limitPages } from './guards.ts'
import type { Limits } from './rate-limits.ts'

const options: Parameters<typeof createJsonSchemaTransform>[0] = {
  zodToJsonConfig: {
    // The pattern of a known format only clutters the description.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  },
}
const transformSchema = createJsonSchemaTransform(options)
const transformObject = createJsonSchemaTransformObject(options)

/** describeApi must be registered before the routes: it collects them as they are declared. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fallwatch',
        version,
        description:
          'The service between a fall-detecting wearable and the people who come to help. ' +
          'Sign up or log in, then send the token as `Authorization: Bearer <token>`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Authentication', description: 'Signing up, in and out' },
        { name: 'Profile', description: 'The own account' },
        { name: 'Devices', description: 'Wearables, what they send and the keys they send it with' },
        { name: 'Falls', description: 'Falls that were felt or reported' },
        { name: 'Patients', description: 'The people who wear them' },
        { name: 'Caregivers', description: 'The people who come to help, and what they are told' },
        { name: 'Messages', description: 'Between people' },
        { name: 'Administration', description: 'Running the place' },
        { name: 'Health', description: 'Whether the service works' },
      ],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description:
              'Counts only together with the header X-Requested-With. Over HTTPS it is __Host-session.',
          },
        },
      },
    },
    transform: (document) =>
      transformSchema({
        ...document,
        schema: document.schema && withImpliedParts(document.schema, document.route),
      }),
    transformObject: (document) =>
      withoutContentOf204(withOptionalBodies(withoutUnused(transformObject(document)))),
  })
}

const errorNames: Record<number, string> = {
  400: 'Invalid input',
  401: 'Missing or invalid token',
  403: 'Insufficient permissions',
  404: 'Resource not found',
  409: 'Conflict with what is there',
  413: 'Body too large',
  415: 'Not JSON',
  429: 'Rate limit exceeded',
  500: 'Internal server error',
  503: 'Service unavailable',
}

/** withImpliedParts adds what a route's rules imply: the token it needs and its error responses. */
function withImpliedParts(schema: NonNullable<RouteOptions['schema']>, route: RouteOptions) {
  const { access, acceptsDeviceKey, limit, errors = [] } = route.config ?? {}
  const mayHaveBody = route.method !== 'GET'
  const takesInput = mayHaveBody || schema.params || schema.querystring
  // A device key is refused with 403 where it is not accepted.
  const refuses = Array.isArray(access) || (access === 'signed-in' && !acceptsDeviceKey)
  const statuses = [
    ...(takesInput ? [400] : []),
    ...(mayHaveBody ? [413, 415] : []),
    ...(access === 'public' ? [] : [401]),
    ...(refuses ? [403] : []),
    ...(limit === 'none' ? [] : [429]),
    500,
    503,
    ...errors,
  ]
  const described = statuses.map((status) => {
    // Routes that accept device keys are those for readings, which are rate limited by device.
    const schema = status === 429 && acceptsDeviceKey ? rateLimitedResponse : errorResponse
    return [
      status,
      { description: errorNames[status] ?? 'Error', content: { 'application/json': { schema } } },
    ]
  })
  return {
    ...schema,
    ...(access === 'public' ? {} : { security: [{ bearer: [] }, { cookie: [] }] }),
    response: { ...Object.fromEntries(described), ...(schema.response as object | undefined) },
  }
}

type ApiDocument = ReturnType<typeof transformObject>

/** withoutUnused drops the schemas that nothing refers to: each named one is generated for input and for output. */
function withoutUnused(document: ApiDocument): ApiDocument {
  const text = JSON.stringify(document)
  const { components } = document as { components?: { schemas?: Record<string, unknown> } }
  const schemas = Object.entries(components?.schemas ?? {})
  const used = schemas.filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
  return { ...document, components: { ...components, schemas: Object.fromEntries(used) } } as ApiDocument
}

interface Operation {
  responses?: Record<string, { content?: unknown }>
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { required?: string[] } }> }
}

/** withOptionalBodies marks bodies without required fields as optional. */
function withOptionalBodies(document: ApiDocument): ApiDocument {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  for (const { requestBody } of Object.values(paths).flatMap((path) => Object.values(path))) {
    const schema = requestBody?.content?.['application/json']?.schema
    if (requestBody && schema) requestBody.required = Boolean(schema.required?.length)
  }
  return document
}

/** withoutContentOf204 removes the empty schema of 204 responses. */
function withoutContentOf204(document: ApiDocument): ApiDocument {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    delete responses?.['204']?.content
  }
  return document
}

export function descriptionRoute(app: ApiInstance): void {
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}

/** serveExplorer serves a page for exploring the API, from files of the package only. */
export async function serveExplorer(app: FastifyInstance, limits: Limits): Promise<void> {
  await app.register(async (scope) => {
    limitPages(scope, limits)
    let description: string | undefined
    // JSON is valid YAML; converting a quarter of a megabyte to YAML style would block readings for 0.4 seconds.
    scope.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.url !== '/docs/yaml') return done()
      description ??= JSON.stringify(app.swagger(), null, 2)
      reply.type('application/x-yaml').send(description)
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
