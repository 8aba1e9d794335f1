import type { FallKind } from './falls.ts'

/** An alarm within this time after an impact, by the device's clock, belongs to the fall. */
export const detectionWindowMs = 15_000

interface Injected {
  kind: FallKind
  impactMs: number
  detectedAfterMs: number | undefined
  /** Detected in a live reading, not in a batch. */
  live: boolean
  /** It is known whether it was detected. */
  isDecided: boolean
}

/** What has just become known of a fall, or of an alarm without one. */
export type FallNews =
  | { outcome: 'detected'; kind: FallKind; seconds: number; confidence: number | undefined; isLive: boolean }
  | { outcome: 'missed'; kind: FallKind }
  | { outcome: 'false alarm'; confidence: number | undefined }

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

/** Collects the falls and the responses of one device. */
export interface DeviceRecord {
  addFall(fall: { kind: FallKind; impactMs: number }): void
  /** Adds the response to a live reading: whether it reports a fall, and how certain that is. */
  addResponse(uptimeMs: number, alarm: boolean, confidence?: number): void
  /** Adds the response to a batch. */
  addBatch(fromMs: number, toMs: number, alarm: boolean): void
}

export type DetectionRecord = ReturnType<typeof createDetectionRecord>

/** Compares the simulated falls with those that the service detected. */
export function createDetectionRecord() {
  const records: { falls: Injected[]; receivedUntilMs: number }[] = []
  let falseAlarms = 0

  function open(onNews: (news: FallNews) => void = () => {}): DeviceRecord {
    const record = { falls: [] as Injected[], receivedUntilMs: 0 }
    records.push(record)
    // One alarm lasts for as long as the service watches the fall, and live readings and batches are watched separately.
    const sounding = { live: false, batch: false }
    type Path = keyof typeof sounding

    function note(path: Path, fromMs: number, toMs: number, alarm: boolean, confidence?: number): void {
      record.receivedUntilMs = Math.max(record.receivedUntilMs, toMs)
      const meant = alarm
        ? record.falls.findLast(({ impactMs }) => impactMs <= toMs && impactMs >= fromMs - detectionWindowMs)
        : undefined
      if (meant && meant.detectedAfterMs === undefined) {
        const [detectedAfterMs, isLive] = [toMs - meant.impactMs, path === 'live']
        Object.assign(meant, { detectedAfterMs, live: isLive, isDecided: true })
        onNews({
          outcome: 'detected',
          kind: meant.kind,
          seconds: detectedAfterMs / 1000,
          confidence,
          isLive,
        })
      } else if (!meant && alarm && !sounding[path]) {
        falseAlarms++
        onNews({ outcome: 'false alarm', confidence })
      }
      sounding[path] = alarm
      for (const fall of record.falls) {
        if (fall.isDecided || !isOver(fall, record.receivedUntilMs)) continue
        fall.isDecided = true
        onNews({ outcome: 'missed', kind: fall.kind })
      }
    }

    return {
      addFall: ({ kind, impactMs }) =>
        record.falls.push({ kind, impactMs, detectedAfterMs: undefined, live: false, isDecided: false }),
      addResponse: (uptimeMs, alarm, confidence) => note('live', uptimeMs, uptimeMs, alarm, confidence),
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
        } else if (isOver(fall, receivedUntilMs)) result.missed++
        else result.pending++
      }
    }
    delays.sort((a, b) => a - b)
    return { ...result, medianDelay: delays[Math.floor(delays.length / 2)] }
  }

  return { open, counts }
}

/** Says whether the time has passed in which the fall could have been detected. */
const isOver = ({ impactMs }: Injected, receivedUntilMs: number) =>
  receivedUntilMs > impactMs + detectionWindowMs
