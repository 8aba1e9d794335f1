import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Cleanup } from '../harness/cleanup.ts'
import { findFreePort } from '../harness/free-port.ts'
import { startService, unlimited } from '../harness/start-service.ts'
import { until } from '../harness/until.ts'
import { defaultTopicPrefix, deviceTopic } from '../src/telemetry/mqtt/topics.ts'
import { createFleet, type Fleet, seedFleet } from './fleet.ts'
import { embeddedConnection, withClient } from './stores.ts'

/** What became of the readings that were published while the service was killed again and again. */
export interface KillResult {
  kills: number
  acknowledged: number
  stored: number
  lost: number
  doubled: number
}

export interface KillOptions {
  kills: number
  devices: number
  /** Publishes to this broker, from which the service takes the readings; otherwise to the service itself. */
  brokerUrl?: string | undefined
  /** Every other device publishes to the service itself, although there is a broker. */
  isMixed?: boolean
  makeFolder?: () => string | Promise<string>
}

const runMs = 600
/** A device publishes faster than a wearable would, but not more than the service can store while it is up. */
const pauseMs = 60
/** A broker may still have readings; without a new one for this long there are none. */
const settledMs = 10_000

/** Kills the service while devices publish, and looks for what was acknowledged. */
export async function benchMqttKills(cleanup: Cleanup): Promise<void> {
  const kills = Number(process.env.BENCH_KILLS) || 50
  const brokerUrl = process.env.BENCH_MQTT_URL
  const devices = 16
  console.log(JSON.stringify({ direct: await runKills(cleanup, { kills, devices }) }))
  if (brokerUrl)
    console.log(JSON.stringify({ broker: await runKills(cleanup, { kills, devices, brokerUrl }) }))
  else
    console.log(
      'Set BENCH_MQTT_URL to a broker whose queue is not limited (docs/mqtt.md) to kill the service behind it as well.',
    )
}

export async function runKills(cleanup: Cleanup, options: KillOptions): Promise<KillResult> {
  const { kills, devices, brokerUrl, isMixed = false, makeFolder = cleanup.makeFolder } = options
  const dataDir = await makeFolder()
  const fleet = createFleet(devices)
  const port = await findFreePort()
  const settings = {
    ...unlimited,
    RATE_LIMIT_SENSOR: 'off',
    MQTT_PORT: String(port),
    MQTT_CLIENT_ID: `kills-${process.pid}-${port}`,
    ...(brokerUrl && { MQTT_URL: brokerUrl }),
  }
  let service = await startService(dataDir, settings, cleanup)
  await seedFleet(embeddedConnection(dataDir), fleet)
  if (brokerUrl && fleet.devices[0]) await waitForSubscription(dataDir, brokerUrl, fleet.devices[0].mac)
  const serviceUrl = `mqtt://127.0.0.1:${port}`
  const publishers = await Promise.all(
    fleet.devices.map((device, i) => {
      const isDirect = !brokerUrl || (isMixed && i % 2 === 1)
      return openPublisher(device, isDirect ? serviceUrl : brokerUrl)
    }),
  )
  const acknowledgedByAll = async () => {
    const before = publishers.map(({ count }) => count())
    await until(
      () => publishers.every(({ count }, i) => count() > (before[i] ?? 0)),
      60_000,
      'an acknowledged reading of each device',
    )
  }
  for (let kill = 0; kill < kills; kill++) {
    await acknowledgedByAll()
    await sleep(runMs * Math.random())
    process.kill(service.pid, 'SIGKILL')
    service = await startService(dataDir, settings, cleanup)
  }
  await acknowledgedByAll()
  const acknowledged = (await Promise.all(publishers.map((publisher) => publisher.finish()))).flat()
  const stored = await storedReadings(dataDir, acknowledged)
  await service.stop()
  const counts = new Map<string, number>()
  for (const key of stored) counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    kills,
    acknowledged: acknowledged.length,
    stored: stored.length,
    lost: acknowledged.filter((key) => !counts.has(key)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
  }
}

/** Publishes until the service has stored something: before, the broker has nobody to keep readings for. */
async function waitForSubscription(dataDir: string, brokerUrl: string, mac: string): Promise<void> {
  const client = await connectAsync(brokerUrl)
  let uptime_ms = 1_000_000_000
  await until(
    async () => {
      const motion = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 }
      const reading = JSON.stringify({ ...motion, uptime_ms: uptime_ms++ })
      await client.publishAsync(deviceTopic(defaultTopicPrefix, mac, 'readings'), reading, { qos: 1 })
      return withClient(embeddedConnection(dataDir), async (connection) => {
        const { rowCount } = await connection.query('select from readings limit 1')
        return (rowCount ?? 0) > 0
      })
    },
    60_000,
    'a reading that came through the broker',
  )
  await client.endAsync()
}

/** Publishes a reading after the other, each until it is acknowledged. */
async function openPublisher({ mac, owner }: Fleet['devices'][number], url: string) {
  const options = { username: mac, password: owner.key, reconnectPeriod: 100, clientId: mac, clean: false }
  const client: MqttClient = await connectAsync(url, options)
  client.on('error', () => {})
  const acknowledged: string[] = []
  let isDone = false
  const publishing = (async () => {
    for (let uptime_ms = 1; !isDone; uptime_ms++) {
      const motion = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 }
      // mqtt.js sends it again, with the DUP flag, after a lost connection.
      await client.publishAsync(
        deviceTopic(defaultTopicPrefix, mac, 'readings'),
        JSON.stringify({ ...motion, uptime_ms }),
        {
          qos: 1,
        },
      )
      acknowledged.push(`${mac} ${uptime_ms}`)
      await sleep(pauseMs)
    }
  })()
  return {
    count: () => acknowledged.length,
    async finish() {
      isDone = true
      await publishing
      await client.endAsync()
      return acknowledged
    },
  }
}

/**
 * Waits until all of the expected ones are there, or no more arrive: a broker may still have some. Their
 * number would not do, because those that waited for the subscription are stored as well.
 */
async function storedReadings(dataDir: string, expected: readonly string[]): Promise<string[]> {
  let [count, changedAtMs] = [-1, performance.now()]
  for (;;) {
    const keys = await withClient(embeddedConnection(dataDir), async (client) => {
      const { rows } = await client.query(
        `select mac || ' ' || uptime_ms as key from readings join devices on number = device`,
      )
      return rows.map(({ key }) => key as string)
    })
    if (keys.length !== count) [count, changedAtMs] = [keys.length, performance.now()]
    const stored = new Set(keys)
    if (expected.every((key) => stored.has(key)) || performance.now() - changedAtMs > settledMs) return keys
    await sleep(500)
  }
}
