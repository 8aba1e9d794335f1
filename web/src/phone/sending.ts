import { readHelpPageNow } from '../home/use-help-page.ts'
import { maxInBatch, nextRequest, outcomeOf, type PhoneFacts } from './outbox.ts'
import type { PhoneClock } from './phone-clock.ts'
import { changePhoneState, currentPhoneState } from './phone-state.ts'
import type { ReadingStore } from './reading-store.ts'
import { sendReadings } from './send-reading.ts'

export interface SendingParts {
  key: string
  readings: ReadingStore
  clock: PhoneClock
  factsOf(): Promise<PhoneFacts>
  /** The phone is no device any more. */
  onEnded(): void
}

/** Sends what is kept, one request after the other. */
export function startSendingReadings({ key, readings, clock, factsOf, onEnded }: SendingParts) {
  let isStopped = false
  let wake = () => {}

  async function run(): Promise<void> {
    let failures = 0
    let hadFall = false
    while (!isStopped) {
      // What is added while this looks wakes it as well.
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const request = nextRequest(await readings.oldest(maxInBatch), await factsOf(), clock.now())
      if (!request) {
        await woken
        continue
      }
      const answer = await sendReadings(key, request)
      const { doneIds, refused, line, waitMs } = outcomeOf(request, answer, failures)
      // Also if another tab goes on with it: it need not send them again.
      await readings.remove(doneIds)
      if (isStopped) return
      if (request.kind === 'live' && answer.status === 200) clock.learn()
      failures = line === 'lost' ? failures + 1 : 0
      changePhoneState({
        ...{ line, kept: readings.count(), isDurable: readings.isDurable() },
        lost: currentPhoneState().lost + refused,
      })
      // The question whether somebody is fine has half a minute.
      if (answer.fallDetected && !hadFall) readHelpPageNow()
      if (request.kind === 'live' && answer.status === 200) hadFall = answer.fallDetected
      if (line === 'ended') return onEnded()
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  void run()

  return {
    /** Something was added. */
    wake: () => wake(),
    stop() {
      isStopped = true
      wake()
    },
  }
}
