import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { errorResponse, rateLimitedResponse } from './envelope.ts'

/** The descriptions of error responses. Each says only what is true of every operation. */
const errorDescriptions: Record<number, string> = {
  400: 'Invalid input',
  401: 'Not signed in',
  403: 'Not permitted',
  404: 'Not found',
  406: 'No acceptable format',
  409: 'Conflict with the current state',
  413: 'Body too large',
  415: 'Body is not JSON',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors of this route have another format than the envelope. */
    errorMediaType?: string
  }
}

type RouteSchema = NonNullable<RouteOptions['schema']>

/** Adds what a route's rules imply: the token it needs and its error responses. */
export function withImpliedParts(schema: RouteSchema, route: RouteOptions): RouteSchema {
  const { access, acceptsDeviceKey, acceptsHelpCredential } = route.config ?? {}
  // Routes that accept device keys are those for readings, which are rate limited by device.
  const tooManyRequests = acceptsDeviceKey ? rateLimitedResponse : errorResponse
  const implied = impliedErrors(schema, route).map((status) => [
    status,
    status === 429 ? tooManyRequests : errorResponse,
  ])
  const responses: Record<string, unknown> = {
    ...Object.fromEntries(implied),
    ...(schema.response as object | undefined),
  }
  const described = Object.entries(responses).map(([status, response]) => [
    status,
    Number(status) < 400 ? response : describedError(Number(status), response, route.config?.errorMediaType),
  ])
  return {
    ...schema,
    ...(access === 'public'
      ? {}
      : { security: [{ bearer: [] }, { cookie: [] }, ...(acceptsHelpCredential ? [{ help: [] }] : [])] }),
    response: Object.fromEntries(described),
  }
}

function impliedErrors(schema: RouteSchema, route: RouteOptions): number[] {
  const { access, acceptsDeviceKey, limit, errors = [] } = route.config ?? {}
  const mayHaveBody = route.method !== 'GET'
  const takesInput = mayHaveBody || schema.params || schema.querystring
  // A device key is refused with 403 where it is not accepted.
  const refuses = Array.isArray(access) || (access === 'signed-in' && !acceptsDeviceKey)
  return [
    ...(takesInput ? [400] : []),
    ...(mayHaveBody ? [413, 415] : []),
    ...(access === 'public' ? [] : [401]),
    ...(refuses ? [403] : []),
    ...(limit === 'none' ? [] : [429]),
    500,
    503,
    ...errors,
  ]
}

function describedError(status: number, schema: unknown, mediaType?: string) {
  const description = errorDescriptions[status]
  if (!description) throw new Error(`No description of error responses with status ${status}`)
  if (mediaType)
    return { description, content: { [mediaType]: { schema: z.unknown().meta({ type: 'object' }) } } }
  return { description, content: { 'application/json': { schema } } }
}
