import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { sendError } from './error-handler.ts'
import type { AddHeaders } from './security.ts'
import type { HttpServers } from './server.ts'
import { serializerCompiler, validatorCompiler } from './validation.ts'

const maxBodyBytes = 64 * 1024

/** Creates a Fastify that listens with our servers, and validates with Zod. */
export function createFramework(
  { config, log }: Context,
  servers: HttpServers,
  addHeaders: AddHeaders,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // A logger per request took 5 % of the time of a reading; log lines contain the request id themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: config.trustProxy,
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    serverFactory: servers.create,
    // The servers handle client errors themselves; Fastify knows only the first of them.
    clientErrorHandler: () => {},
    frameworkErrors(error, request, reply) {
      addHeaders(request, reply)
      sendError(error, request, reply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('principal', null)
  app.decorateRequest('outsideReader', null)
  return app
}

/** Accepts a proxy's request id if it is safe to log, and else creates one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
