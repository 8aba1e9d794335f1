import { readHelpPageNow } from '../home/use-help-page.ts'
import { serviceTime } from '../live/service-clock.ts'
import { maxInBatch, nextRequest, outcomeOf, type PhoneFacts } from './outbox.ts'
import { changePhoneState, currentPhoneState } from './phone-state.ts'
import type { ReadingStore } from './reading-store.ts'
import { sendReadings } from './send-reading.ts'

export interface SendingParts {
  key: string
  readings: ReadingStore
  factsOf(): Promise<PhoneFacts>
  /** The phone is no device any more. */
  onEnded(): void
}

/** Sends what is kept, one request after the other. */
export function startSendingReadings({ key, readings, factsOf, onEnded }: SendingParts) {
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
      const request = nextRequest(await readings.oldest(maxInBatch), await factsOf(), serviceTime().getTime())
      if (!request) {
        await woken
        continue
      }
      const answer = await sendReadings(key, request)
      if (isStopped) return
      const { doneIds, refused, line, waitMs } = outcomeOf(request, answer, failures)
      failures = line === 'lost' ? failures + 1 : 0
      await readings.remove(doneIds)
      changePhoneState({ line, kept: readings.count(), lost: currentPhoneState().lost + refused })
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
