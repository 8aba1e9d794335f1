import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { authRoutes } from '../accounts/auth/auth.routes.ts'
import { sessionListRoutes } from '../accounts/auth/session-list.routes.ts'
import { alertRoutes } from '../alerting/alerts/alerts.routes.ts'
import { dutyRoutes } from '../alerting/escalation/duty.routes.ts'
import { escalationRoutes } from '../alerting/escalation/policies.routes.ts'
import { fallRecordRoutes } from '../alerting/falls/fall-record.routes.ts'
import { fallRoutes } from '../alerting/falls/falls.routes.ts'
import { serveAcknowledgePage } from '../alerting/incidents/acknowledge-page.ts'
import type { Engine } from '../alerting/incidents/engine.ts'
import { helpPageRoutes } from '../alerting/incidents/help-page.routes.ts'
import { incidentRoutes } from '../alerting/incidents/incidents.routes.ts'
import { monitoringRoutes } from '../alerting/monitoring/monitoring.routes.ts'
import { contactRoutes } from '../alerting/notifications/contacts.routes.ts'
import { deliveryRoutes } from '../alerting/notifications/deliveries.routes.ts'
import type { NotificationHold } from '../alerting/notifications/hold.ts'
import { webhookRoutes } from '../alerting/notifications/webhooks.routes.ts'
import { caregiverRoutes } from '../care/caregivers/caregivers.routes.ts'
import { messageRoutes } from '../care/messages/messages.routes.ts'
import { patientRoutes } from '../care/patients/patients.routes.ts'
import { stationRoutes } from '../care/stations/stations.routes.ts'
import { teamRoutes } from '../care/teams/teams.routes.ts'
import { requireAccessRules } from '../platform/http/access.ts'
import { handleApiErrors } from '../platform/http/api-errors.ts'
import type { ApiInstance } from '../platform/http/api-instance.ts'
import { allowOrigins } from '../platform/http/cors.ts'
import { handleErrors } from '../platform/http/error-handler.ts'
import { createFramework } from '../platform/http/framework.ts'
import { guardApi } from '../platform/http/guards.ts'
import { acceptJsonBodies } from '../platform/http/json-body.ts'
import { describeApi } from '../platform/http/openapi.ts'
import { serveExplorer } from '../platform/http/openapi-explorer.ts'
import { requireOperationIds } from '../platform/http/openapi-operations.ts'
import { createDescriptionText, descriptionRoute } from '../platform/http/openapi-text.ts'
import { createLimits } from '../platform/http/rate-limits.ts'
import { createReadingAdmission } from '../platform/http/reading-admission.ts'
import { logRequests } from '../platform/http/request-log.ts'
import { commonHeaders, secureResponses } from '../platform/http/security.ts'
import { createHttpServers, type HttpServers } from '../platform/http/server.ts'
import { clientOf, createProxyCheck } from '../platform/lib/client-address.ts'
import { prepared } from '../platform/lib/prepared.ts'
import { registerBackupGauges } from '../platform/metrics/backup-gauges.ts'
import { registerReplicationGauges } from '../platform/metrics/replication-gauges.ts'
import { measureRequests } from '../platform/metrics/request-times.ts'
import { version } from '../platform/project.ts'
import type { TlsOptions } from '../platform/tls/tls-options.ts'
import { fhirRoutes } from '../records/fhir/fhir.routes.ts'
import { fhirErrors } from '../records/fhir/operation-outcome.ts'
import { homeAssistantRoutes } from '../records/home-assistant/home-assistant.routes.ts'
import { openHomeAssistantPublisher } from '../records/home-assistant/home-assistant-publisher.ts'
import { importRoutes } from '../records/imports/imports.routes.ts'
import { exportRoutes } from '../records/profile/export.routes.ts'
import { profileRoutes } from '../records/profile/profile.routes.ts'
import { reportRoutes } from '../records/reports/reports.routes.ts'
import { findOutsideReader } from '../records/sharing/outside-readers.service.ts'
import { sharedRecordRoutes } from '../records/sharing/shared-record.routes.ts'
import { sharingRoutes } from '../records/sharing/sharing.routes.ts'
import { deviceEventRoutes } from '../telemetry/device-events/device-events.routes.ts'
import { deviceDetectionRoutes } from '../telemetry/devices/device-detection.routes.ts'
import { deviceProvisioningRoutes } from '../telemetry/devices/device-provisioning.routes.ts'
import { deviceKeyRoutes, deviceRoutes } from '../telemetry/devices/devices.routes.ts'
import { fallTraceRoutes } from '../telemetry/fall-traces/fall-traces.routes.ts'
import { ingestRoutes } from '../telemetry/ingest/ingest.routes.ts'
import { intakeRoutes } from '../telemetry/intake/intake.routes.ts'
import type { Intake } from '../telemetry/intake/intake.ts'
import { openIntakeBroker } from '../telemetry/intake/intake-broker.ts'
import { type BrokerClient, openBrokerClient } from '../telemetry/mqtt/broker-client.ts'
import { createMqttServer, type MqttServer } from '../telemetry/mqtt/mqtt-server.ts'
import { phoneRoutes } from '../telemetry/phones/phones.routes.ts'
import { readingRoutes } from '../telemetry/readings/readings.routes.ts'
import { adminRoutes } from './admin/admin.routes.ts'
import { backupRoutes } from './admin/admin-backups.routes.ts'
import { maintenanceRoutes } from './admin/maintenance.routes.ts'
import { releaseRoutes } from './admin/release-notifications.routes.ts'
import { type AppDependencies, type AppOptions, createAppDependencies } from './app-dependencies.ts'
import { consoleFolder, readConsoleFiles } from './console/console-files.ts'
import { createConsole, serveConsole } from './console/serve-console.ts'
import { healthRoutes } from './health/health.routes.ts'
import { eventRoutes } from './live/events.routes.ts'
import { metricsRoute } from './metrics/metrics.routes.ts'
import { registerStateGauges } from './metrics/state-gauges.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Started by the owner of the app, once it listens. */
    engine: Engine
    /** The listener for MQTT; it listens once its owner says so. */
    mqtt: MqttServer
    /** Connects to the broker that MQTT_URL names, and disconnects when the app closes. */
    connectBroker(url: string): BrokerClient
    /** What others send. */
    intake: Intake
    /** Whether anything may leave the service. */
    hold: NotificationHold
    /** Uses another certificate for new connections. */
    renewTls(tls: TlsOptions): void
  }
}

/** Assembles the service: first the hooks for every request, then the routes of each feature. */
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
  const console = createConsole(prepared(() => readConsoleFiles(options.consoleFolder ?? consoleFolder)))

  requireAccessRules(app)
  requireOperationIds(app)
  handleErrors(app, [fhirErrors])
  acceptJsonBodies(app)
  logRequests(app, ctx.log)
  if (registry) measureRequests(app, registry)
  secureResponses(app, config, addHeaders, limits, console.answers)
  await allowOrigins(app, config.corsOrigins)
  await describeApi(app, version)
  const description = createDescriptionText(app, ctx.now, options.readDescription)
  app.decorate('engine', dependencies.engine)
  app.decorate('hold', dependencies.hold)
  app.decorate('intake', dependencies.intake)
  const { ingest, eventIntake: events, intake, keys } = dependencies
  app.decorate(
    'mqtt',
    createMqttServer({ ctx, heartbeat, redis, ingest, events, admission, keys, limits, tls }),
  )
  app.decorate('renewTls', (renewed: TlsOptions) => {
    servers.renewTls(renewed)
    app.mqtt.renewTls(renewed)
  })
  const brokers: BrokerClient[] = []
  app.addHook('preClose', async () => void (await Promise.all(brokers.map((broker) => broker.close()))))
  app.decorate('connectBroker', (url: string) => {
    const broker = joined(
      openBrokerClient({ ctx, url, ingest, events, admission }),
      openIntakeBroker({ ctx, heartbeat, intake, url }),
      openHomeAssistantPublisher(ctx, heartbeat, url),
    )
    intake.setBroker(broker)
    brokers.push(broker)
    return broker
  })
  if (registry) {
    const { streams, hold } = dependencies
    registerStateGauges(registry, { heartbeat, admission, streams, hold, mqtt: app.mqtt, brokers, ...ingest })
    registerBackupGauges(registry, options.backups)
    registerReplicationGauges(registry, options.replication)
  }
  startAndStop(app, servers, dependencies)
  await app.register(
    async (scope) => {
      const { sessions, helpCredentials } = dependencies
      guardApi(scope, limits, {
        session: sessions.authenticate,
        deviceKey: keys.authenticate,
        helpCredential: helpCredentials.findOwner,
        outsideReader: (token) => findOutsideReader(ctx, token),
      })
      handleApiErrors(scope, ctx, limits)
      const api = scope.withTypeProvider<ZodTypeProvider>()
      apiRoutes(api, dependencies)
      descriptionRoute(api, description)
    },
    { prefix: '/api' },
  )
  if (registry && config.metrics?.port === undefined) metricsRoute(app, registry, config.metrics?.token)
  await serveAcknowledgePage(app, limits)
  await serveExplorer(app, limits, description)
  serveConsole(app, limits, console)
  return app
}

/** Several connections to the same broker. */
const joined = (...links: BrokerClient[]): BrokerClient => ({
  get isUp() {
    return links.every((link) => link.isUp)
  },
  close: async () => void (await Promise.all(links.map((link) => link.close()))),
})

function apiRoutes(api: ApiInstance, dependencies: AppDependencies): void {
  const { ctx, respondWithPage, invalidateDevice } = dependencies
  authRoutes(api, dependencies)
  sessionListRoutes(api, dependencies)
  profileRoutes(api, ctx, dependencies.profiles, dependencies.routeLimits)
  exportRoutes(api, ctx, dependencies.exports)
  ingestRoutes(api, dependencies.ingest)
  deviceEventRoutes(api, ctx, dependencies.eventIntake, dependencies.respondWithPage)
  intakeRoutes(api, dependencies)
  deviceKeyRoutes(api, dependencies.keys)
  deviceRoutes(api, { ctx, sessions: dependencies.sessions, invalidate: invalidateDevice })
  deviceDetectionRoutes(api, ctx, invalidateDevice)
  deviceProvisioningRoutes(api, dependencies)
  phoneRoutes(api, dependencies)
  readingRoutes(api, ctx)
  fallRoutes(api, ctx, respondWithPage)
  fallRecordRoutes(api, ctx)
  fallTraceRoutes(api, ctx)
  alertRoutes(api, ctx, respondWithPage)
  patientRoutes(api, dependencies)
  monitoringRoutes(api, ctx)
  caregiverRoutes(api, dependencies)
  incidentRoutes(api, dependencies)
  helpPageRoutes(api, dependencies)
  escalationRoutes(api, ctx)
  dutyRoutes(api, ctx)
  teamRoutes(api, dependencies)
  stationRoutes(api, dependencies)
  messageRoutes(api, ctx, respondWithPage)
  contactRoutes(api, dependencies)
  eventRoutes(api, ctx, dependencies.streams, () => dependencies.hold.current() !== undefined)
  adminRoutes(api, dependencies)
  importRoutes(api, ctx, dependencies.sender)
  webhookRoutes(api, dependencies.webhooks)
  deliveryRoutes(api, ctx, dependencies.sender, respondWithPage)
  reportRoutes(api, ctx)
  fhirRoutes(api, ctx)
  sharingRoutes(api, ctx)
  homeAssistantRoutes(api, ctx)
  sharedRecordRoutes(api, ctx)
  maintenanceRoutes(api, ctx)
  backupRoutes(api, dependencies)
  releaseRoutes(api, dependencies)
  healthRoutes(api, dependencies)
}

function startAndStop(
  app: FastifyInstance,
  servers: HttpServers,
  { ctx, streams, close }: AppDependencies,
): void {
  // With a server factory, Fastify listens on one address only.
  app.addHook('onListen', async () => {
    if (ctx.config.host === 'localhost') await servers.listenOnOtherAddresses(ctx.config.host)
  })
  app.addHook('preClose', async () => {
    streams.close()
    servers.startDraining()
    await app.mqtt.close()
  })
  app.addHook('onClose', async () => {
    await servers.drained()
    await close()
  })
}
