import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { version } from '../project.ts'
import {
  countIncidents,
  type IncidentLabels,
  type IncidentMetrics,
  noIncidentMetrics,
} from './incident-metrics.ts'
import { countIntake, type IntakeMetrics, noIntakeMetrics } from './intake-metrics.ts'
import { countMqtt, type MqttMetrics, noMqttMetrics } from './mqtt-metrics.ts'

/** Counts events as they happen; those in a transaction after its commit. */
export interface Metrics extends IncidentMetrics, IntakeMetrics, MqttMetrics {
  /** The registry that Prometheus reads; undefined if metrics are switched off. */
  readonly registry: Registry | undefined
  readingsAccepted(source: ReadingSource, count: number): void
  /** A request with readings got this status instead of success. */
  readingsRefused(status: number): void
  readingsCommitted(count: number, durationMs: number): void
  readingsPacked(count: number): void
  fallRecorded(level: string, change: FallChange, alerts: number): void
  /** A fall from POTENTIAL on was recorded without a recipient. */
  fallWithoutRecipient(): void
  /** A caregiver was alerted to falls that were open already. */
  openFallsAlerted(alerts: number): void
  /** The time from the arrival of a reading until its alerts are stored. */
  readingAlerted(durationMs: number): void
  eventSent(): void
  /** Events are written to no stream, because their subjects cannot be read. */
  eventsSkipped(count: number): void
  /** A stream was closed because its client did not read. */
  streamDropped(): void
  jobScheduled(job: string, everyMs: number): void
  jobRan(job: string, durationMs: number): void
  jobFailed(job: string): void
}

const readingSources = ['stream', 'batch'] as const
export type ReadingSource = (typeof readingSources)[number]

/** A fall is opened once, and raised for each level that it reaches later. */
const fallChanges = ['opened', 'raised'] as const
export type FallChange = (typeof fallChanges)[number]

const noop = () => {}

export const noMetrics: Metrics = {
  ...noIncidentMetrics,
  ...noIntakeMetrics,
  ...noMqttMetrics,
  registry: undefined,
  readingsAccepted: noop,
  readingsRefused: noop,
  readingsCommitted: noop,
  readingsPacked: noop,
  fallRecorded: noop,
  fallWithoutRecipient: noop,
  openFallsAlerted: noop,
  readingAlerted: noop,
  eventSent: noop,
  eventsSkipped: noop,
  streamDropped: noop,
  jobScheduled: noop,
  jobRan: noop,
  jobFailed: noop,
}

/** The values of labels that the groups above know. */
export interface MetricLabels extends IncidentLabels {
  fallLevels: readonly string[]
}

export function createMetrics(config: Config, labels: MetricLabels): Metrics {
  return config.metrics ? createPrometheusMetrics(labels) : noMetrics
}

/** Each instance has its own registry, so that several services in one process are counted separately. */
function createPrometheusMetrics(labels: MetricLabels): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  describeBuild(registry)
  return {
    registry,
    ...countReadings(registry),
    ...countFalls(registry, labels),
    ...countStreams(registry),
    ...countIncidents(registry, labels),
    ...countIntake(registry),
    ...countMqtt(registry),
    ...countJobs(registry),
  }
}

function describeBuild(registry: Registry): void {
  new Gauge({
    name: 'fallwatch_build_info',
    help: 'Always 1; the labels have the version of the service and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
}

const refusalReasons: Record<number, string> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  409: 'too_many_devices',
  413: 'invalid',
  415: 'invalid',
  429: 'too_soon',
  500: 'fault',
  503: 'unavailable',
}

function countReadings(registry: Registry) {
  const registers = [registry]
  const accepted = new Counter({
    name: 'fallwatch_readings_accepted_total',
    help: 'Readings that were stored, live or in batches.',
    labelNames: ['source'],
    registers,
  })
  for (const source of readingSources) accepted.inc({ source }, 0)
  const refused = new Counter({
    name: 'fallwatch_readings_refused_total',
    help: 'Requests with readings that were refused, by reason; a batch is one request.',
    labelNames: ['reason'],
    registers,
  })
  // Series that exist at zero from the start show their first increase.
  for (const reason of Object.values(refusalReasons)) refused.inc({ reason }, 0)
  const sizes = new Histogram({
    name: 'fallwatch_reading_commit_size',
    help: 'Live readings stored in one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
    registers,
  })
  const durations = new Histogram({
    name: 'fallwatch_reading_commit_duration_seconds',
    help: 'Duration of such a commit.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const packed = new Counter({
    name: 'fallwatch_readings_packed_total',
    help: 'Readings that were packed.',
    registers,
  })
  return {
    readingsPacked: (count: number) => packed.inc(count),
    readingsAccepted: (source: ReadingSource, count: number) => accepted.inc({ source }, count),
    readingsRefused: (status: number) => refused.inc({ reason: refusalReasons[status] ?? 'invalid' }),
    readingsCommitted(count: number, durationMs: number) {
      sizes.observe(count)
      durations.observe(durationMs / 1000)
    },
  }
}

function countFalls(registry: Registry, { fallLevels }: MetricLabels) {
  const registers = [registry]
  const falls = new Counter({
    name: 'fallwatch_falls_total',
    help: 'Falls by the level at which they were opened, and by each level to which they were raised later.',
    labelNames: ['level', 'change'],
    registers,
  })
  for (const level of fallLevels) for (const change of fallChanges) falls.inc({ level, change }, 0)
  const alerts = new Counter({
    name: 'fallwatch_alerts_total',
    help: 'Alerts to caregivers: one for each fall and caregiver.',
    registers,
  })
  const withoutRecipient = new Counter({
    name: 'fallwatch_falls_recorded_without_recipient_total',
    help: 'Falls, POTENTIAL or above, that had no recipient when they were recorded.',
    registers,
  })
  const delays = new Histogram({
    name: 'fallwatch_reading_to_alert_seconds',
    help: 'Time from the arrival of a live reading until its alerts are stored.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  return {
    fallRecorded(level: string, change: FallChange, alertCount: number) {
      falls.inc({ level, change })
      alerts.inc(alertCount)
    },
    fallWithoutRecipient: () => withoutRecipient.inc(),
    openFallsAlerted: (alertCount: number) => alerts.inc(alertCount),
    // Concurrent readings of a device get times slightly ahead, and a sum must not decrease.
    readingAlerted: (durationMs: number) => delays.observe(Math.max(0, durationMs) / 1000),
  }
}

function countStreams(registry: Registry) {
  const registers = [registry]
  const events = new Counter({
    name: 'fallwatch_stream_events_total',
    help: 'Events that were written to live streams: one for each event and stream.',
    registers,
  })
  const dropped = new Counter({
    name: 'fallwatch_streams_dropped_total',
    help: 'Live streams that were closed because their clients did not read.',
    registers,
  })
  const skipped = new Counter({
    name: 'fallwatch_stream_events_skipped_total',
    help: 'Events that were written to no live stream, because what they are about could not be read.',
    registers,
  })
  return {
    eventSent: () => events.inc(),
    eventsSkipped: (count: number) => skipped.inc(count),
    streamDropped: () => dropped.inc(),
  }
}

function countJobs(registry: Registry) {
  // Not `job`, which is Prometheus' label for the scraped target.
  const labelNames = ['job_name']
  const registers = [registry]
  const intervals = new Gauge({
    name: 'fallwatch_job_interval_seconds',
    help: 'Interval at which a job is due.',
    labelNames,
    registers,
  })
  const runs = new Counter({
    name: 'fallwatch_job_runs_total',
    help: 'Runs of a job in this process, successful or not.',
    labelNames,
    registers,
  })
  const failures = new Counter({
    name: 'fallwatch_job_failures_total',
    help: 'Attempts to run a job in this process that failed, including those that failed before it ran.',
    labelNames,
    registers,
  })
  const durations = new Histogram({
    name: 'fallwatch_job_duration_seconds',
    help: 'Duration of the runs of a job.',
    labelNames,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600],
    registers,
  })
  return {
    jobScheduled(job: string, everyMs: number) {
      intervals.set({ job_name: job }, everyMs / 1000)
      runs.inc({ job_name: job }, 0)
      failures.inc({ job_name: job }, 0)
    },
    jobRan(job: string, durationMs: number) {
      runs.inc({ job_name: job })
      durations.observe({ job_name: job }, durationMs / 1000)
    },
    jobFailed: (job: string) => failures.inc({ job_name: job }),
  }
}
