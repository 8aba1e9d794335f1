import type { Context } from '../../platform/context.ts'
import { eventsChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { openBrokerLink } from '../../telemetry/mqtt/broker-link.ts'
import {
  availabilityTopic,
  discoveryFilter,
  discoveryMessages,
  isOurDiscovery,
  stateTopicIn,
} from './discovery.ts'
import { listShownPatients } from './home-assistant.store.ts'

/** Shows patients and devices in Home Assistant. */
export interface HomeAssistantPublisher {
  readonly isUp: boolean
  close(): Promise<void>
}

/** Several events of one moment are published together. */
const delayMs = 100
/** Batteries and times change without an event. */
const everyMs = 30_000

/**
 * Publishes what has changed of it, retained, so that Home Assistant finds it whenever it starts. Every process does so:
 * what one has published too late is put right with the next look of each.
 */
export function openHomeAssistantPublisher(
  ctx: Context,
  heartbeat: Heartbeat,
  url: string,
): HomeAssistantPublisher {
  const { topicPrefix, clientId } = ctx.config.mqtt
  const status = availabilityTopic(topicPrefix)
  let published = new Map<string, string>()
  /** Ours that the broker has kept; nobody else remembers those of somebody who was deleted while no process ran. */
  const found = new Map<string, string | undefined>()
  let timer: NodeJS.Timeout | undefined
  let publishing: Promise<void> = Promise.resolve()
  let isClosed = false

  const link = openBrokerLink({
    url,
    clientId: `${clientId}-home-assistant`,
    topics: () => ({ subscribe: [discoveryFilter] }),
    isTransient: true,
    wantsRetained: true,
    mayBeRefused: true,
    will: { topic: status, payload: 'offline' },
    log: ctx.log,
    onConnected() {
      published = new Map()
      schedule()
    },
    onMessage({ topic, payload }, acknowledge) {
      acknowledge()
      if (!isOurDiscovery(topic)) return
      if (payload.length === 0) return void found.delete(topic)
      found.set(topic, stateTopicIn(payload as Buffer, topicPrefix))
      if (!published.has(topic)) schedule()
    },
  })

  function schedule(): void {
    if (timer || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      publishing = publishing.then(publish).catch((error) => {
        ctx.log.warn({ err: error }, 'what Home Assistant shows could not be read; that is retried')
      })
    }, delayMs)
    timer.unref()
  }

  async function publish(): Promise<void> {
    if (!link.isUp || isClosed) return
    const messages = discoveryMessages(topicPrefix, await listShownPatients(ctx.db.background))
    messages.set(status, 'online')
    for (const [topic, payload] of messages)
      if (published.get(topic) !== payload) link.publish(topic, payload, true)
    const earlier = [...published.keys(), ...[...found].flat()]
    for (const topic of new Set(earlier)) if (topic && !messages.has(topic)) link.publish(topic, '', true)
    // The status was set to offline if another process has ended.
    messages.delete(status)
    published = messages
  }

  heartbeat.onNotification((channel) => {
    if (channel === eventsChannel) schedule()
  })
  const interval = setInterval(schedule, everyMs)
  interval.unref()

  return {
    get isUp() {
      return link.isUp
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(interval)
      await publishing
      link.publish(status, 'offline', true)
      await link.close()
    },
  }
}
