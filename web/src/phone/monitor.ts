import { serviceTime } from '../live/service-clock.ts'
import type { MotionSecond } from './motion-sampler.ts'
import { askForMotion } from './motion-sensor.ts'
import type { Pairing, PhonePlacement } from './pairing.ts'
import { beginPhoneState, changePhoneState, currentPhoneState } from './phone-state.ts'
import { openReadingStore } from './reading-store.ts'
import { startSendingReadings } from './sending.ts'
import { forgetWatched, lastWatchedMs, startWatching } from './watching.ts'

/** The one of several tabs that watches. */
const lockName = 'fallwatch-phone'

let current: { start(): void; setPlacement(placement: PhonePlacement): void } | undefined

/** Begins to watch from a touch, where the browser asks for one. */
export const startFromTouch = () => current?.start()

export const changePlacement = (placement: PhonePlacement) => current?.setPlacement(placement)

/** Leaves nothing of the device that this browser was: it may be that of somebody else. */
export async function clearReadings(): Promise<void> {
  forgetWatched()
  await (await openReadingStore()).clear()
}

/** Watches and sends for a device until it is stopped; `hasAsked` if a touch has asked for motion already. */
export function startMonitor(pairing: Pairing, hasAsked: boolean): () => void {
  const ends: (() => void)[] = []
  let isEnded = false
  let isWatching = false
  let { placement } = pairing
  beginPhoneState(lastWatchedMs())

  const opening = openReadingStore()
  const sending = opening.then((readings) => {
    changePhoneState({ kept: readings.count(), isDurable: readings.isDurable })
    return readings
  })
  /** One after the other, in the order of the seconds. */
  let writing: Promise<unknown> = sending
  let wake = () => {}

  function keep({ endedAtMs, rows }: MotionSecond): void {
    const deviceMs = performance.timeOrigin + endedAtMs
    const second = {
      client_timestamp: serviceTime(deviceMs).toISOString(),
      uptime_ms: Math.max(0, Math.round(deviceMs - pairing.pairedAtMs)),
      rows,
    }
    const isLost = (count: number) => changePhoneState({ lost: currentPhoneState().lost + count })
    const write = async () => {
      const readings = await opening
      const givenUp = await readings.add(second)
      changePhoneState({ kept: readings.count() })
      if (givenUp > 0) isLost(givenUp)
      wake()
    }
    writing = writing.then(write).catch(() => isLost(1))
  }

  async function start(isTouch: boolean): Promise<void> {
    const answer = await askForMotion()
    if (isEnded || isWatching) return
    if (answer !== 'granted')
      return changePhoneState({ motion: answer === 'denied' && !isTouch ? 'touch' : answer })
    isWatching = true
    ends.push(startWatching(keep))
  }

  async function begin(): Promise<void> {
    current = {
      start: () => void start(true),
      setPlacement(chosen) {
        placement = chosen
      },
    }
    void start(hasAsked)
    const readings = await sending
    if (isEnded) return
    const factsOf = async () => ({ device_id: pairing.macAddress, placement, ...(await battery()) })
    const sender = startSendingReadings({ key: pairing.key, readings, factsOf, onEnded: end })
    wake = sender.wake
    ends.push(sender.stop)
  }

  function end(): void {
    if (isEnded) return
    isEnded = true
    current = undefined
    for (const stop of ends) stop()
  }

  const ending = new AbortController()
  const ended = new Promise<void>((resolve) => ends.push(resolve, () => ending.abort()))
  const hold = async () => {
    if (isEnded) return
    void begin()
    await ended
  }
  // Secure pages, the only ones that have motion, have locks as well.
  void navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
    if (lock) return hold()
    changePhoneState({ motion: 'elsewhere' })
    navigator.locks.request(lockName, { signal: ending.signal }, hold).catch(() => {})
  })
  return end
}

interface BatteryManager {
  level: number
}

/** In percent, where the browser says it. */
async function battery(): Promise<{ battery_level?: number }> {
  const { getBattery } = navigator as { getBattery?(): Promise<BatteryManager> }
  try {
    const level = (await getBattery?.call(navigator))?.level
    return level === undefined ? {} : { battery_level: Math.round(level * 100) }
  } catch {
    return {}
  }
}
