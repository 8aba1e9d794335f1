import { readServiceTime } from '../live/service-clock.ts'
import type { Response as Answer, Outgoing } from './outbox.ts'

const timeoutMs = 10_000

export interface SentAnswer extends Answer {
  /** Of a live reading: whether the detector sees a possible fall. */
  fallDetected: boolean
}

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
      // What looks like a success without the answer of the service comes from something in between, such as a hotel's page.
      status: response.ok && answer.success !== true ? 0 : response.status,
      retryAfter: Number(answer.retryAfter) || 1000 * Number(response.headers.get('retry-after')) || 0,
      fields: Object.keys(answer.details ?? {}),
      fallDetected: answer.data?.fallDetected === true,
    }
  } catch {
    return { status: 0, fallDetected: false }
  }
}
