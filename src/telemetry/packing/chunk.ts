import { msPerHour, msPerMinute } from '../../platform/lib/duration.ts'

/** Readings are packed an hour at a time, and their samples five minutes; a packed row never crosses these borders. */
export const chunkMs = msPerHour
export const sampleChunkMs = 5 * msPerMinute

/** A row has at most so many readings: a page is read from one or two rows, and its other readings are unpacked in vain. */
export const maxRowReadings = 900
export const maxRowSamples = 400

/** The most readings that are packed at once, more than a device sends in an hour at one a second. */
export const maxFreshReadings = 4000

/** When the chunk of a time begins. */
export const startOfChunk = (timeMs: number, lengthMs = chunkMs) => Math.floor(timeMs / lengthMs) * lengthMs
