import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../harness/start-service.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import type { Motion } from '../../src/detection/motion.ts'

/** All requests come from one address, so its limits are off. The rate limit of a device stays on. */
const settings = { LOG_LEVEL: 'warn', RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_SIGNUP: 'off' }

/** Runs `work` with the API address of a service on an empty store, and stops the service afterwards. */
export async function withService<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-evaluate-'))
  const service = await startService(dataDir, settings)
  try {
    return await work(`http://127.0.0.1:${service.port}/api`)
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A device that sends recordings to a running service. */
export interface PlayedDevice {
  url: string
  mac: string
  token: string
}

/** Sends the readings, one a second, and returns the highest confidence in the responses. */
export async function play(device: PlayedDevice, readings: MotionReading[]): Promise<number> {
  let highest = 0
  for (const reading of readings) {
    const { fallConfidence, nextAllowedRequest } = await send(device, reading)
    highest = Math.max(highest, fallConfidence)
    await sleep(Math.max(0, Date.parse(nextAllowedRequest) - Date.now() + 1))
  }
  return highest
}

async function send(
  { url, mac, token }: PlayedDevice,
  { uptimeMs, samples, summary, ...motion }: MotionReading,
) {
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = row(motion)
  const { data } = await post(
    `${url}/device/sensor-stream`,
    {
      ...{ device_id: mac, uptime_ms: uptimeMs },
      ...{ accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z },
      ...(summary && { accel_peak: summary.peak, accel_mean: summary.mean, accel_spread: summary.spread }),
      ...(summary?.details && {
        accel_low_share: summary.details.lowShare,
        accel_peak_at: summary.details.peakAt,
        accel_spread_first: summary.details.firstSpread,
      }),
      ...(samples && { samples: samples.motions.map(row), sample_rate_hz: samples.rateHz }),
    },
    token,
  )
  return data as { fallConfidence: number; nextAllowedRequest: string }
}

const row = ({ accel, gyro }: Motion) => [...accel, ...gyro]

/** Creates a patient's account and returns its token. */
export const signUp = async (url: string, name: string): Promise<string> =>
  (await signUpPatient(url, name)).token

export async function signUpPatient(url: string, name: string): Promise<{ id: string; token: string }> {
  const account = { email: `${name}@evaluate.example`, password: 'Sunny-Day-42!' }
  const { token, data } = await post(`${url}/auth/signup`, { ...account, firstName: 'Trial', lastName: name })
  return { id: (data as { id: string }).id, token: token as string }
}

export const get = (url: string, token: string) =>
  request(url, { headers: { authorization: `Bearer ${token}` } })

export const post = (url: string, body: object, token?: string) =>
  request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

async function request(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} from ${url}: ${text}`)
  return JSON.parse(text)
}
