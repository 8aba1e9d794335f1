import type { Cleanup } from '../../harness/cleanup.ts'
import { fallRequest, getRequest, postRequest } from '../fleet.ts'
import { probeAddress, signInAddress, signInEmail, signInPassword } from './addresses.ts'
import { startCalls } from './call-clients.ts'
import { type CallFigures, createCallFigures } from './call-figures.ts'
import { createClient } from './client.ts'
import { type ClientFigures, createClientFigures } from './client-figures.ts'
import { fallingMotion, quietMotion } from './client-motion.ts'
import type { Environment } from './environment.ts'
import type { MessageReceiver } from './message-receiver.ts'
import { createMqttClient } from './mqtt-client.ts'
import type { Device, Population } from './population.ts'
import { createRepeat } from './repeat.ts'

/** A device sends once a second. The interval is slightly longer, because the clock of the service may differ. */
const readingIntervalMs = 1050
/** After a late response, a device waits for as long as its rate limit. */
const afterResponseMs = 1010
const fallIntervalMs = 200
const alertsIntervalMs = 1500
const signInIntervalMs = 1000
const probeIntervalMs = 20
/** One in this many devices sends samples. */
const devicesPerSampleDevice = 4
/** One in this many sends by MQTT. */
const devicesPerMqttDevice = 5

export interface LegitimateClients {
  /** Begins to count; the wearers who fall do so within this time. */
  begin(fallWithinMs: number): void
  /** Stops the clients, and waits for outstanding responses, messages and live events. */
  end(): Promise<ClientSummary>
}

/** What all of them observed. */
export type ClientSummary = ReturnType<ClientFigures['summary']> & ReturnType<CallFigures['summary']>

/**
 * Simulates normal use: devices within their rate limit, some by MQTT, people who report falls, each over a new
 * connection, patients who call for help and the caregiver who is told, caregivers who read their alerts and acknowledge
 * them, an account that signs in, and a health probe.
 * Latencies count from the time a request was due; the delay of this process itself is recorded as lag.
 */
export function startLegitimateClients(
  cleanup: Cleanup,
  { port, mqttPort, population }: Pick<Environment, 'port' | 'mqttPort' | 'population'>,
  receiver: MessageReceiver,
): LegitimateClients {
  const figures = createClientFigures()
  const callFigures = createCallFigures()
  const { repeat, end } = createRepeat(figures.recordLag)
  let beganAt = Number.POSITIVE_INFINITY
  let fallsEndAt = 0

  const startOffsetMs = (i: number, count: number) => (i / count) * readingIntervalMs
  population.devices.forEach((device, i) => {
    const firstAfterMs = startOffsetMs(i, population.devices.length)
    const withSamples = i % devicesPerSampleDevice === 0
    if (i % devicesPerMqttDevice === 0) publishReadings(device, firstAfterMs, withSamples)
    else sendReadings(device, firstAfterMs, withSamples)
  })
  population.fallingDevices.forEach((device, i) => {
    const share = (i + 0.5) / population.fallingDevices.length
    sendReadings(device, startOffsetMs(i, population.fallingDevices.length), false, share)
  })
  reportFalls()
  population.caregivers.forEach((caregiver, i) => {
    watchAlerts(caregiver, (i / population.caregivers.length) * alertsIntervalMs)
  })
  signInRepeatedly()
  probe()
  const calls = startCalls({
    ...{ cleanup, port, receiver, repeat },
    onCall: population.onCall,
    figures: callFigures,
  })

  /** Simulates a device. `fallShare` is the share of the time at which the wearer falls. */
  function sendReadings(
    device: Device,
    firstAfterMs: number,
    withSamples: boolean,
    fallShare?: number,
  ): void {
    const client = createClient(port, device.address)
    let secondsSinceImpact = -1
    let isDetected = false
    let uptimeMs = 1_000_000
    const isFallDue = () =>
      fallShare !== undefined && performance.now() >= beganAt + fallShare * (fallsEndAt - beganAt)
    const send = async (dueAt: number) => {
      if (secondsSinceImpact < 0 && isFallDue()) {
        secondsSinceImpact = 0
        figures.fallsInReadings.fallen++
      }
      const motion = fallShare === undefined ? quietMotion(withSamples) : fallingMotion(secondsSinceImpact)
      const body = { device_id: device.mac, uptime_ms: uptimeMs, ...motion }
      const { status, text } = await client.send(postRequest('/device/sensor-stream', device.key, body))
      figures.readings.record(status, performance.now() - dueAt, text)
      // A device repeats a reading until it is accepted.
      if (status !== 200) return
      uptimeMs += 1000
      if (secondsSinceImpact >= 0) secondsSinceImpact++
      if (isDetected || !text.includes('"fallDetected":true')) return
      isDetected = true
      figures.fallsInReadings.detected++
    }
    repeat(readingIntervalMs, firstAfterMs, send, afterResponseMs)
  }

  /** Simulates a device that sends by MQTT. */
  function publishReadings({ mac, key, address }: Device, firstAfterMs: number, withSamples: boolean): void {
    const client = createMqttClient({ port: mqttPort, address, mac, key })
    let uptimeMs = 1_000_000
    const publish = async (dueAt: number) => {
      const { status, text } = await client.publish({ ...quietMotion(withSamples), uptime_ms: uptimeMs })
      figures.readings.record(status, performance.now() - dueAt, text)
      if (status === 200) uptimeMs += 1000
    }
    repeat(readingIntervalMs, firstAfterMs, publish, afterResponseMs)
  }

  function reportFalls(): void {
    population.reporters.forEach(({ token, address }, i) => {
      const intervalMs = population.reporters.length * fallIntervalMs
      repeat(intervalMs, i * fallIntervalMs, async (dueAt) => {
        const client = createClient(port, address)
        const { status, text } = await client.send(fallRequest(token))
        client.close()
        figures.falls.record(status, performance.now() - dueAt, text)
      })
    })
  }

  function watchAlerts({ token, address }: Population['caregivers'][number], firstAfterMs: number): void {
    const client = createClient(port, address)
    repeat(alertsIntervalMs, firstAfterMs, async (dueAt) => {
      const list = await client.send(getRequest('/caregivers/alerts', token))
      figures.alerts.record(list.status, performance.now() - dueAt, list.text)
      const [, id] = /"data":\[\{"id":"([0-9a-f-]{36})"/.exec(list.text) ?? []
      if (!id) return
      const sentAt = performance.now()
      const acknowledged = await client.send(postRequest(`/caregivers/alerts/${id}/acknowledge`, token, {}))
      figures.alerts.record(acknowledged.status, performance.now() - sentAt, acknowledged.text)
    })
  }

  function signInRepeatedly(): void {
    let signIns = 0
    const request = postRequest('/auth/login', '', { email: signInEmail, password: signInPassword })
    repeat(signInIntervalMs, 500, async (dueAt) => {
      const client = createClient(port, signInAddress(signIns++))
      const { status, text } = await client.send(request)
      client.close()
      figures.signIns.record(status, performance.now() - dueAt, text)
    })
  }

  function probe(): void {
    const client = createClient(port, probeAddress)
    const request = getRequest('/health')
    repeat(probeIntervalMs, 0, async () => {
      const sentAt = performance.now()
      const { status, text } = await client.send(request)
      figures.probes.record(status, performance.now() - sentAt, text)
    })
  }

  return {
    begin(fallWithinMs) {
      figures.reset()
      callFigures.reset()
      beganAt = performance.now()
      fallsEndAt = beganAt + fallWithinMs
    },
    async end() {
      await end()
      return { ...figures.summary(), ...(await calls.end()) }
    },
  }
}
