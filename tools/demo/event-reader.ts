import { setTimeout as sleep } from 'node:timers/promises'
import type { IncidentView } from '../../src/alerting/incidents/incident-view.ts'

/** An incident as the event stream shows it. */
export interface LiveIncident extends Omit<IncidentView, 'openedAt'> {
  openedAt: string
}

const reconnectMs = 1000

/** Gives every change of an incident, as `GET /events` reports it, until the signal. */
export async function readIncidentEvents(
  base: string,
  token: string,
  signal: AbortSignal,
  onIncident: (incident: LiveIncident) => void,
): Promise<void> {
  let lastId = ''
  while (!signal.aborted) {
    try {
      const headers = { authorization: `Bearer ${token}`, ...(lastId && { 'last-event-id': lastId }) }
      const response = await fetch(`${base}/events`, { headers, signal })
      for await (const { event, id, data } of eventsIn(response)) {
        if (id) lastId = id
        if (event.startsWith('incident.')) onIncident(JSON.parse(data) as LiveIncident)
      }
    } catch {
      // The service is restarting, or all is over.
    }
    await sleep(reconnectMs, undefined, { signal }).catch(() => {})
  }
}

/** Takes a stream of server-sent events apart. */
async function* eventsIn({ body }: Response) {
  if (!body) return
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : []))
          .join('\n')
      yield { event: field('event'), id: field('id'), data: field('data') }
    }
  }
}
