import type { Row } from './motion-sampler.ts'

/** Browsers that ask the person; Safari on iOS does so after a touch only. */
type AskedEvent = { requestPermission?(): Promise<'granted' | 'denied' | 'prompt'> }

/** Asks for motion. Without a touch it is `denied` where the browser would ask the person. */
export async function askForMotion(): Promise<'granted' | 'denied' | 'missing'> {
  const event = globalThis.DeviceMotionEvent as unknown as AskedEvent | undefined
  if (!event || !window.isSecureContext) return 'missing'
  if (!event.requestPermission) return 'granted'
  try {
    return (await event.requestPermission()) === 'granted' ? 'granted' : 'denied'
  } catch {
    return 'denied'
  }
}

/**
 * The standard says that a phone which lies with its face up measures +9.8 along z, as the service expects. Safari on iOS
 * measures gravity itself there, which points down.
 */
const gravitySign = /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) || isIpadAsMac() ? -1 : 1

/** An iPad that asks for the pages of a desk calls itself a Mac, of which none can be touched. */
function isIpadAsMac(): boolean {
  return /\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
}

/** The motion of an event: rotation is about x (alpha), y (beta) and z (gamma). Undefined where there is no sensor. */
function rowOf({ accelerationIncludingGravity: accel, rotationRate }: DeviceMotionEvent): Row | undefined {
  const { x, y, z } = accel ?? {}
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return undefined
  const { alpha, beta, gamma } = rotationRate ?? {}
  return [gravitySign * x, gravitySign * y, gravitySign * z, alpha ?? 0, beta ?? 0, gamma ?? 0]
}

/** Calls `take` with each motion that the browser reports, by the clock of the page; it returns how to stop that. */
export function watchMotion(take: (atMs: number, row: Row) => void): () => void {
  const listener = (event: DeviceMotionEvent) => {
    const row = rowOf(event)
    if (row) take(event.timeStamp, row)
  }
  window.addEventListener('devicemotion', listener)
  return () => window.removeEventListener('devicemotion', listener)
}
