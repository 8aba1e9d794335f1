// A complete Fallwatch device to copy from and to experiment with. It simulates a walking person.
// FALLWATCH_KEY is its device key; FALLWATCH_API and FALLWATCH_MAC are optional.
import { setTimeout as sleep } from 'node:timers/promises'

const { FALLWATCH_KEY, FALLWATCH_API, FALLWATCH_MAC } = process.env
const api = FALLWATCH_API ?? 'http://localhost:3000/api'
const device_id = FALLWATCH_MAC ?? '02:00:00:00:00:01'
const sample_rate_hz = 50
const mostKept = 3600 // seconds
const mostLive = 5 // seconds: a reading can have 256 samples
const mostInBatch = 100 // readings
const longestWait = 600_000 // milliseconds: a timer of more than 2^31 fires immediately

type Second = ReturnType<typeof measure>
let waiting: Second[] = []
let failures = 0

/** Rows of acceleration in m/s² and rotation in °/s, of a body that takes two steps a second. */
function measure() {
  const samples = Array.from({ length: sample_rate_hz }, (_, i) => {
    const swing = Math.sin((4 * Math.PI * i) / sample_rate_hz)
    return [0.4 * swing, 0.3, 9.81 + 1.2 * swing, 8 * swing, 3, -2]
  })
  return { client_timestamp: new Date().toISOString(), uptime_ms: Math.round(performance.now()), samples }
}

const force = ([x = 0, y = 0, z = 0]: number[]) => Math.hypot(x, y, z)

/** A reading has the samples of one or several seconds, and the motion at their peak. */
function toReading(seconds: Second[]) {
  const samples = seconds.flatMap((second) => second.samples)
  const peak = samples.reduce((most, row) => (force(row) > force(most) ? row : most))
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = peak
  const motion = { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z }
  return { ...motion, uptime_ms: seconds.at(-1)?.uptime_ms, samples, sample_rate_hz }
}

/** retryAfterMs reads a Retry-After header, seconds or an HTTP date; 0 if it is missing or neither. */
function retryAfterMs(header: string | null | undefined): number {
  if (!header) return 0
  const wait = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now()
  return wait > 0 ? wait : 0 // NaN, from an invalid date, is not above 0.
}

/** sendWaiting sends what is waiting, and returns the milliseconds until it may be called again. */
async function sendWaiting(): Promise<number> {
  const isLive = waiting.length <= mostLive
  const sent = waiting.slice(0, isLive ? mostLive : mostInBatch)
  if (sent.length === 0) return 20
  const readings = () =>
    sent.map((second) => ({ client_timestamp: second.client_timestamp, ...toReading([second]) }))
  const body = isLive ? { device_id, ...toReading(sent) } : { device_id, readings: readings() }
  // fetch keeps the connection open for the next request.
  const response = await fetch(`${api}/device/sensor-stream${isLive ? '' : '/batch'}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${FALLWATCH_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  const text = (await response?.text().catch(() => '')) ?? ''
  const status = response?.status ?? 0
  console.log(status, isLive ? 'live' : 'batch', sent.length, text.slice(0, 200))
  const retryAfter = retryAfterMs(response?.headers.get('retry-after'))
  switch (status) {
    case 200:
    case 400: // this and 413: they would be refused again
    case 413:
      waiting = waiting.filter((second) => !sent.includes(second))
      failures = 0
      // Counted from the response, not from the request: the service counts its second from the arrival of the request.
      return 1000
    case 401: // the key, the device or the number of devices is wrong: a person must act
    case 403:
    case 409:
      return longestWait
    case 429: // from the service, with milliseconds in the body, or from a proxy, perhaps without any
      return Number(/"retryAfter":(\d+)/.exec(text)?.[1]) || retryAfter || 1000
    default:
      return Math.max(1000 * 2 ** Math.min(failures++, 4), retryAfter) * (1 + Math.random() / 4)
  }
}

setInterval(() => {
  waiting = [...waiting.slice(1 - mostKept), measure()]
}, 1000)
for (;;) await sleep(Math.min(await sendWaiting(), longestWait))
