import type { MotionSecond } from './motion-sampler.ts'
import { askForMotion } from './motion-sensor.ts'
import type { Pairing, PhonePlacement } from './pairing.ts'
import { createPhoneClock, forgetClock } from './phone-clock.ts'
import { beginPhoneState, changePhoneState, currentPhoneState } from './phone-state.ts'
import { clearReadingsOf, openReadingStore } from './reading-store.ts'
import { startSendingReadings } from './sending.ts'
import { takeTurns } from './turns.ts'
import { forgetWatched, lastWatchedMs, startWatching } from './watching.ts'

const lockName = 'fallwatch-phone'

let current: { start(): void; setPlacement(placement: PhonePlacement): void } | undefined

/** Begins to watch from a touch, where the browser asks for one. */
export const startFromTouch = () => current?.start()

export const changePlacement = (placement: PhonePlacement) => current?.setPlacement(placement)

/** Leaves nothing of the device that this browser was: it may be that of somebody else. */
export async function forgetReadings({ deviceId }: Pairing): Promise<void> {
  forgetWatched()
  forgetClock()
  await clearReadingsOf(deviceId)
}

/** Watches and sends for a device until it is stopped; `hasAsked` if a touch has asked for motion already. */
export function startMonitor(pairing: Pairing, hasAsked: boolean): () => void {
  let isEnded = false
  let { placement } = pairing
  let endTurn = () => {}
  const clock = createPhoneClock()
  beginPhoneState(lastWatchedMs())

  /** Begins to watch and to send; it returns how to stop that. */
  function beginTurn(): () => void {
    const ends: (() => void)[] = []
    let isOver = false
    let isWatching = false
    const opening = openReadingStore(pairing.deviceId)
    /** One after the other, in the order of the seconds. */
    let writing: Promise<unknown> = opening
    let wake = () => {}

    function keep({ endedAtMs, rows }: MotionSecond): void {
      const endedMs = clock.at(endedAtMs)
      const second = {
        client_timestamp: new Date(endedMs).toISOString(),
        uptime_ms: Math.max(0, Math.round(endedMs - pairing.pairedAtMs)),
        rows,
      }
      const isLost = (count: number) => changePhoneState({ lost: currentPhoneState().lost + count })
      const write = async () => {
        const readings = await opening
        const givenUp = await readings.add(second)
        changePhoneState({ kept: readings.count(), isDurable: readings.isDurable() })
        if (givenUp > 0) isLost(givenUp)
        wake()
      }
      writing = writing.then(write).catch(() => isLost(1))
    }

    async function start(isTouch: boolean): Promise<void> {
      const answer = await askForMotion()
      if (isOver || isWatching) return
      if (answer !== 'granted')
        return changePhoneState({ motion: answer === 'denied' && !isTouch ? 'touch' : answer })
      isWatching = true
      ends.push(startWatching(clock, keep))
    }

    async function send(): Promise<void> {
      const readings = await opening
      changePhoneState({ kept: readings.count(), isDurable: readings.isDurable() })
      if (isOver) return
      const factsOf = async () => ({ device_id: pairing.macAddress, placement, ...(await battery()) })
      const sender = startSendingReadings({ key: pairing.key, readings, clock, factsOf, onEnded: end })
      wake = sender.wake
      ends.push(sender.stop)
    }

    changePhoneState({ motion: 'starting' })
    current = {
      start: () => void start(true),
      setPlacement(chosen) {
        placement = chosen
      },
    }
    void start(hasAsked)
    void send()
    return () => {
      isOver = true
      current = undefined
      for (const stop of ends) stop()
    }
  }

  const stopTakingTurns = takeTurns({
    name: lockName,
    begin() {
      endTurn = beginTurn()
      return endTurn
    },
    onWaiting: () => changePhoneState({ motion: 'elsewhere' }),
  })

  function end(): void {
    if (isEnded) return
    isEnded = true
    endTurn()
    stopTakingTurns()
  }
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
