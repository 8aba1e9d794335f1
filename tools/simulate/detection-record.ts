import type { FallKind } from './falls.ts'

/** An alarm within this time after an impact, by the device's clock, belongs to the fall. */
export const detectionWindowMs = 15_000

interface Injected {
  kind: FallKind
  impactMs: number
  detectedAfterMs: number | undefined
  /** Detected in a live reading, not in a batch. */
  live: boolean
}

export interface FallCounts {
  injected: number
  detected: number
  /** Not detected in time. */
  missed: number
  /** Still within the detection window. */
  pending: number
  falseAlarms: number
  /** The median time to detection by the device's clock, in seconds; undefined if none was live. */
  medianDelay: number | undefined
}

/** DeviceRecord collects the falls and the responses of one device. */
export interface DeviceRecord {
  addFall(fall: { kind: FallKind; impactMs: number }): void
  /** Adds the response to a live reading: whether it reports a fall. */
  addResponse(uptimeMs: number, alarm: boolean): void
  /** Adds the response to a batch. */
  addBatch(fromMs: number, toMs: number, alarm: boolean): void
}

export type DetectionRecord = ReturnType<typeof createDetectionRecord>

/** createDetectionRecord compares the simulated falls with those that the service detected. */
export function createDetectionRecord() {
  const records: { falls: Injected[]; receivedUntilMs: number }[] = []
  let falseAlarms = 0

  function open(): DeviceRecord {
    const record = { falls: [] as Injected[], receivedUntilMs: 0 }
    records.push(record)
    // One alarm goes on for as long as the service watches the fall, and live readings and batches are watched apart.
    const sounding = { live: false, batch: false }

    function note(kind: keyof typeof sounding, fromMs: number, toMs: number, alarm: boolean): void {
      record.receivedUntilMs = Math.max(record.receivedUntilMs, toMs)
      const meant = alarm
        ? record.falls.findLast(({ impactMs }) => impactMs <= toMs && impactMs >= fromMs - detectionWindowMs)
        : undefined
      if (meant && meant.detectedAfterMs === undefined) {
        Object.assign(meant, { detectedAfterMs: toMs - meant.impactMs, live: kind === 'live' })
      } else if (!meant && alarm && !sounding[kind]) falseAlarms++
      sounding[kind] = alarm
    }

    return {
      addFall: ({ kind, impactMs }) =>
        record.falls.push({ kind, impactMs, detectedAfterMs: undefined, live: false }),
      addResponse: (uptimeMs, alarm) => note('live', uptimeMs, uptimeMs, alarm),
      addBatch: (fromMs, toMs, alarm) => note('batch', fromMs, toMs, alarm),
    }
  }

  function counts(kind?: FallKind): FallCounts {
    const result = { injected: 0, detected: 0, missed: 0, pending: 0, falseAlarms }
    const delays: number[] = []
    for (const { falls, receivedUntilMs } of records) {
      for (const fall of falls) {
        if (kind && fall.kind !== kind) continue
        result.injected++
        if (fall.detectedAfterMs !== undefined) {
          result.detected++
          if (fall.live) delays.push(fall.detectedAfterMs / 1000)
        } else if (receivedUntilMs > fall.impactMs + detectionWindowMs) result.missed++
        else result.pending++
      }
    }
    delays.sort((a, b) => a - b)
    return { ...result, medianDelay: delays[Math.floor(delays.length / 2)] }
  }

  return { open, counts }
}
