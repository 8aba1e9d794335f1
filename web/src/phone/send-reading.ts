import { readServiceTime } from '../live/service-clock.ts'
import type { Response as Answer, Outgoing } from './outbox.ts'

const timeoutMs = 10_000

export interface SentAnswer extends Answer {
  /** Of a live reading: whether the detector sees a possible fall. */
  fallDetected: boolean
}

/**
 * Whether the service has answered, and not something in between, such as the page of a hotel's network. What is too large
 * is refused before it reaches the service.
 */
const isOfService = ({ ok, status }: Response, answer: { success?: unknown }) =>
  answer.success === ok || status === 413

/** Sends readings by the key of the device, whoever is signed in to this browser; it never throws. */
export async function sendReadings(key: string, { kind, body }: Outgoing): Promise<SentAnswer> {
  try {
    const response = await fetch(`/api/device/sensor-stream${kind === 'live' ? '' : '/batch'}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = await response.json().catch(() => ({}))
    if (response.ok && kind === 'live') readServiceTime(answer.data?.timestamp)
    return {
      status: isOfService(response, answer) ? response.status : 0,
      retryAfter: Number(answer.retryAfter) || 1000 * Number(response.headers.get('retry-after')) || 0,
      fields: Object.keys(answer.details ?? {}),
      fallDetected: answer.data?.fallDetected === true,
    }
  } catch {
    return { status: 0, fallDetected: false }
  }
}
