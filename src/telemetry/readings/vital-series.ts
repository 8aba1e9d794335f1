import { msPerDay, msPerSecond, secondsPerDay, secondsPerHour } from '../../platform/lib/duration.ts'
import { invalidFields } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { summarySeconds } from '../ingest/vital-summaries.ts'

export interface SeriesRequest {
  from?: Date | undefined
  to?: Date | undefined
  points: number
}

export interface SeriesSpan {
  from: Date
  to: Date
  bucketSeconds: number
  /** The buckets are made of summaries, and of readings only where there are none yet. */
  isSummarised: boolean
}

const maxDays = 90

/**
 * A day, which may have 25 hours, of a device that sends every second is read in 0.2 s; a week took 0.6 s, and 90 days 7 s.
 * From summaries, 90 days take 0.1 s.
 */
const maxUnsummarisedSeconds = 25 * secondsPerHour

/**
 * Adds defaults and chooses the length of the buckets. These begin at multiples of their length, wherever the
 * range begins, so that the points of a chart that is read again stay where they are; one bucket more may be needed then.
 */
export function seriesSpan({ points, ...asked }: SeriesRequest, now: Date): SeriesSpan {
  const to = asked.to ?? now
  const from = asked.from ?? new Date(to.getTime() - msPerDay)
  const seconds = (to.getTime() - from.getTime()) / msPerSecond
  if (seconds <= 0) throw invalidFields({ from: fieldMessage('NOT_BEFORE', { field: 'to' }) })
  if (seconds > maxDays * secondsPerDay)
    throw invalidFields({ from: fieldMessage('TOO_FAR_BEFORE', { days: maxDays, field: 'to' }) })
  const isSummarised = seconds > maxUnsummarisedSeconds
  const unit = isSummarised ? summarySeconds : 1
  const bucketSeconds = Math.ceil(seconds / (points - 1) / unit) * unit
  const bucketMs = bucketSeconds * msPerSecond
  const start = new Date(Math.floor(from.getTime() / bucketMs) * bucketMs)
  return { from: start, to, bucketSeconds, isSummarised }
}
