import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import type { Api } from '../api.ts'
import { createIncidentCount, type IncidentCounts } from '../incident-count.ts'
import { type Happening, minutesOfDay, writeDay } from './day.ts'
import type { HomeDevice } from './devices.ts'
import type { Household, SimulatedHome } from './move-in.ts'
import type { HomeOptions } from './options.ts'

/** What came of a day. */
export interface HomeOutcome {
  residents: number
  devices: number
  /** Messages that the broker has acknowledged. */
  published: number
  /** What people did that calls: how often, and of how many of them the service has recorded the call. */
  calls: { made: number; recorded: number }
  falls: { made: number; recorded: number }
  incidents: IncidentCounts
  seconds: number
}

interface Said extends Happening {
  household: Household
  device: HomeDevice
}

/** What is on its way when the day is over arrives within this time, even on a slow machine. */
const graceMs = 20_000

/** Publishes what all devices say in a day, with QoS 1, in as many minutes as the options say. */
export async function playDay(
  api: Api,
  home: SimulatedHome,
  { mqttUrl, seed, minutes }: Pick<HomeOptions, 'mqttUrl' | 'seed' | 'minutes'>,
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<HomeOutcome> {
  const { token, households } = home
  const countIncidents = await createIncidentCount(api, { token })
  const client = await connectAsync(mqttUrl, { reconnectPeriod: 500 })
  client.on('error', () => {})
  const msPerMinuteOfDay = (minutes * 60_000) / minutesOfDay
  const day = households.flatMap((household, i) => daysOf(household, i, seed)).sort((a, b) => a.at - b.at)
  const startedAt = performance.now()
  let published = 0
  const made = { press: 0, falls: 0 }
  const under: Promise<void>[] = []
  try {
    for (const { at, what, household, device } of day) {
      const message = device.says(what)
      if (!message) continue
      const delayMs = startedAt + at * msPerMinuteOfDay - performance.now()
      if (delayMs > 0) await sleep(delayMs, undefined, { signal })
      signal.throwIfAborted()
      under.push(
        client.publishAsync(message.topic, message.payload, { qos: 1 }).then(() => {
          published++
        }),
      )
      if (what === 'press' || what === 'falls') {
        made[what]++
        say(
          `  ${clockOf(at)}  resident ${(household.resident?.number ?? 0) + 1} ${what === 'press' ? 'presses the button' : 'falls'}`,
        )
      }
    }
    await Promise.all(under)
  } finally {
    await client.endAsync(true)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const recorded = await countRecorded(api, home, made, signal)
  return {
    residents: households.filter(({ resident }) => resident).length,
    devices: households.reduce((sum, { devices }) => sum + devices.length, 0),
    ...{ published, seconds },
    calls: { made: made.press, recorded: recorded.sos },
    falls: { made: made.falls, recorded: recorded.fall },
    incidents: await countIncidents(),
  }
}

/** A resident's devices notice what the resident does; a shared door is opened by anybody. */
function daysOf(household: Household, index: number, seed: number): Said[] {
  const day = writeDay(index, seed)
  return household.devices.flatMap((device) => day.map((happening) => ({ ...happening, household, device })))
}

/** The day begins at six in the morning. */
function clockOf(at: number): string {
  const minute = Math.floor(at + 6 * 60) % minutesOfDay
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Counts the calls and falls that devices have made, once all are there or no more come. */
async function countRecorded(
  api: Api,
  { token, households }: SimulatedHome,
  made: { press: number; falls: number },
  signal: AbortSignal,
): Promise<{ sos: number; fall: number }> {
  const deadline = performance.now() + graceMs
  for (;;) {
    const counts = { sos: 0, fall: 0 }
    for (const { devices, deviceIds } of households) {
      for (const [i, { kind }] of devices.entries()) {
        if (kind !== 'BUTTON' && kind !== 'PENDANT' && kind !== 'RADAR') continue
        const path = `/device/${deviceIds[i]}/events?limit=100`
        const { body } = await api.ask<{ event: string }[]>('GET', path, { token, signal })
        counts.sos += body.data.filter(({ event }) => event === 'sos').length
        counts.fall += body.data.filter(({ event }) => event === 'fall').length
      }
    }
    const isThere = counts.sos >= made.press && counts.fall >= made.falls
    if (isThere || performance.now() > deadline) return counts
    await sleep(500, undefined, { signal })
  }
}
