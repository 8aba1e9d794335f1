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
import { deviceDetectionRoutes } from './devices/device-detection.routes.ts'
import { createDeviceKeys } from './devices/device-keys.service.ts'
import { createDeviceLogWriter } from './devices/device-log-writer.ts'
import { deviceKeyRoutes, deviceRoutes } from './devices/devices.routes.ts'
import { fallRoutes } from './falls/falls.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { createHealthCheck } from './health/service-health.ts'
import { requireAccessRules } from './http/access.ts'
import type { ApiInstance } from './http/api-instance.ts'
import { answerErrors, sendError, toAppError } from './http/error-handler.ts'
import { guardApi } from './http/guards.ts'
import { acceptJsonBodies } from './http/json-body.ts'
import { describeApi, descriptionRoute, serveExplorer } from './http/openapi.ts'
import { createPageWalks } from './http/page-walks.ts'
import { countRefusal, createCounter, createLimits } from './http/rate-limits.ts'
import { createReadingAdmission } from './http/reading-admission.ts'
import { logRequests } from './http/request-log.ts'
import { createRouteLimits } from './http/route-limits.ts'
import { commonHeaders, secureAnswers } from './http/security.ts'
import { createHttpServers } from './http/server.ts'
import type { TlsOptions } from './http/tls.ts'
import { createTroubleNotes } from './http/trouble-notes.ts'
import { serializerCompiler, validatorCompiler } from './http/validation.ts'
import { readingIntervalMs } from './ingest/backfill-credit.ts'
import { ingestRoutes } from './ingest/ingest.routes.ts'
import { createLiveDevices } from './ingest/live-devices.ts'
import { createPendingFalls } from './ingest/pending-falls.ts'
import { createReadingWriter } from './ingest/reading-writer.ts'
import { createTurns } from './ingest/turns.ts'
import { createProxyCheck } from './lib/client-address.ts'
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
  tls?: TlsOptions | undefined
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
  const admission = createReadingAdmission(ctx)
  const servers = createHttpServers({
    tls,
    guard: admission.guard,
    onConnection: admission.noteConnection,
    isProxy: createProxyCheck(ctx.config.trustProxy),
  })
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // A logger for each request cost a twentieth of the way of a reading; the lines carry the id themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => acceptableId(request.headers['x-request-id']) ?? randomUUID(),
    trustProxy: ctx.config.trustProxy as string[] | false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    serverFactory: servers.create,
    // The servers answer for themselves; Fastify knows only the first of them.
    clientErrorHandler: () => {},
    frameworkErrors(error, request, reply) {
      addHeaders(request, reply)
      sendError(error, request, reply)
    },
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
  const limits = createLimits(ctx.config, redis)
  secureAnswers(app, ctx.config, addHeaders, limits)
  const { corsOrigins } = ctx.config
  if (corsOrigins.length > 0) await app.register(cors, corsOptions(corsOrigins))
  await describeApi(app, version)

  const callers = createCallers(pulse)
  const sessions = createSessions(ctx, callers, jwtSecret)
  const keys = createDeviceKeys(ctx, callers, sessions)
  const devices = createLiveDevices(ctx, pulse)
  const writer = createReadingWriter(ctx.db.reserved, ctx.metrics)
  const pendingFalls = createPendingFalls(ctx)
  if (registry) watchState(registry, { ctx, pulse, writer, admission, pendingFalls })
  // With a factory of servers, Fastify listens on one address alone.
  app.addHook('onListen', async () => {
    if (ctx.config.host === 'localhost') await servers.listenOnOtherAddresses(ctx.config.host)
  })
  app.addHook('preClose', async () => servers.startDraining())
  app.addHook('onClose', async () => {
    await servers.drained()
    devices.stop()
    await writer.flush()
    await pendingFalls.stop()
  })
  await app.register(
    async (scope) => {
      const authenticators = { session: sessions.authenticate, deviceKey: keys.authenticate }
      guardApi(scope, limits, authenticators)
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
      const auth = createAuth(ctx, sessions, passwords, redis)
      const answerPage = createPageWalks(ctx.now, redis)
      const routeLimits = createRouteLimits(ctx.config, redis)
      authRoutes(api, { ctx, auth, sessions, routeLimits })
      profileRoutes(api, ctx, createProfiles(ctx, sessions, passwords), routeLimits)
      const { sensor, backfill } = ctx.config.rateLimits
      ingestRoutes(api, {
        ctx,
        devices,
        writer,
        pendingFalls,
        turns: createTurns(sensor, redis),
        writeLog: createDeviceLogWriter(ctx.db.reserved),
        backfillQuota: createCounter('backfill', backfill, redis),
        intervalMs: readingIntervalMs(sensor),
      })
      deviceKeyRoutes(api, keys)
      deviceRoutes(api, ctx, devices.forget)
      deviceDetectionRoutes(api, ctx, devices.forget)
      readingRoutes(api, ctx)
      fallRoutes(api, ctx, answerPage)
      alertRoutes(api, ctx, answerPage)
      patientRoutes(api, { ctx, auth, sessions, answerPage, routeLimits })
      caregiverRoutes(api, { ctx, auth, sessions, answerPage, routeLimits })
      messageRoutes(api, ctx, answerPage)
      const checkHealth = createHealthCheck({ pulse, redis, isStopping })
      adminRoutes(api, { ctx, sessions, answerPage, checkHealth, forgetDevice: devices.forget })
      maintenanceRoutes(api, ctx)
      healthRoutes(api, { ctx, checkHealth, version })
      descriptionRoute(api)
    },
    { prefix: '/api' },
  )
  const { metrics } = ctx.config
  if (registry && metrics?.port === undefined) metricsRoute(app, registry, metrics?.token)
  await serveExplorer(app, limits)
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
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Requested-With', 'X-Request-Id'],
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
