import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fallingMotion } from '../abuse/client-motion.ts'
import type { SignedIn } from './people.ts'

const retryMs = 50
const timeoutMs = 5000

export const raiseKinds = ['sos', 'report', 'device', 'event'] as const
export type RaiseKind = (typeof raiseKinds)[number]

/** Lets something happen to a patient, and repeats it as a client does until the service has accepted it. */
export function raise(port: () => number, patient: SignedIn, kind: RaiseKind): Promise<unknown> {
  if (kind === 'sos') return repeat(port, '/sos', patient.token)
  if (kind === 'event') {
    const event = { device_id: `button-${randomUUID()}`, event: 'sos', event_id: randomUUID() }
    return repeat(port, '/device/events', patient.key, event)
  }
  const body = { confidence: 0.8, location: 'Kitchen' }
  if (kind === 'report')
    return repeat(port, '/falls', patient.token, body, { 'Idempotency-Key': randomUUID() })
  return repeat(port, '/device/sensor-stream/batch', patient.key, fallBatch())
}

export function acknowledge(port: () => number, caregiver: SignedIn, incidentId: string): Promise<unknown> {
  return repeat(port, `/incidents/${incidentId}/acknowledge`, caregiver.token, {})
}

/** A fall as a device sends it that was offline: the hardest moment of each second. */
function fallBatch() {
  const nowMs = Date.now()
  const hex = randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()
  const seconds = Array.from({ length: 12 }, (_, i) => i - 7)
  return {
    device_id: `0A:${hex.match(/../g)?.join(':')}`,
    readings: seconds.map((second) => ({
      ...fallingMotion(second),
      uptime_ms: 1_000_000 + second * 1000,
      client_timestamp: new Date(nowMs + (second - 5) * 1000).toISOString(),
    })),
  }
}

async function repeat(
  port: () => number,
  path: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port()}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response?.ok && text !== undefined) return JSON.parse(text)
    const isFinal = response && response.status >= 400 && response.status < 500 && response.status !== 429
    if (isFinal || Date.now() > deadline) throw new Error(`${path} returned ${response?.status}: ${text}`)
    await sleep(retryMs)
  }
}
