import type { IncomingMessage } from 'node:http'
import type { Context } from '../context.ts'
import {
  type AdmissionControl,
  type AdmissionOptions,
  createAdmissionControl,
  hasCredential,
} from './admission-control.ts'

const readingPath = '/api/device/sensor-stream'
const fallPath = '/api/falls'
const callPath = '/api/sos'
const eventPath = '/api/device/events'
/** A webhook in may carry a call for help; its secret is in the path. */
const intakePath = /^\/api\/intake\/fwi_[\w-]{43}$/
const alertPath = '/api/caregivers/alerts'
const incidentCallPath = /^\/api\/incidents\/[^/]+\/(help|ok)$/

/**
 * Limits live readings. Reported falls, calls for help, events of devices and caregivers' requests for alerts are admitted before
 * them; everything else, including batches, after them.
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
      log.warn({ rejected }, 'too many readings are queued; further ones are refused')
      loggedAt = now
      rejected = 0
    },
    ...bounds,
  })
}

const logIntervalMs = 1000

/** Recognizes a reading in every spelling of its path that the router accepts. */
export function isReading({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && (url === readingPath || routedPath(url) === readingPath)
}

/** True for requests about falls, calls for help, by whatever device, and alerts, if they have a credential. */
export function isUrgent(request: IncomingMessage): boolean {
  if (request.method === 'POST' && intakePath.test(routedPath(request.url ?? ''))) return true
  return isAboutHelp(request) && hasCredential(request)
}

function isAboutHelp({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'POST') return false
  const path = routedPath(url)
  if (path === fallPath || path === callPath || path === eventPath || incidentCallPath.test(path))
    return method === 'POST'
  return path === alertPath || path.startsWith(`${alertPath}/`)
}

/**
 * The path that the router matches: without the origin of an absolute URL and without the query, and
 * decoded if necessary.
 */
function routedPath(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/.*?\//, '/')
  const [encoded = ''] = path.split(/[?#;]/, 1)
  if (!encoded.includes('%')) return encoded
  try {
    return decodeURI(encoded)
  } catch {
    return encoded
  }
}
