// A whole Fallwatch device, as a pattern for real ones and for trying things out: somebody who walks about.
// FALLWATCH_KEY is its device key; FALLWATCH_API and FALLWATCH_MAC may be left out.
import { setTimeout as sleep } from 'node:timers/promises'

const { FALLWATCH_KEY, FALLWATCH_API, FALLWATCH_MAC } = process.env
const api = FALLWATCH_API ?? 'http://localhost:3000/api'
const device_id = FALLWATCH_MAC ?? '02:00:00:00:00:01'
const sample_rate_hz = 50
const mostKept = 3600 // seconds
const mostLive = 5 // seconds: the service takes 256 samples in a reading
const mostInBatch = 100 // readings
const longestWait = 600_000 // milliseconds: a timer set for more than 2^31 goes off at once

type Second = ReturnType<typeof feel>
let waiting: Second[] = []
let failures = 0

/** Rows of acceleration in m/s² and rotation in °/s, of a body that takes two steps a second. */
function feel() {
  const samples = Array.from({ length: sample_rate_hz }, (_, i) => {
    const swing = Math.sin((4 * Math.PI * i) / sample_rate_hz)
    return [0.4 * swing, 0.3, 9.81 + 1.2 * swing, 8 * swing, 3, -2]
  })
  return { client_timestamp: new Date().toISOString(), uptime_ms: Math.round(performance.now()), samples }
}

const force = ([x = 0, y = 0, z = 0]: number[]) => Math.hypot(x, y, z)

/** A reading has the samples of one second or of several, and of their hardest moment the motion. */
function toReading(seconds: Second[]) {
  const samples = seconds.flatMap((second) => second.samples)
  const hardest = samples.reduce((most, row) => (force(row) > force(most) ? row : most))
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = hardest
  const motion = { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z }
  return { ...motion, uptime_ms: seconds.at(-1)?.uptime_ms, samples, sample_rate_hz }
}

/** retryAfterMs reads a Retry-After header, seconds or an HTTP date; 0 when it is missing or neither. */
function retryAfterMs(header: string | null | undefined): number {
  if (!header) return 0
  const wait = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now()
  return wait > 0 ? wait : 0 // Also of a date that cannot be read: NaN is not above 0.
}

/** tell sends what waits, and gives the milliseconds until it may be called again. */
async function tell(): Promise<number> {
  const isLive = waiting.length <= mostLive
  const told = waiting.slice(0, isLive ? mostLive : mostInBatch)
  if (told.length === 0) return 20
  const gathered = () =>
    told.map((second) => ({ client_timestamp: second.client_timestamp, ...toReading([second]) }))
  const body = isLive ? { device_id, ...toReading(told) } : { device_id, readings: gathered() }
  // fetch keeps the connection open for the next time.
  const answer = await fetch(`${api}/device/sensor-stream${isLive ? '' : '/batch'}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${FALLWATCH_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  const text = (await answer?.text().catch(() => '')) ?? ''
  const status = answer?.status ?? 0
  console.log(status, isLive ? 'live' : 'batch', told.length, text.slice(0, 200))
  const retryAfter = retryAfterMs(answer?.headers.get('retry-after'))
  switch (status) {
    case 200:
    case 400: // this and 413: they will not be taken the next time either
    case 413:
      waiting = waiting.filter((second) => !told.includes(second))
      failures = 0
      // From the answer on, not from the request: the service counts its second from when the request came.
      return 1000
    case 401: // the key, the device or the number of devices is wrong: a person must act
    case 403:
    case 409:
      return longestWait
    case 429: // by whoever counts: the service says milliseconds in the body, a proxy perhaps nothing at all
      return Number(/"retryAfter":(\d+)/.exec(text)?.[1]) || retryAfter || 1000
    default:
      return Math.max(1000 * 2 ** Math.min(failures++, 4), retryAfter) * (1 + Math.random() / 4)
  }
}

setInterval(() => {
  waiting = [...waiting.slice(1 - mostKept), feel()]
}, 1000)
for (;;) await sleep(Math.min(await tell(), longestWait))
