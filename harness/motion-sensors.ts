import type { Page } from 'playwright-core'

/** Six numbers: acceleration in m/s², gravity included, and rotation in °/s. */
export type MotionRow = readonly number[]

const types = ['accelerometer', 'linear-acceleration', 'gyroscope'] as const
const radians = Math.PI / 180
const available = { available: true, minimumFrequency: 1, maximumFrequency: 120 }
/** A timer is not more exact than this. */
const tickMs = 4

/** When a busy machine was late, since the beginning of the motion, and for how long nothing moved. */
export interface Delay {
  atMs: number
  lastedMs: number
}

export interface MotionSensors {
  /** Holds the sensors as they are at a moment. */
  show(row: MotionRow): Promise<void>
  /** Moves the sensors as it was sampled, in real time. It returns when the machine was late, and has left out rows. */
  play(rows: readonly MotionRow[], hz: number, signal?: AbortSignal): Promise<Delay[]>
}

/**
 * Gives a page sensors of motion that do what a recording says: Chromium then reports them to the page as those of a
 * phone, 60 times a second.
 */
export async function openMotionSensors(page: Page): Promise<MotionSensors> {
  const session = await page.context().newCDPSession(page)
  for (const type of types)
    await session.send('Emulation.setSensorOverrideEnabled', { enabled: true, type, metadata: available })

  async function show([x = 0, y = 0, z = 0, gx = 0, gy = 0, gz = 0]: MotionRow): Promise<void> {
    const readings = [
      { x, y, z },
      // Without gravity, of which nobody asks here.
      { x, y, z: z - 9.81 },
      { x: gx * radians, y: gy * radians, z: gz * radians },
    ]
    await Promise.all(
      types.map((type, i) =>
        session.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: readings[i] as never } }),
      ),
    )
  }
  await show([0, 0, 9.81, 0, 0, 0])

  return {
    show,
    play: (rows, hz, signal) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        let shown = -1
        const delays: Delay[] = []
        const timer = setInterval(() => {
          const now = Math.floor(((performance.now() - startedAt) / 1000) * hz)
          if (now === shown) return
          if (now > shown + 1) delays.push({ atMs: (now / hz) * 1000, lastedMs: ((now - shown) / hz) * 1000 })
          shown = now
          const row = rows[now]
          if (!row || signal?.aborted) {
            clearInterval(timer)
            return resolve(delays)
          }
          show(row).catch((error) => {
            clearInterval(timer)
            reject(error)
          })
        }, tickMs)
      }),
  }
}
