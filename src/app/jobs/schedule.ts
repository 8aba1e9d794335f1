import { foldFallCounts } from '../../alerting/falls/falls.service.ts'
import { watchDevices } from '../../alerting/monitoring/watch-devices.ts'
import { msPerDay, msPerHour, msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import {
  cleanUpDeviceEvents,
  learnDeviceIntervals,
  reportFaultyDevices,
} from '../../telemetry/device-events/device-events.service.ts'
import { logSilentDevices } from '../../telemetry/devices/silence-log.ts'
import { copyFallTraces } from '../../telemetry/fall-traces/fall-traces.service.ts'
import { summariseReadings } from '../../telemetry/ingest/vital-summaries.ts'
import { packReadings } from '../../telemetry/packing/pack-readings.ts'
import { releaseEmptyPartitions } from '../../telemetry/packing/release-partitions.ts'
import { cleanUpEvents } from '../live/event-cleanup.ts'
import type { Job } from './jobs.ts'
import { applyRetention } from './retention.ts'
import { type TaskName, tasks } from './tasks.ts'

/** Makes a task a job; a run that changed nothing is not logged. */
function scheduled(name: TaskName, everyMs: number): Job {
  return {
    name,
    everyMs,
    async run(ctx) {
      const outcome = await tasks[name](ctx, { dryRun: false })
      return Object.values(outcome).some((count) => count > 0) ? outcome : undefined
    },
  }
}

/** All jobs with their intervals. */
export const schedule: Job[] = [
  scheduled('cleanup_readings', msPerMinute),
  scheduled('cleanup_logs', msPerDay),
  scheduled('cleanup_sessions', msPerHour),
  // Recent falls expire, and with them their effect on the score.
  scheduled('recalculate_health', msPerHour),
  {
    name: 'learn_device_intervals',
    everyMs: msPerHour,
    async run(ctx) {
      const devices = await learnDeviceIntervals(ctx)
      return devices > 0 ? { devices } : undefined
    },
  },
  {
    name: 'cleanup_device_events',
    everyMs: msPerDay,
    async run(ctx) {
      const deviceEvents = await cleanUpDeviceEvents(ctx)
      return deviceEvents > 0 ? { deviceEvents } : undefined
    },
  },
  {
    name: 'cleanup_events',
    everyMs: msPerHour,
    async run(ctx) {
      const events = await cleanUpEvents(ctx)
      return events > 0 ? { events } : undefined
    },
  },
  {
    name: 'apply_retention',
    everyMs: msPerHour,
    async run(ctx) {
      const deleted = await applyRetention(ctx)
      return Object.values(deleted).some((count) => count > 0) ? deleted : undefined
    },
  },
  {
    name: 'fold_fall_counts',
    everyMs: msPerMinute,
    async run(ctx) {
      await foldFallCounts(ctx.db)
      return undefined
    },
  },
  {
    name: 'copy_fall_traces',
    everyMs: msPerMinute,
    async run(ctx) {
      await copyFallTraces(ctx)
      return undefined
    },
  },
  {
    name: 'summarise_readings',
    everyMs: msPerMinute,
    async run(ctx) {
      await summariseReadings(ctx)
      return undefined
    },
  },
  {
    // Often, so that each run is short: an hour of all devices becomes due at the same time.
    name: 'pack_readings',
    isShared: true,
    everyMs: 10 * msPerSecond,
    async run(ctx) {
      await packReadings(ctx)
      return undefined
    },
  },
  {
    name: 'release_partitions',
    everyMs: 10 * msPerMinute,
    async run(ctx) {
      await releaseEmptyPartitions(ctx)
      return undefined
    },
  },
  {
    name: 'note_silent_devices',
    everyMs: msPerMinute,
    async run(ctx) {
      const silent = await logSilentDevices(ctx)
      return silent > 0 ? { silent } : undefined
    },
  },
  {
    name: 'watch_devices',
    everyMs: 30 * msPerSecond,
    async run(ctx) {
      const silent = await watchDevices(ctx)
      await reportFaultyDevices(ctx)
      return silent > 0 ? { silent } : undefined
    },
  },
]
