import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../harness/cleanup.ts'
import { openStream } from '../alerts/stream-client.ts'
import { postRequest } from '../fleet.ts'
import { type CallFigures, incidentIn } from './call-figures.ts'
import { createClient } from './client.ts'
import type { MessageReceiver } from './message-receiver.ts'
import type { OnCall } from './on-call.ts'
import type { Repeat } from './repeat.ts'

const callIntervalMs = 1000

export interface CallClients {
  /** Waits for messages and events that are not late yet, and closes the stream. */
  end(): Promise<ReturnType<CallFigures['summary']>>
}

export interface CallParts {
  cleanup: Cleanup
  port: number
  onCall: OnCall
  receiver: MessageReceiver
  figures: CallFigures
  repeat: Repeat
}

/**
 * Lets patients call for help in turn, each over a new connection, while their caregiver gets messages and
 * follows the live stream. The caregiver ends a call after half a round, so that the next one of the patient is new.
 */
export function startCalls({ cleanup, port, onCall, receiver, figures, repeat }: CallParts): CallClients {
  const { caregiver, callers } = onCall
  const opened = new Map<string, number>()
  receiver.clear()
  const stream = openStream(
    cleanup,
    () => port,
    caregiver.token,
    ({ type, incident, atMs }) => {
      if (type === 'incident.opened') opened.set(incident.id, atMs)
    },
  )
  const messages = receiver.arrivedAt
  const events = (incidentId: string) => opened.get(incidentId)

  const roundMs = callers.length * callIntervalMs
  callers.forEach(({ token, address }, i) => {
    let incidentId: string | undefined
    repeat(roundMs, i * callIntervalMs, async (dueAt) => {
      const client = createClient(port, address)
      const { status, text } = await client.send(postRequest('/sos', token, {}))
      client.close()
      figures.record(status, dueAt, text)
      incidentId = incidentIn(text)
    })
    repeat(roundMs, i * callIntervalMs + roundMs / 2, async () => {
      if (!incidentId) return
      const client = createClient(port, caregiver.address)
      const resolve = `/incidents/${incidentId}/resolve`
      await client.send(postRequest(resolve, caregiver.token, { outcome: 'HELP_GIVEN' }))
      client.close()
    })
  })

  return {
    async end() {
      while (!figures.isSettled(messages, events)) await sleep(20)
      stream.close()
      return figures.summary(messages, events)
    },
  }
}
