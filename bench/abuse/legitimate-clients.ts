import { fallRequest, getRequest, postRequest } from '../fleet.ts'
import { probeAddress, signInAddress, signInEmail, signInPassword } from './addresses.ts'
import { createClient } from './client.ts'
import { type ClientFigures, createClientFigures } from './client-figures.ts'
import { fallingMotion, quietMotion } from './client-motion.ts'
import type { Device, Population } from './population.ts'

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

export interface LegitimateClients {
  /** Begins to count; the wearers who fall do so within this time. */
  begin(fallWithinMs: number): void
  /** Stops the clients, and waits for outstanding responses. */
  end(): Promise<ClientFigures>
}

/**
 * startLegitimateClients simulates normal use: devices within their rate limit, people who report falls, each over a new
 * connection, caregivers who read their alerts and acknowledge them, an account that signs in, and a health probe.
 * Latencies count from the time a request was due; the delay of this process itself is recorded as lag.
 */
export function startLegitimateClients(port: number, population: Population): LegitimateClients {
  const figures = createClientFigures()
  const pending = new Set<Promise<void>>()
  let isOver = false
  let beganAt = Number.POSITIVE_INFINITY
  let fallsEndAt = 0

  /** repeat calls `work` at an interval, but not before the previous call is done and `pauseMs` have passed. */
  function repeat(
    intervalMs: number,
    firstAfterMs: number,
    work: (dueAt: number) => Promise<void>,
    pauseMs = 0,
  ): void {
    let dueAt = performance.now() + firstAfterMs
    const wait = () => setTimeout(run, Math.max(0, dueAt - performance.now()))
    const run = async () => {
      if (isOver) return
      figures.recordLag(performance.now() - dueAt)
      const done = work(dueAt)
      pending.add(done)
      await done
      pending.delete(done)
      dueAt = Math.max(dueAt + intervalMs, performance.now() + pauseMs)
      wait()
    }
    wait()
  }

  const startOffsetMs = (i: number, count: number) => (i / count) * readingIntervalMs
  population.devices.forEach((device, i) => {
    sendReadings(device, startOffsetMs(i, population.devices.length), i % devicesPerSampleDevice === 0)
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

  /** sendReadings simulates a device. `fallShare` is the share of the time at which the wearer falls. */
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
      beganAt = performance.now()
      fallsEndAt = beganAt + fallWithinMs
    },
    async end() {
      isOver = true
      await Promise.all(pending)
      return figures
    },
  }
}
