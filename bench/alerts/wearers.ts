import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '../abuse/client.ts'
import { fallingMotion } from '../abuse/client-motion.ts'
import { postRequest } from '../fleet.ts'

/** A person whose device sends once a second, and who falls once. */
export interface Wearer {
  patientId: string
  key: string
  mac: string
  /** When the reading was sent that completed the fall, by performance.now(). */
  completedAtMs?: number
}

/** A device sends once a second. The interval is slightly longer, because the clock of the service may differ. */
const intervalMs = 1050
/** After a late response, a device waits for as long as its rate limit. */
const afterResponseMs = 1010

/**
 * Lets each wearer send readings until the end, from its own connection, and fall at its own time. It returns
 * how many readings were refused.
 */
export async function runWearers(
  port: number,
  wearers: Wearer[],
  fallsAtMs: (index: number) => number,
  endsAtMs: number,
): Promise<number> {
  const refused = await Promise.all(
    wearers.map(async (wearer, i) => {
      await sleep((i / wearers.length) * intervalMs)
      return wear(createClient(port, '127.0.0.1'), wearer, fallsAtMs(i), endsAtMs)
    }),
  )
  return refused.reduce((sum, count) => sum + count, 0)
}

async function wear(client: Client, wearer: Wearer, fallsAtMs: number, endsAtMs: number): Promise<number> {
  let secondsSinceImpact = -1
  let uptimeMs = 1_000_000
  let refused = 0
  for (let dueAtMs = performance.now(); dueAtMs < endsAtMs; ) {
    const isFalling = secondsSinceImpact >= 0 || dueAtMs >= fallsAtMs
    if (isFalling && secondsSinceImpact < 0) secondsSinceImpact = 0
    const body = { device_id: wearer.mac, uptime_ms: uptimeMs, ...fallingMotion(secondsSinceImpact) }
    const sentAtMs = performance.now()
    const { status, text } = await client.send(postRequest('/device/sensor-stream', wearer.key, body))
    // A device repeats a reading until it is accepted.
    if (status === 200) {
      uptimeMs += 1000
      if (secondsSinceImpact >= 0) secondsSinceImpact++
      if (text.includes('"fallDetected":true')) wearer.completedAtMs ??= sentAtMs
    } else refused++
    dueAtMs = Math.max(dueAtMs + intervalMs, performance.now() + afterResponseMs)
    await sleep(dueAtMs - performance.now())
  }
  client.close()
  return refused
}
