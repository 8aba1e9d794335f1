import type { IncomingMessage } from 'node:http'
import type { Context } from '../context.ts'
import { type AdmissionControl, type AdmissionOptions, createAdmissionControl } from './admission-control.ts'

const readingPath = '/api/device/sensor-stream'
const fallPath = '/api/falls'
const alertPath = '/api/caregivers/alerts'

/**
 * createReadingAdmission bounds live readings. Falls that people report, and caregivers who look for alerts or answer
 * them, are admitted at once; everything else comes after the readings, batches too.
 */
export function createReadingAdmission(
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
  bounds: Partial<AdmissionOptions> = {},
): AdmissionControl {
  let rejected = 0
  let loggedAt = 0
  return createAdmissionControl({
    maxConcurrent: 256,
    maxQueueWaitMs: 1000,
    maxRejectionsPerSecond: 2500,
    appliesTo: isReading,
    isUrgent,
    onRejected() {
      rejected++
      metrics.readingsRefused(503)
      const now = performance.now()
      if (loggedAt > 0 && now - loggedAt < logIntervalMs) return
      log.warn({ rejected }, 'too many readings are waiting; others are told to come back')
      loggedAt = now
      rejected = 0
    },
    ...bounds,
  })
}

const logIntervalMs = 1000

/** isReading recognizes a reading in every spelling of its path that the router takes for it. */
export function isReading({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && (url === readingPath || routedPath(url) === readingPath)
}

/** isUrgent: somebody may lie on the floor. */
export function isUrgent({ method, url = '' }: IncomingMessage): boolean {
  if (method === 'POST' && routedPath(url) === fallPath) return true
  if (method !== 'GET' && method !== 'POST') return false
  const path = routedPath(url)
  return path === alertPath || path.startsWith(`${alertPath}/`)
}

/**
 * routedPath is what the router sees of a URL: an absolute one without its origin, no query, and decoded. It costs
 * nothing where there is nothing to decode.
 */
function routedPath(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/.*?\//, '/')
  const [bare = ''] = path.split(/[?#;]/, 1)
  if (!bare.includes('%')) return bare
  try {
    return decodeURI(bare)
  } catch {
    return bare
  }
}
