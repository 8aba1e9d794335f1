import { fallRequest, getRequest, postRequest } from '../fleet.ts'
import { probeAddress, signInAddress, signInEmail, signInPassword } from './addresses.ts'
import { createClient } from './client.ts'
import { createFigures, type Figures } from './honest-figures.ts'
import { fallingMotion, quietMotion } from './motions.ts'
import type { Device, Population } from './population.ts'

/** A little more than a second, because the service's clock is not ours. */
const readingEveryMs = 1050
/** After an answer that was late, a device waits for its next turn. */
const afterAnswerMs = 1010
const fallEveryMs = 200
const alertsEveryMs = 1500
const signInEveryMs = 1000
const probeEveryMs = 20
/** Every so many-th device sends its motion at 50 Hz. */
const withSamplesEvery = 4

export interface Honest {
  /** Begins to count; the wearers that are to fall do so within the time given. */
  begin(fallWithinMs: number): void
  /** Ends it, and waits for the answers that are due. */
  end(): Promise<Figures>
}

/**
 * startHonest plays those who use the service as it is meant: devices at their pace, people who report falls, each
 * over a connection of its own, caregivers who look at their alerts and acknowledge them, somebody who signs in, and
 * a health probe. Times count from the moment something was due, and how late this process itself was is told apart.
 */
export function startHonest(port: number, population: Population): Honest {
  const figures = createFigures()
  const pending = new Set<Promise<void>>()
  let isOver = false
  let beganAt = Number.POSITIVE_INFINITY
  let fallsEndAt = 0

  /** Does something again and again: every so many milliseconds, but not before the last time is done. */
  function every(ms: number, firstAfterMs: number, work: (dueAt: number) => Promise<void>, restMs = 0): void {
    let dueAt = performance.now() + firstAfterMs
    const wait = () => setTimeout(run, Math.max(0, dueAt - performance.now()))
    const run = async () => {
      if (isOver) return
      figures.lag(performance.now() - dueAt)
      const done = work(dueAt)
      pending.add(done)
      await done
      pending.delete(done)
      dueAt = Math.max(dueAt + ms, performance.now() + restMs)
      wait()
    }
    wait()
  }

  const spread = (i: number, count: number) => (i / count) * readingEveryMs
  population.devices.forEach((device, i) => {
    sendReadings(device, spread(i, population.devices.length), i % withSamplesEvery === 0)
  })
  population.fallingDevices.forEach((device, i) => {
    const share = (i + 0.5) / population.fallingDevices.length
    sendReadings(device, spread(i, population.fallingDevices.length), false, share)
  })
  reportFalls()
  population.caregivers.forEach((caregiver, i) => {
    watchAlerts(caregiver, (i / population.caregivers.length) * alertsEveryMs)
  })
  signInAgainAndAgain()
  probe()

  /** With `fallsAt`, the share of the time at which the wearer falls. */
  function sendReadings(device: Device, firstAfterMs: number, withSamples: boolean, fallsAt?: number): void {
    const client = createClient(port, device.address)
    let sinceImpact = -1
    let isDetected = false
    let uptime = 1_000_000
    const fallsNow = () =>
      fallsAt !== undefined && performance.now() >= beganAt + fallsAt * (fallsEndAt - beganAt)
    const send = async (dueAt: number) => {
      if (sinceImpact < 0 && fallsNow()) {
        sinceImpact = 0
        figures.felt.fallen++
      }
      const motion = fallsAt === undefined ? quietMotion(withSamples) : fallingMotion(sinceImpact)
      const body = { device_id: device.mac, uptime_ms: uptime, ...motion }
      const { status, text } = await client.ask(postRequest('/device/sensor-stream', device.key, body))
      figures.readings.note(status, performance.now() - dueAt, text)
      // What was not taken is sent again: a device keeps it until it is.
      if (status !== 200) return
      uptime += 1000
      if (sinceImpact >= 0) sinceImpact++
      if (isDetected || !text.includes('"fallDetected":true')) return
      isDetected = true
      figures.felt.detected++
    }
    every(readingEveryMs, firstAfterMs, send, afterAnswerMs)
  }

  function reportFalls(): void {
    population.reporters.forEach(({ token, address }, i) => {
      const round = population.reporters.length * fallEveryMs
      every(round, i * fallEveryMs, async (dueAt) => {
        const client = createClient(port, address)
        const { status, text } = await client.ask(fallRequest(token))
        client.close()
        figures.falls.note(status, performance.now() - dueAt, text)
      })
    })
  }

  function watchAlerts({ token, address }: Population['caregivers'][number], firstAfterMs: number): void {
    const client = createClient(port, address)
    every(alertsEveryMs, firstAfterMs, async (dueAt) => {
      const list = await client.ask(getRequest('/caregivers/alerts', token))
      figures.alerts.note(list.status, performance.now() - dueAt, list.text)
      const [, id] = /"data":\[\{"id":"([0-9a-f-]{36})"/.exec(list.text) ?? []
      if (!id) return
      const askedAt = performance.now()
      const told = await client.ask(postRequest(`/caregivers/alerts/${id}/acknowledge`, token, {}))
      figures.alerts.note(told.status, performance.now() - askedAt, told.text)
    })
  }

  function signInAgainAndAgain(): void {
    let turn = 0
    const request = postRequest('/auth/login', '', { email: signInEmail, password: signInPassword })
    every(signInEveryMs, 500, async (dueAt) => {
      const client = createClient(port, signInAddress(turn++))
      const { status, text } = await client.ask(request)
      client.close()
      figures.signIns.note(status, performance.now() - dueAt, text)
    })
  }

  function probe(): void {
    const client = createClient(port, probeAddress)
    const request = getRequest('/health')
    every(probeEveryMs, 0, async () => {
      const askedAt = performance.now()
      const { status, text } = await client.ask(request)
      figures.probes.note(status, performance.now() - askedAt, text)
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
