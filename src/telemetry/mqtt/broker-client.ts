import { setTimeout as sleep } from 'node:timers/promises'
import type { IPublishPacket } from 'mqtt-packet'
import { createStatusWriter } from '../../alerting/monitoring/disconnections.service.ts'
import type { Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { openBrokerLink } from './broker-link.ts'
import {
  createPublishLane,
  type LaneParts,
  type Outcome,
  type PublishLane,
  responseTo,
} from './publish-lane.ts'
import { offlinePayload, parseTopic, responseTopic, sharedFilters } from './topics.ts'

/** Takes readings from somebody's own broker. */
export interface BrokerClient {
  readonly isUp: boolean
  close(): Promise<void>
}

export interface BrokerClientParts extends LaneParts {
  ctx: Context
  url: string
}

const maxDrainMs = 5000

/**
 * Shares the subscription with the other processes of the service, so that they divide the readings. The
 * broker authenticates the devices, and its access rules must let each publish under its own address only: the topic says
 * which device it is.
 */
export function openBrokerClient({ ctx, url, ingest, events, admission }: BrokerClientParts): BrokerClient {
  const { topicPrefix: prefix, clientId } = ctx.config.mqtt
  const statuses = createStatusWriter(ctx)
  const lanes = new Map<string, PublishLane>()
  const link = openBrokerLink({
    url,
    clientId,
    topics: () => ({ subscribe: sharedFilters(prefix) }),
    log: ctx.log,
    onMessage,
  })

  function onMessage(packet: IPublishPacket, acknowledge: () => void): void {
    const topic = parseTopic(prefix, packet.topic)
    if (!topic) return void acknowledge()
    const { mac, externalId, name } = topic
    // A call for help does not wait for readings.
    const laneKey = name === 'events' ? `${mac} events` : mac
    const payload = packet.payload as Buffer
    if (name === 'status') {
      setStatus(mac, payload.toString() !== offlinePayload).catch((error) =>
        ctx.log.warn({ err: error }, 'the status of a device could not be recorded'),
      )
      return void acknowledge()
    }
    const device = packet.topic.slice(prefix.length + 1, -(name.length + 1))
    const settle = (outcome: Outcome, uptimeMs: number | undefined) => {
      if (lanes.get(laneKey)?.length === 0) lanes.delete(laneKey)
      link.publish(responseTopic(prefix, device), JSON.stringify(responseTo(outcome, uptimeMs)))
      // Also one that was refused: it would be refused again.
      acknowledge()
    }
    const lane = lanes.get(laneKey) ?? createLane(mac, externalId, name === 'events')
    lanes.set(laneKey, lane)
    // What cannot be stored now is not acknowledged, and tried until it can be.
    lane.push({ name, payload, isRepetition: packet.dup, retryMs: Number.POSITIVE_INFINITY, settle })
  }

  const createLane = (mac: string, externalId: string, isOfEvents: boolean) =>
    createPublishLane({
      ...{ ingest, events, admission, mac, externalId },
      async authenticate() {
        // The broker knows its devices, and shared ones belong to nobody: an event asks for its device only.
        const id = isOfEvents ? mac : await ownerOf(mac)
        return { actor: { id, role: 'PATIENT' as const } }
      },
      sourceOf: () => ({
        owner: `broker ${mac}`,
        source: { type: 'INTAKE', isAssigned: () => true, isGateway: false },
      }),
    })

  async function ownerOf(mac: string): Promise<string> {
    const owner = await ingest.devices.findOwner(mac, ctx.now())
    if (!owner) throw refusal('DEVICE_NOT_REGISTERED')
    return owner
  }

  async function setStatus(mac: string, isOnline: boolean): Promise<void> {
    const owner = await ingest.devices.findOwner(mac, ctx.now())
    if (!owner) return
    const { number } = await ingest.devices.findOrRegister(owner, mac, ctx.now())
    await statuses.set(number, isOnline)
  }

  return {
    get isUp() {
      return link.isUp
    },
    async close() {
      await link.close()
      // What has arrived is stored; the broker sends it again later, and it is recognized.
      const deadlineMs = performance.now() + maxDrainMs
      while (lanes.size > 0 && performance.now() < deadlineMs) await sleep(20)
      for (const lane of lanes.values()) void lane.stop()
    },
  }
}
