import { Gauge, type Registry } from 'prom-client'
import { incidentKinds, unresolvedStates } from '../../alerting/model/incident.ts'
import { openSince } from '../../alerting/model/open-falls.ts'
import type { NotificationHold } from '../../alerting/notifications/hold.ts'
import { findUnansweredAlerts, findUnansweredFalls } from '../../alerting/recipients/recipients.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import type { AdmissionControl } from '../../platform/http/admission-control.ts'
import type { PendingFalls } from '../../telemetry/ingest/pending-falls.ts'
import type { ReadingWriter } from '../../telemetry/ingest/reading-writer.ts'
import type { BrokerClient } from '../../telemetry/mqtt/broker-client.ts'
import type { MqttServer } from '../../telemetry/mqtt/mqtt-server.ts'
import { findPackingBacklog } from '../../telemetry/packing/packing.service.ts'
import { listLastRuns } from '../jobs/jobs.ts'
import type { EventStreams } from '../live/event-streams.ts'
import { countUnresolvedIncidents } from './state-gauges.store.ts'

export interface StateGaugeParts {
  ctx: Context
  heartbeat: Heartbeat
  writer: ReadingWriter
  admission: AdmissionControl
  pendingFalls: PendingFalls
  streams: EventStreams
  mqtt: Pick<MqttServer, 'count'>
  brokers: readonly Pick<BrokerClient, 'isUp'>[]
  hold: Pick<NotificationHold, 'current'>
}

/** Adds gauges that are read when the metrics are. */
export function registerStateGauges(
  registry: Registry,
  { ctx, heartbeat, writer, admission, pendingFalls, streams, mqtt, brokers, hold }: StateGaugeParts,
): void {
  const registers = [registry]
  new Gauge({
    name: 'fallwatch_reading_queue_length',
    help: 'Live readings that are waiting to be admitted or for the next commit.',
    registers,
    collect() {
      this.set(admission.queueLength() + writer.waiting())
    },
  })
  new Gauge({
    name: 'fallwatch_pending_falls',
    help: 'Detected falls that could not be recorded yet and are retried.',
    registers,
    collect() {
      this.set(pendingFalls.count())
    },
  })
  new Gauge({
    name: 'fallwatch_streams',
    help: 'Open live streams.',
    registers,
    collect() {
      this.set(streams.count())
    },
  })
  new Gauge({
    name: 'fallwatch_mqtt_connections',
    help: 'Devices that are connected to the MQTT listener.',
    registers,
    collect() {
      this.set(mqtt.count())
    },
  })
  new Gauge({
    name: 'fallwatch_mqtt_broker_up',
    help: 'Whether the broker of MQTT_URL is connected: 1 or 0; omitted without MQTT_URL.',
    registers,
    collect() {
      if (brokers.length === 0) this.remove()
      else this.set(brokers.some(({ isUp }) => isUp) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'fallwatch_notifications_held',
    help: 'Whether all messages are held, as on a restored copy: 1 or 0.',
    registers,
    collect() {
      this.set(hold.current() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'fallwatch_database_up',
    help: 'Whether the database answers: 1 or 0.',
    registers,
    collect() {
      this.set(heartbeat.alive ? 1 : 0)
    },
  })
  registerPoolGauges(registry, ctx)
  registerDatabaseGauges(registry, ctx, heartbeat)
}

function registerPoolGauges(registry: Registry, { db }: Context): void {
  const gauge = (name: string, help: string, key: 'max' | 'total' | 'idle' | 'waiting') =>
    new Gauge({
      name: `fallwatch_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, counts] of Object.entries(db.pools())) this.set({ pool }, counts[key])
      },
    })
  gauge('max_connections', 'The most connections that a pool opens.', 'max')
  gauge('connections', 'Open connections of a pool.', 'total')
  gauge('idle_connections', 'Open connections of a pool that nobody uses.', 'idle')
  gauge('waiting', 'Callers that wait for a connection of a pool.', 'waiting')
}

/** Each scrape would be a query, and there may be several scrapers. */
const queryIntervalMs = 5_000

/** Gauges from the database are left out while it is unavailable; the others are not affected. */
function registerDatabaseGauges(registry: Registry, ctx: Context, heartbeat: Heartbeat): void {
  const registers = [registry]
  const readState = cachedFor(queryIntervalMs, ctx, async () => {
    if (!heartbeat.alive) return undefined
    const since = openSince(ctx.now())
    const [falls, unanswered, incidents, runs, unpackedFrom] = await Promise.all([
      findUnansweredFalls(ctx.db, since),
      findUnansweredAlerts(ctx.db, since),
      countUnresolvedIncidents(ctx.db),
      listLastRuns(ctx.db),
      findPackingBacklog(ctx.db),
    ])
    return { falls, unanswered, incidents, runs, unpackedFrom }
  })
  type State = NonNullable<Awaited<ReturnType<typeof readState>>>
  // The clock of a device may be ahead, and an age must not be negative.
  const ageOf = (oldest: Date | null) =>
    oldest ? Math.max(0, ctx.now().getTime() - oldest.getTime()) / 1000 : 0
  const gauge = (name: string, help: string, read: (state: State) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const state = await readState()
        if (state) this.set(read(state))
        else this.remove()
      },
    })
  gauge(
    'fallwatch_unanswered_falls',
    'Likely falls of the last day that no caregiver has acknowledged.',
    ({ falls }) => falls.count,
  )
  gauge(
    'fallwatch_unanswered_fall_oldest_age_seconds',
    'How long ago the oldest of them was recorded; 0 when there is none.',
    ({ falls }) => ageOf(falls.oldest),
  )
  gauge(
    'fallwatch_falls_without_recipient',
    'Those of them that have no recipient.',
    ({ falls }) => falls.withoutRecipient,
  )
  gauge(
    'fallwatch_unanswered_alerts',
    'Alerts of the last day about falls that no caregiver has acknowledged; 10000 stands for more.',
    ({ unanswered }) => unanswered.count,
  )
  gauge(
    'fallwatch_unanswered_alert_oldest_age_seconds',
    'Age of the oldest of them; 0 when there is none.',
    ({ unanswered }) => ageOf(unanswered.oldest),
  )
  gauge(
    'fallwatch_packing_backlog_oldest_age_seconds',
    'Age of the oldest reading that should have been packed when all devices were last looked at; 0 when there is none.',
    ({ unpackedFrom }) => ageOf(unpackedFrom),
  )
  const labelledGauge = (
    name: string,
    help: string,
    labelName: string,
    read: (state: State) => [label: string, value: number][],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [labelName],
      registers,
      async collect() {
        const state = await readState()
        this.reset()
        for (const [label, value] of state ? read(state) : []) this.set({ [labelName]: label }, value)
      },
    })
  labelledGauge(
    'fallwatch_incidents_open',
    'Incidents that are not resolved, by state.',
    'state',
    ({ incidents }) =>
      unresolvedStates.map((state) => [state, sum(incidents.filter((row) => row.state === state))]),
  )
  labelledGauge(
    'fallwatch_unanswered_incident_oldest_age_seconds',
    'How long the oldest incident of a kind has been open without an acknowledgement; 0 when there is none.',
    'kind',
    ({ incidents }) =>
      incidentKinds.map((kind) => [
        kind,
        ageOf(incidents.find((row) => row.kind === kind && row.oldest)?.oldest ?? null),
      ]),
  )
  labelledGauge(
    'fallwatch_job_last_success_timestamp_seconds',
    'Start time of the last successful run of a job, in any process.',
    'job_name',
    ({ runs }) => runs.map(({ name, lastRun }) => [name, lastRun.getTime() / 1000]),
  )
}

const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)

/** Returns the last value while it is fresh. A load that fails is logged, and its value is undefined. */
function cachedFor<T>(maxAgeMs: number, { now, log }: Context, load: () => Promise<T | undefined>) {
  let loadedAtMs = Number.NEGATIVE_INFINITY
  let value: Promise<T | undefined> = Promise.resolve(undefined)
  return () => {
    const nowMs = now().getTime()
    // A clock that was set back must not keep an old value fresh.
    if (Math.abs(nowMs - loadedAtMs) >= maxAgeMs) {
      loadedAtMs = nowMs
      value = load().catch((error) => {
        log.warn({ err: error }, 'the metrics that come from the database are omitted')
        return undefined
      })
    }
    return value
  }
}
