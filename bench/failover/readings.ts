import type { Cleanup } from '../../harness/cleanup.ts'
import { openConnections } from '../arrivals.ts'
import { increment } from '../figures.ts'
import { type Fleet, postRequest, readingFields } from '../fleet.ts'

/** A device sends once a second. The interval is slightly longer, because the clock of the service may differ. */
const intervalMs = 1050
const tickMs = 10

/** Devices that repeat a reading until it is accepted, and what was accepted. */
export interface ReadingLoad {
  /** How many readings were accepted, and how often one was refused or lost its answer, by the reason. */
  accepted(): number
  refusals: Map<string, number>
  /** The longest time between two accepted readings since the last call, with the time when it ended. */
  takeLongestGap(): { ms: number; endedAtMs: number }
  /** How long each reading took since the last call, from when it was first sent until it was accepted, in milliseconds. */
  takeDelays(): number[]
  /** When a reading was accepted last. */
  lastAtMs(): number
  stop(): Promise<void>
  /** Compares what was accepted with what is stored. */
  findLost(stored: { mac: string; pressure: number; count: number }[]): { lost: number; doubled: number }
}

interface Device {
  mac: string
  key: string
  seq: number
  uptimeMs: number
  dueAtMs: number
  /** When its reading was sent, and when for the first time, if it is repeated. */
  sentAtMs: number
  firstSentAtMs: number | undefined
  isWaiting: boolean
}

/** Every reading of a device has another pressure, by which it is found again. */
const pressureOf = (seq: number) => Number((600 + seq / 50).toFixed(2))
const seqOf = (pressure: number) => Math.round((pressure - 600) * 50)
/** Above this, a pressure would not be one. */
const maxSeq = 20_000

export async function startReadings(
  cleanup: Cleanup,
  { devices: fleet }: Fleet,
  ports: number[],
): Promise<ReadingLoad> {
  const devices: Device[] = fleet.map(({ mac, owner }, i) => {
    const dueAtMs = performance.now() + (i / fleet.length) * intervalMs
    return {
      ...{ mac, key: owner.key, seq: 0, uptimeMs: 1_000_000 },
      ...{ dueAtMs, sentAtMs: dueAtMs, firstSentAtMs: undefined, isWaiting: false },
    }
  })
  const pools = await Promise.all(
    ports.map((port) =>
      openConnections({ port, maxConnections: Math.ceil(fleet.length / ports.length), keepAlive: true }),
    ),
  )
  const acceptedOf = new Map<string, Set<number>>(devices.map(({ mac }) => [mac, new Set()]))
  const refusals = new Map<string, number>()
  let accepted = 0
  let lastAtMs = performance.now()
  let gap = { ms: 0, endedAtMs: lastAtMs }
  let delaysMs: number[] = []

  function send(device: Device, pool: (typeof pools)[number]): void {
    const nowMs = performance.now()
    const outcome = pool.send(
      () => ({
        request: postRequest('/device/sensor-stream', device.key, readingOf(device)),
        done: (status, _latencyMs, response) => settle(device, status, response),
      }),
      nowMs,
    )
    if (outcome !== 'sent') return
    device.isWaiting = true
    device.sentAtMs = nowMs
    device.firstSentAtMs ??= nowMs
  }

  function settle(device: Device, status: number, response: string): void {
    const nowMs = performance.now()
    device.isWaiting = false
    // A device repeats a reading until it is accepted, and keeps its rate.
    const from = status === 200 ? device.sentAtMs : nowMs
    device.dueAtMs = Math.max(device.dueAtMs, from) + intervalMs
    if (status !== 200) {
      increment(refusals, status ? String(status) : response.slice(0, 40))
      return
    }
    if (nowMs - lastAtMs > gap.ms) gap = { ms: nowMs - lastAtMs, endedAtMs: nowMs }
    lastAtMs = nowMs
    delaysMs.push(nowMs - (device.firstSentAtMs ?? nowMs))
    device.firstSentAtMs = undefined
    accepted++
    acceptedOf.get(device.mac)?.add(device.seq)
    device.seq = (device.seq + 1) % maxSeq
    device.uptimeMs += 1000
  }

  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const [i, device] of devices.entries()) {
      const pool = pools[i % pools.length]
      if (pool && !device.isWaiting && device.dueAtMs <= nowMs) send(device, pool)
    }
  }, tickMs)
  cleanup.add(() => clearInterval(timer))

  return {
    accepted: () => accepted,
    refusals,
    lastAtMs: () => lastAtMs,
    takeLongestGap() {
      const taken = gap
      gap = { ms: 0, endedAtMs: performance.now() }
      return taken
    },
    takeDelays() {
      const taken = delaysMs
      delaysMs = []
      return taken
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(pools.map((pool) => pool.settled()))
      await Promise.all(pools.map((pool) => pool.close()))
    },
    findLost(stored) {
      const storedOf = new Map<string, Map<number, number>>()
      for (const { mac, pressure, count } of stored) {
        const counts = storedOf.get(mac) ?? new Map<number, number>()
        increment(counts, seqOf(pressure), count)
        storedOf.set(mac, counts)
      }
      let [lost, doubled] = [0, 0]
      for (const [mac, seqs] of acceptedOf) {
        for (const seq of seqs) {
          const count = storedOf.get(mac)?.get(seq) ?? 0
          if (count === 0) lost++
          if (count > 1) doubled++
        }
      }
      return { lost, doubled }
    },
  }
}

const readingOf = ({ mac, seq, uptimeMs }: Device) => ({
  device_id: mac,
  ...readingFields(seq),
  pressure: pressureOf(seq),
  uptime_ms: uptimeMs,
})
