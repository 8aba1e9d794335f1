import type { FallKind } from './falls.ts'

/** In milliseconds of the device's time: an alarm this soon after the impact is about the fall. */
export const detectionWindow = 15_000

interface Injected {
  kind: FallKind
  impactMs: number
  detectedAfterMs: number | undefined
  /** Told of as it happened, and not in a batch. */
  live: boolean
}

export interface FallCounts {
  injected: number
  detected: number
  /** Nothing came in time. */
  missed: number
  /** Still within the time that a detector has. */
  pending: number
  falseAlarms: number
  /** How long the detection took by the device's clock, in seconds; undefined when none was live. */
  medianDelay: number | undefined
}

/** Page is what is written down about one device. */
export interface Page {
  noteFall(fall: { kind: FallKind; impactMs: number }): void
  /** An answer to a reading of that device time: does it speak of a fall? */
  noteAnswer(uptimeMs: number, alarm: boolean): void
  /** An answer to a whole batch. */
  noteBatch(fromMs: number, toMs: number, alarm: boolean): void
}

export type FallBook = ReturnType<typeof createFallBook>

/** createFallBook compares the falls that were played with those that the service spoke of. */
export function createFallBook() {
  const pages: { falls: Injected[]; heardUntilMs: number }[] = []
  let falseAlarms = 0

  function open(): Page {
    const page = { falls: [] as Injected[], heardUntilMs: 0 }
    pages.push(page)
    // One alarm goes on for as long as the service watches the fall, and live readings and batches are watched apart.
    const sounding = { live: false, batch: false }

    function note(kind: keyof typeof sounding, fromMs: number, toMs: number, alarm: boolean): void {
      page.heardUntilMs = Math.max(page.heardUntilMs, toMs)
      const meant = alarm
        ? page.falls.findLast(({ impactMs }) => impactMs <= toMs && impactMs >= fromMs - detectionWindow)
        : undefined
      if (meant && meant.detectedAfterMs === undefined) {
        Object.assign(meant, { detectedAfterMs: toMs - meant.impactMs, live: kind === 'live' })
      } else if (!meant && alarm && !sounding[kind]) falseAlarms++
      sounding[kind] = alarm
    }

    return {
      noteFall: ({ kind, impactMs }) =>
        page.falls.push({ kind, impactMs, detectedAfterMs: undefined, live: false }),
      noteAnswer: (uptimeMs, alarm) => note('live', uptimeMs, uptimeMs, alarm),
      noteBatch: (fromMs, toMs, alarm) => note('batch', fromMs, toMs, alarm),
    }
  }

  function counts(kind?: FallKind): FallCounts {
    const result = { injected: 0, detected: 0, missed: 0, pending: 0, falseAlarms }
    const delays: number[] = []
    for (const { falls, heardUntilMs } of pages) {
      for (const fall of falls) {
        if (kind && fall.kind !== kind) continue
        result.injected++
        if (fall.detectedAfterMs !== undefined) {
          result.detected++
          if (fall.live) delays.push(fall.detectedAfterMs / 1000)
        } else if (heardUntilMs > fall.impactMs + detectionWindow) result.missed++
        else result.pending++
      }
    }
    delays.sort((a, b) => a - b)
    return { ...result, medianDelay: delays[Math.floor(delays.length / 2)] }
  }

  return { open, counts }
}
