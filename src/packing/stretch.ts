import { msPerHour, msPerMinute } from '../lib/duration.ts'

/** Readings are packed an hour at a time, and their samples five minutes; a packed row never crosses these borders. */
export const stretchMs = msPerHour
export const sampleStretchMs = 5 * msPerMinute

/** A row has at most so many readings, more than a device sends at one a second; a faster device has several rows. */
export const maxRowReadings = 4000
export const maxRowSamples = 400

/** startOfStretch is when the stretch of a time begins. */
export const startOfStretch = (timeMs: number, lengthMs = stretchMs) =>
  Math.floor(timeMs / lengthMs) * lengthMs
