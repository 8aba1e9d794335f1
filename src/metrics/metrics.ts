import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { type FallLevel, fallLevels } from '../falls/fall-level.ts'
import { version } from '../version.ts'
import { createHistogram } from './histogram.ts'

/** Metrics is told what happens, as it happens. What takes part in a transaction is told once that is committed. */
export interface Metrics {
  /** What Prometheus reads; undefined where metrics are switched off. */
  readonly registry: Registry | undefined
  readingsAccepted(source: ReadingSource, count: number): void
  /** A request with readings was answered with this status instead of success. */
  readingsRefused(status: number): void
  readingsCommitted(count: number, milliseconds: number): void
  fallRecorded(level: FallLevel, change: FallChange, alerts: number): void
  /** A likely fall was recorded of which no caregiver could be told. */
  fallWithoutRecipient(): void
  /** A caregiver was told of so many falls that were open already. */
  openFallsAlerted(alerts: number): void
  /** So long after a reading arrived, the alerts that it gave cause for are stored. */
  readingAlerted(milliseconds: number): void
  jobScheduled(job: string, everyMs: number): void
  jobRan(job: string, milliseconds: number): void
  jobFailed(job: string): void
}

const readingSources = ['stream', 'batch'] as const
export type ReadingSource = (typeof readingSources)[number]

/** A fall is opened once, and raised for each level that it reaches later. */
const fallChanges = ['opened', 'raised'] as const
export type FallChange = (typeof fallChanges)[number]

const nothing = () => {}

export const noMetrics: Metrics = {
  registry: undefined,
  readingsAccepted: nothing,
  readingsRefused: nothing,
  readingsCommitted: nothing,
  fallRecorded: nothing,
  fallWithoutRecipient: nothing,
  openFallsAlerted: nothing,
  readingAlerted: nothing,
  jobScheduled: nothing,
  jobRan: nothing,
  jobFailed: nothing,
}

export function createMetrics(config: Config): Metrics {
  return config.metrics ? createLiveMetrics() : noMetrics
}

/** Each has a registry of its own: several services in one process do not count into each other. */
function createLiveMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  describeBuild(registry)
  return {
    registry,
    ...countReadings(registry),
    ...countFalls(registry),
    ...countJobs(registry),
  }
}

function describeBuild(registry: Registry): void {
  new Gauge({
    name: 'fallwatch_build_info',
    help: 'What runs: always 1, told by the labels.',
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
  // Counted by hand, because this is done for every reading.
  const accepted = { stream: 0, batch: 0 }
  new Counter({
    name: 'fallwatch_readings_accepted_total',
    help: 'Readings that were stored, live or in batches.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset()
      for (const source of readingSources) this.inc({ source }, accepted[source])
    },
  })
  const refused = new Counter({
    name: 'fallwatch_readings_refused_total',
    help: 'Requests with readings that were refused, by reason; a batch is one request.',
    labelNames: ['reason'],
    registers,
  })
  // What exists from the start at zero shows its first increase.
  for (const reason of Object.values(refusalReasons)) refused.inc({ reason }, 0)
  const sizes = createHistogram(registry, {
    name: 'fallwatch_reading_commit_size',
    help: 'Live readings stored in one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
  }).series()
  const durations = createHistogram(registry, {
    name: 'fallwatch_reading_commit_duration_seconds',
    help: 'How long such a commit took.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  }).series()
  return {
    readingsAccepted(source: ReadingSource, count: number) {
      accepted[source] += count
    },
    readingsRefused: (status: number) => refused.inc({ reason: refusalReasons[status] ?? 'invalid' }),
    readingsCommitted(count: number, milliseconds: number) {
      sizes.observe(count)
      durations.observe(milliseconds / 1000)
    },
  }
}

function countFalls(registry: Registry) {
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
    help: 'Likely falls that had no caregiver who could be told when they were recorded.',
    registers,
  })
  const delays = createHistogram(registry, {
    name: 'fallwatch_reading_to_alert_seconds',
    help: 'From the arrival of a live reading until the alerts that it gave cause for are stored.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  }).series()
  return {
    fallRecorded(level: FallLevel, change: FallChange, alertCount: number) {
      falls.inc({ level, change })
      alerts.inc(alertCount)
    },
    fallWithoutRecipient: () => withoutRecipient.inc(),
    openFallsAlerted: (alertCount: number) => alerts.inc(alertCount),
    // Readings of one device that come at once get times a little ahead, and a sum must not shrink.
    readingAlerted: (milliseconds: number) => delays.observe(Math.max(0, milliseconds) / 1000),
  }
}

function countJobs(registry: Registry) {
  // Not `job`: that is what Prometheus calls whom it asks.
  const labelNames = ['job_name']
  const registers = [registry]
  const intervals = new Gauge({
    name: 'fallwatch_job_interval_seconds',
    help: 'How often a job is due.',
    labelNames,
    registers,
  })
  const runs = new Counter({
    name: 'fallwatch_job_runs_total',
    help: 'Runs of a job in this process, whatever became of them.',
    labelNames,
    registers,
  })
  const failures = new Counter({
    name: 'fallwatch_job_failures_total',
    help: 'Turns of a job in this process that failed, also before it could run.',
    labelNames,
    registers,
  })
  const durations = createHistogram(registry, {
    name: 'fallwatch_job_duration_seconds',
    help: 'How long the runs of a job took.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600],
  })
  return {
    jobScheduled(job: string, everyMs: number) {
      intervals.set({ job_name: job }, everyMs / 1000)
      runs.inc({ job_name: job }, 0)
      failures.inc({ job_name: job }, 0)
    },
    jobRan(job: string, milliseconds: number) {
      runs.inc({ job_name: job })
      durations.series({ job_name: job }).observe(milliseconds / 1000)
    },
    jobFailed: (job: string) => failures.inc({ job_name: job }),
  }
}
