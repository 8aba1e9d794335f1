import type { MotionReading } from '../../detection/fall-detector.ts'
import type { Placement } from '../devices/device.ts'

export const buttons = ['sos', 'ok'] as const
/** What the wearer of a device pressed. */
export type Button = (typeof buttons)[number]

/** What a device reported; null for what it left out. */
export interface Reading extends MotionReading {
  pressure: number | null
  fsr: number | null
  heartRate: number | null
  spo2: number | null
  battery: number | null
  wifi: boolean | null
  bluetooth: boolean | null
  sensorsInitialized: boolean | null
  firmware: string | null
  signal: number | null
  placement: Placement | null
  button: Button | null
}
