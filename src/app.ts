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
import { createCredentialCache } from './auth/credential-cache.ts'
import type { Passwords } from './auth/passwords.ts'
import { createSessions } from './auth/sessions.ts'
import { caregiverRoutes } from './caregivers/caregivers.routes.ts'
import type { Context } from './context.ts'
import type { Heartbeat } from './db/heartbeat.ts'
import { deviceDetectionRoutes } from './devices/device-detection.routes.ts'
import { createDeviceKeys } from './devices/device-keys.service.ts'
import { createDeviceLogWriter } from './devices/device-log-writer.ts'
import { deviceKeyRoutes, deviceRoutes } from './devices/devices.routes.ts'
import { fallRoutes } from './falls/falls.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { createHealthCheck } from './health/service-health.ts'
import { requireAccessRules } from './http/access.ts'
import type { ApiInstance } from './http/api-instance.ts'
import { createErrorAudit } from './http/audited-errors.ts'
import { countRefusal } from './http/counted-refusals.ts'
import { handleErrors, sendError, toAppError } from './http/error-handler.ts'
import { guardApi } from './http/guards.ts'
import { acceptJsonBodies } from './http/json-body.ts'
import { describeApi } from './http/openapi.ts'
import { serveExplorer } from './http/openapi-explorer.ts'
import { requireOperationIds } from './http/openapi-operations.ts'
import { createDescriptionText, descriptionRoute } from './http/openapi-text.ts'
import { createPageResponder } from './http/page-cursors.ts'
import { createLimits } from './http/rate-limits.ts'
import { createReadingAdmission } from './http/reading-admission.ts'
import { logRequests } from './http/request-log.ts'
import { createRouteLimits } from './http/route-limits.ts'
import { commonHeaders, secureResponses } from './http/security.ts'
import { createHttpServers } from './http/server.ts'
import type { TlsOptions } from './http/tls.ts'
import { serializerCompiler, validatorCompiler } from './http/validation.ts'
import { readingIntervalMs } from './ingest/backfill-credit.ts'
import { createDeviceCache } from './ingest/device-cache.ts'
import { createDeviceRateLimiter } from './ingest/device-rate-limiter.ts'
import { ingestRoutes } from './ingest/ingest.routes.ts'
import { createPendingFalls } from './ingest/pending-falls.ts'
import { createReadingWriter } from './ingest/reading-writer.ts'
import { clientOf, createProxyCheck } from './lib/client-address.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { metricsRoute } from './metrics/metrics.routes.ts'
import { measureRequests } from './metrics/request-times.ts'
import { registerStateGauges } from './metrics/state-gauges.ts'
import { patientRoutes } from './patients/patients.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { createProfiles } from './profile/profile.service.ts'
import { readingRoutes } from './readings/readings.routes.ts'
import { createCounter } from './redis/counter.ts'
import type { RedisLink } from './redis/redis.ts'
import { version } from './version.ts'

export interface AppParts {
  ctx: Context
  heartbeat: Heartbeat
  redis?: RedisLink | undefined
  /** True while the service is stopping and still processes requests. */
  isStopping?: () => boolean
  passwords: Passwords
  jwtSecret: string
  tls?: TlsOptions | undefined
}

/** buildApp assembles the service: first the hooks for every request, then the routes of each feature. */
export async function buildApp({
  ctx,
  heartbeat,
  redis,
  isStopping = () => false,
  passwords,
  jwtSecret,
  tls,
}: AppParts): Promise<FastifyInstance> {
  const addHeaders = commonHeaders(ctx.config)
  const isProxy = createProxyCheck(ctx.config.trustProxy)
  const admission = createReadingAdmission(ctx, { clientOf: (request) => clientOf(request, isProxy) })
  const servers = createHttpServers({
    tls,
    guard: admission.guard,
    onConnection: admission.onConnection,
    isProxy,
    limits: { newConnections: ctx.config.rateLimits.connections },
  })
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // A logger per request took 5 % of the time of a reading; log lines contain the request id themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => acceptableId(request.headers['x-request-id']) ?? randomUUID(),
    trustProxy: ctx.config.trustProxy as string[] | false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    serverFactory: servers.create,
    // The servers handle client errors themselves; Fastify knows only the first of them.
    clientErrorHandler: () => {},
    frameworkErrors(error, request, reply) {
      addHeaders(request, reply)
      sendError(error, request, reply)
    },
  }) as unknown as FastifyInstance

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('principal', null)
  requireAccessRules(app)
  requireOperationIds(app)
  handleErrors(app)
  acceptJsonBodies(app)
  logRequests(app, ctx.log)
  const { registry } = ctx.metrics
  if (registry) measureRequests(app, registry)
  const limits = createLimits(ctx, redis)
  secureResponses(app, ctx.config, addHeaders, limits)
  const { corsOrigins } = ctx.config
  if (corsOrigins.length > 0) await app.register(cors, corsOptions(corsOrigins))
  await describeApi(app, version)
  const description = createDescriptionText(app, ctx.now)

  const credentials = createCredentialCache(heartbeat)
  const sessions = createSessions(ctx, credentials, jwtSecret)
  const keys = createDeviceKeys(ctx, credentials, sessions)
  const devices = createDeviceCache(ctx, heartbeat)
  const writer = createReadingWriter(ctx.db.commits, ctx.metrics)
  const pendingFalls = createPendingFalls(ctx)
  if (registry) registerStateGauges(registry, { ctx, heartbeat, writer, admission, pendingFalls })
  // With a server factory, Fastify listens on one address only.
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
      const auditError = createErrorAudit(ctx)
      scope.setErrorHandler(async (error, request, reply) => {
        const refusal = await countRefusal(limits, error, request, reply)
        await auditError(request, refusal)
        // Only routes for readings accept device keys.
        const isReading = request.routeOptions.config.acceptsDeviceKey
        if (isReading) ctx.metrics.readingsRefused(toAppError(refusal as FastifyError).status)
        sendError(refusal, request, reply)
        return reply
      })
      const api = scope as unknown as ApiInstance
      const auth = createAuth(ctx, sessions, passwords, redis)
      const respondWithPage = createPageResponder(ctx.now, redis)
      const routeLimits = createRouteLimits(ctx, redis)
      authRoutes(api, { ctx, auth, sessions, routeLimits })
      profileRoutes(api, ctx, createProfiles(ctx, sessions, passwords), routeLimits)
      const { sensor, backfill } = ctx.config.rateLimits
      ingestRoutes(api, {
        ctx,
        devices,
        writer,
        pendingFalls,
        rateLimiter: createDeviceRateLimiter(sensor, redis),
        writeLog: createDeviceLogWriter(ctx.db.reserved),
        backfillQuota: createCounter('backfill', backfill, redis),
        intervalMs: readingIntervalMs(sensor),
      })
      deviceKeyRoutes(api, keys)
      deviceRoutes(api, ctx, devices.invalidate)
      deviceDetectionRoutes(api, ctx, devices.invalidate)
      readingRoutes(api, ctx)
      fallRoutes(api, ctx, respondWithPage)
      alertRoutes(api, ctx, respondWithPage)
      patientRoutes(api, { ctx, auth, sessions, respondWithPage, routeLimits })
      caregiverRoutes(api, { ctx, auth, sessions, respondWithPage, routeLimits })
      messageRoutes(api, ctx, respondWithPage)
      const checkHealth = createHealthCheck({ heartbeat, redis, isStopping })
      adminRoutes(api, { ctx, sessions, respondWithPage, checkHealth, invalidateDevice: devices.invalidate })
      maintenanceRoutes(api, ctx)
      healthRoutes(api, { ctx, checkHealth, version })
      descriptionRoute(api, description)
    },
    { prefix: '/api' },
  )
  const { metrics } = ctx.config
  if (registry && metrics?.port === undefined) metricsRoute(app, registry, metrics?.token)
  await serveExplorer(app, limits, description)
  return app
}

/** acceptableId accepts a proxy's request id if it is safe to log. */
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
