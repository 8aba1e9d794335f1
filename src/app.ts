import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { adminRoutes } from './admin/admin.routes.ts'
import { maintenanceRoutes } from './admin/maintenance.routes.ts'
import { alertRoutes } from './alerts/alerts.routes.ts'
import { type AppDependencies, type AppOptions, createAppDependencies } from './app-dependencies.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { caregiverRoutes } from './caregivers/caregivers.routes.ts'
import { deviceDetectionRoutes } from './devices/device-detection.routes.ts'
import { deviceKeyRoutes, deviceRoutes } from './devices/devices.routes.ts'
import { fallRoutes } from './falls/falls.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { requireAccessRules } from './http/access.ts'
import { handleApiErrors } from './http/api-errors.ts'
import type { ApiInstance } from './http/api-instance.ts'
import { allowOrigins } from './http/cors.ts'
import { handleErrors } from './http/error-handler.ts'
import { createFramework } from './http/framework.ts'
import { guardApi } from './http/guards.ts'
import { acceptJsonBodies } from './http/json-body.ts'
import { describeApi } from './http/openapi.ts'
import { serveExplorer } from './http/openapi-explorer.ts'
import { requireOperationIds } from './http/openapi-operations.ts'
import { createDescriptionText, descriptionRoute } from './http/openapi-text.ts'
import { createLimits } from './http/rate-limits.ts'
import { createReadingAdmission } from './http/reading-admission.ts'
import { logRequests } from './http/request-log.ts'
import { commonHeaders, secureResponses } from './http/security.ts'
import { createHttpServers, type HttpServers } from './http/server.ts'
import { ingestRoutes } from './ingest/ingest.routes.ts'
import { clientOf, createProxyCheck } from './lib/client-address.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { metricsRoute } from './metrics/metrics.routes.ts'
import { measureRequests } from './metrics/request-times.ts'
import { registerStateGauges } from './metrics/state-gauges.ts'
import { patientRoutes } from './patients/patients.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { readingRoutes } from './readings/readings.routes.ts'
import { version } from './version.ts'

/** buildApp assembles the service: first the hooks for every request, then the routes of each feature. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { ctx, heartbeat, redis, tls } = options
  const { config } = ctx
  const { registry } = ctx.metrics
  const isProxy = createProxyCheck(config.trustProxy)
  const admission = createReadingAdmission(ctx, { clientOf: (request) => clientOf(request, isProxy) })
  const { guard, onConnection } = admission
  const connectionLimits = { newConnections: config.rateLimits.connections }
  const servers = createHttpServers({ tls, guard, onConnection, isProxy, limits: connectionLimits })
  const addHeaders = commonHeaders(config)
  const limits = createLimits(ctx, redis)
  const dependencies = createAppDependencies(options)
  const app = createFramework(ctx, servers, addHeaders)

  requireAccessRules(app)
  requireOperationIds(app)
  handleErrors(app)
  acceptJsonBodies(app)
  logRequests(app, ctx.log)
  if (registry) measureRequests(app, registry)
  secureResponses(app, config, addHeaders, limits)
  await allowOrigins(app, config.corsOrigins)
  await describeApi(app, version)
  const description = createDescriptionText(app, ctx.now)
  if (registry) registerStateGauges(registry, { heartbeat, admission, ...dependencies.ingest })
  startAndStop(app, servers, dependencies)
  await app.register(
    async (scope) => {
      const { sessions, keys } = dependencies
      guardApi(scope, limits, { session: sessions.authenticate, deviceKey: keys.authenticate })
      handleApiErrors(scope, ctx, limits)
      const api = scope.withTypeProvider<ZodTypeProvider>()
      apiRoutes(api, dependencies)
      descriptionRoute(api, description)
    },
    { prefix: '/api' },
  )
  if (registry && config.metrics?.port === undefined) metricsRoute(app, registry, config.metrics?.token)
  await serveExplorer(app, limits, description)
  return app
}

function apiRoutes(api: ApiInstance, dependencies: AppDependencies): void {
  const { ctx, respondWithPage, invalidateDevice } = dependencies
  authRoutes(api, dependencies)
  profileRoutes(api, ctx, dependencies.profiles, dependencies.routeLimits)
  ingestRoutes(api, dependencies.ingest)
  deviceKeyRoutes(api, dependencies.keys)
  deviceRoutes(api, ctx, invalidateDevice)
  deviceDetectionRoutes(api, ctx, invalidateDevice)
  readingRoutes(api, ctx)
  fallRoutes(api, ctx, respondWithPage)
  alertRoutes(api, ctx, respondWithPage)
  patientRoutes(api, dependencies)
  caregiverRoutes(api, dependencies)
  messageRoutes(api, ctx, respondWithPage)
  adminRoutes(api, dependencies)
  maintenanceRoutes(api, ctx)
  healthRoutes(api, dependencies)
}

function startAndStop(app: FastifyInstance, servers: HttpServers, { ctx, close }: AppDependencies): void {
  // With a server factory, Fastify listens on one address only.
  app.addHook('onListen', async () => {
    if (ctx.config.host === 'localhost') await servers.listenOnOtherAddresses(ctx.config.host)
  })
  app.addHook('preClose', async () => servers.startDraining())
  app.addHook('onClose', async () => {
    await servers.drained()
    await close()
  })
}
