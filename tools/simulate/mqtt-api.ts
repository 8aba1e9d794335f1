import { connectAsync, type MqttClient } from 'mqtt'
import {
  deviceTopic,
  offlinePayload,
  defaultTopicPrefix as prefix,
  responseTopic,
} from '../../src/telemetry/mqtt/topics.ts'
import type { Answer, Api } from './api.ts'

const readingPath = '/device/sensor-stream'
const answerTimeoutMs = 30_000

/** The connection of one device; answers arrive in the order of what was published. */
interface DeviceLine {
  client: MqttClient
  waiting: ((answer: Answer<never> | undefined) => void)[]
}

/** Sends readings and batches over MQTT, one connection for each device, and everything else as before. */
export function overMqtt(api: Api, url: string): Api {
  const lines = new Map<string, Promise<DeviceLine>>()

  function lineOf(mac: string, key: string): Promise<DeviceLine> {
    const known = lines.get(mac)
    if (known) return known
    const line = open(mac, key)
    lines.set(mac, line)
    line.catch(() => lines.delete(mac))
    return line
  }

  async function open(mac: string, key: string): Promise<DeviceLine> {
    const will = { topic: deviceTopic(prefix, mac, 'status'), payload: Buffer.from(offlinePayload) }
    const credentials = { username: mac, password: key }
    const client = await connectAsync(url, { ...credentials, protocolVersion: 5, reconnectPeriod: 0, will })
    const line: DeviceLine = { client, waiting: [] }
    client.on('message', (_topic, payload) => {
      const { status, ...body } = JSON.parse(payload.toString())
      line.waiting.shift()?.({ status, headers: {}, milliseconds: 0, body })
    })
    client.on('error', () => {})
    client.on('close', () => {
      lines.delete(mac)
      for (const settle of line.waiting.splice(0)) settle(undefined)
    })
    await client.subscribeAsync(responseTopic(prefix, mac))
    return line
  }

  return {
    ...api,
    async call<T>(...[method, path, options]: Parameters<Api['call']>): Promise<Answer<T>> {
      if (!path.startsWith(readingPath)) return api.call<T>(method, path, options)
      const body = String(options?.body)
      const mac = /"device_id":"([^"]+)"/.exec(body)?.[1] ?? ''
      const { client, waiting } = await lineOf(mac, options?.token ?? '')
      const name = path === readingPath ? 'readings' : 'batches'
      const sentAt = performance.now()
      const answer = await new Promise<Answer<never> | undefined>((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, answerTimeoutMs, undefined).unref()
        // A refusal is also on the response topic.
        client.publishAsync(deviceTopic(prefix, mac, name), body, { qos: 1 }).catch(() => {})
      })
      if (!answer) throw new Error('no answer over MQTT')
      return { ...answer, milliseconds: performance.now() - sentAt }
    },
    close() {
      for (const line of lines.values()) line.then(({ client }) => client.end(true)).catch(() => {})
      api.close()
    },
  }
}
