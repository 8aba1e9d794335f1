import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify'
import { adminRoutes } from './admin/admin.routes.ts'
import { maintenanceRoutes } from './admin/maintenance.routes.ts'
import { alertRoutes } from './alerts/alerts.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createAuth } from './auth/auth.service.ts'
import { createCallers } from './auth/callers.ts'
import type { Passwords } from './auth/passwords.ts'
import { createSessions } from './auth/sessions.ts'
import { caregiverRoutes } from './caregivers/caregivers.routes.ts'
import type { Context } from './context.ts'
import type { Pulse } from './db/pulse.ts'
import { createDeviceKeys } from './devices/device-keys.service.ts'
import { deviceKeyRoutes, deviceRoutes } from './devices/devices.routes.ts'
import { fallRoutes } from './falls/falls.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { enforceAccess, requireAccessRules } from './http/access.ts'
import type { ApiInstance } from './http/api-instance.ts'
import { answerUnreadable } from './http/client-errors.ts'
import { keepDoor } from './http/door.ts'
import { answerErrors, sendError, toAppError } from './http/error-handler.ts'
import { acceptJsonBodies } from './http/json-body.ts'
import { describeApi, descriptionRoute, serveExplorer } from './http/openapi.ts'
import { createPageWalks } from './http/page-walks.ts'
import { countRefusal, countRequest, createLimits } from './http/rate-limits.ts'
import { logRequests } from './http/request-log.ts'
import { commonHeaders, secureAnswers } from './http/security.ts'
import { createTroubleNotes } from './http/trouble-notes.ts'
import { serializerCompiler, validatorCompiler } from './http/validation.ts'
import { ingestRoutes } from './ingest/ingest.routes.ts'
import { createLiveDevices } from './ingest/live-devices.ts'
import { createReadingWriter } from './ingest/reading-writer.ts'
import { createTurns } from './ingest/turns.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { metricsRoute } from './metrics/metrics.routes.ts'
import { timeRequests } from './metrics/request-times.ts'
import { watchState } from './metrics/state-gauges.ts'
import { patientRoutes } from './patients/patients.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { createProfiles } from './profile/profile.service.ts'
import { readingRoutes } from './readings/readings.routes.ts'
import type { RedisLink } from './redis/redis.ts'
import { version } from './version.ts'

export interface AppParts {
  ctx: Context
  pulse: Pulse
  redis?: RedisLink | undefined
  /** True while the service still answers, but wants no more requests. */
  isStopping?: () => boolean
  passwords: Passwords
  jwtSecret: string
  tls?: { cert: Buffer; key: Buffer } | undefined
}

/** buildApp puts the service together: what every request passes through, then each feature's routes. */
export async function buildApp({
  ctx,
  pulse,
  redis,
  isStopping = () => false,
  passwords,
  jwtSecret,
  tls,
}: AppParts): Promise<FastifyInstance> {
  const addHeaders = commonHeaders(ctx.config)
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // A logger for each request cost a twentieth of the way of a reading; the lines carry the id themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => acceptableId(request.headers['x-request-id']) ?? randomUUID(),
    trustProxy: ctx.config.trustProxy as string[] | false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1000 },
    requestTimeout: 30_000,
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors(error, request, reply) {
      addHeaders(request, reply)
      sendError(error, request, reply)
    },
    https: tls ?? null,
  }) as unknown as FastifyInstance

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  requireAccessRules(app)
  answerErrors(app)
  acceptJsonBodies(app)
  logRequests(app, ctx.log)
  const { registry } = ctx.metrics
  if (registry) timeRequests(app, registry)
  secureAnswers(app, ctx.config, addHeaders)
  const { corsOrigins } = ctx.config
  if (corsOrigins.length > 0) await app.register(cors, corsOptions(corsOrigins))
  await describeApi(app, version)

  const callers = createCallers(pulse)
  const sessions = createSessions(ctx, callers, jwtSecret)
  const keys = createDeviceKeys(ctx, callers, sessions)
  const devices = createLiveDevices(ctx, pulse)
  const writer = createReadingWriter(ctx.db, ctx.metrics)
  const door = keepDoor(app.server, ctx)
  if (registry) watchState(registry, { ctx, pulse, writer, door })
  app.addHook('onClose', async () => {
    devices.stop()
    await writer.flush()
  })
  const limits = createLimits(ctx.config, redis)
  await app.register(
    async (scope) => {
      const authenticators = { session: sessions.authenticate, deviceKey: keys.authenticate }
      scope.addHook('onRequest', (request, reply, done) => {
        const { limit = 'global' } = request.routeOptions.config
        try {
          const admitted =
            limit === 'none' || limit === 'refused'
              ? enforceAccess(request, authenticators)
              : countRequest(limits, limit, request, reply).then(() => enforceAccess(request, authenticators))
          if (admitted) admitted.then(() => done(), done)
          else done()
        } catch (error) {
          done(error as Error)
        }
      })
      const noteTrouble = createTroubleNotes(ctx)
      scope.setErrorHandler(async (error, request, reply) => {
        const told = await countRefusal(limits, error, request, reply)
        await noteTrouble(request, told)
        // Device keys are taken where readings are.
        const isReading = request.routeOptions.config.acceptsDeviceKey
        if (isReading) ctx.metrics.readingsRefused(toAppError(told as FastifyError).status)
        sendError(told, request, reply)
        return reply
      })
      const api = scope as unknown as ApiInstance
      const auth = createAuth(ctx, sessions, passwords)
      const answerPage = createPageWalks(redis)
      authRoutes(api, ctx, auth, sessions)
      profileRoutes(api, ctx, createProfiles(ctx, sessions, passwords))
      ingestRoutes(api, { ctx, devices, writer, turns: createTurns(ctx.config.rateLimits.sensor, redis) })
      deviceKeyRoutes(api, keys)
      deviceRoutes(api, ctx, devices.forget)
      readingRoutes(api, ctx)
      fallRoutes(api, ctx, answerPage)
      alertRoutes(api, ctx, answerPage)
      patientRoutes(api, { ctx, auth, sessions, answerPage })
      caregiverRoutes(api, { ctx, auth, sessions, answerPage })
      messageRoutes(api, ctx, answerPage)
      adminRoutes(api, { ctx, sessions, answerPage, forgetDevice: devices.forget })
      maintenanceRoutes(api, ctx)
      healthRoutes(api, { ctx, pulse, redis, version, isStopping })
      descriptionRoute(api)
    },
    { prefix: '/api' },
  )
  const { metrics } = ctx.config
  if (registry && metrics?.port === undefined) metricsRoute(app, registry, metrics?.token)
  await serveExplorer(app)
  return app
}

/** A proxy's request id is kept when it is harmless to log. */
function acceptableId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : undefined
}

function corsOptions(origins: string[]) {
  return {
    origin: origins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Requested-With', 'X-Request-Id'],
    exposedHeaders: [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: 600,
  }
}
