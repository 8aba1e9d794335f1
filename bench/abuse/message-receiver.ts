import type { Cleanup } from '../../harness/cleanup.ts'
import { startHttpReceiver } from '../../harness/http-receiver.ts'
import { identityHash } from '../../src/alerting/notifications/channels/channel.ts'
import { knownName } from './name-server.ts'

/** An ntfy server that accepts every message at once. */
export interface MessageReceiver {
  /** The topic of the caregiver, on a host whose name has to be resolved. */
  topicUrl: string
  /** When the first message about an incident arrived, by performance.now(). */
  arrivedAt(incidentId: string): number | undefined
  /** Forgets what has arrived. */
  clear(): void
}

export async function startMessageReceiver(cleanup: Cleanup): Promise<MessageReceiver> {
  const arrivals = new Map<string, number>()
  const receiver = await startHttpReceiver((response, { body }) => {
    const at = performance.now()
    // The receiver would keep every request.
    receiver.requests.length = 0
    const { sequence_id: identity } = JSON.parse(body.toString()) as { sequence_id: string }
    if (!arrivals.has(identity)) arrivals.set(identity, at)
    response.end()
  })
  cleanup.add(receiver.stop)
  return {
    topicUrl: `http://${knownName}:${receiver.port}/on-call`,
    arrivedAt: (incidentId) => arrivals.get(identityHash(`incident-${incidentId}`)),
    clear: () => arrivals.clear(),
  }
}
