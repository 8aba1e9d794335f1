import { likelyLevels } from '../../detection/levels/fall-level.ts'
import type { Context } from '../../platform/context.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import * as store from './admin-detection.store.ts'

const msPerWeek = 7 * msPerDay

/** The first Monday of the Unix epoch, in UTC. */
const firstMonday = Date.UTC(1970, 0, 5)

const maxDevices = 100

/** Returns what became of the falls of the last weeks, the current one included, and how fast. */
export async function readDetection(ctx: Context, weeks: number) {
  const now = ctx.now()
  const monday = now.getTime() - ((now.getTime() - firstMonday) % msPerWeek)
  const mondays = Array.from({ length: weeks }, (_, i) => new Date(monday - (weeks - 1 - i) * msPerWeek))
  const period = { since: mondays[0] ?? now, now }
  // One after the other: each takes half a second of a processor for 100,000 incidents, and has 1.5 seconds.
  const cells = await store.countIncidents(ctx.db, period)
  const medians = await store.listMedians(ctx.db, period)
  const devices = await store.countByDevice(ctx.db, period, maxDevices)
  const total = { week: null, isDetected: null, level: null }
  const figuresOf = (
    group: Partial<store.Group>,
    isCounted: (cell: store.CountedGroup) => boolean = isAlarm,
  ) =>
    figures(
      sum(cells.filter((cell) => matches(cell, group) && isCounted(cell))),
      medians.find((found) => matches(found, { ...total, ...group })) ?? noMedians,
    )
  return {
    from: period.since,
    to: now,
    total: figuresOf({}),
    byWeek: mondays.map((start) => {
      const week = start.toISOString().slice(0, 10)
      return { week, ...figuresOf({ week }) }
    }),
    bySource: [true, false].map((isDetected) => ({
      source: isDetected ? ('DETECTED' as const) : ('REPORTED' as const),
      ...figuresOf({ isDetected }, () => true),
    })),
    byLevel: likelyLevels.map((level) => ({ level, ...figuresOf({ level }) })),
    byDevice: devices.map(({ deviceId, deviceName, ...counted }) => ({
      deviceId,
      deviceName,
      ...figures(counted, counted),
    })),
  }
}

/** False for a fall that somebody reported who was there. */
const isAlarm = ({ isByOther }: store.CountedGroup) => !isByOther

const matches = (cell: store.Group, group: Partial<store.Group>) =>
  Object.entries(group).every(([key, value]) => cell[key as keyof store.Group] === value)

const noMedians: store.Medians = { medianAcknowledgeSeconds: null, medianResolveSeconds: null }

const nothing: store.Counts = {
  incidents: 0,
  realFalls: 0,
  nearFalls: 0,
  falseAlarms: 0,
  tests: 0,
  other: 0,
  cancelled: 0,
  unlabelled: 0,
  within60: 0,
  notWithin60: 0,
  within180: 0,
  notWithin180: 0,
}

function sum(cells: store.Counts[]): store.Counts {
  const total = { ...nothing }
  for (const cell of cells) {
    for (const key of Object.keys(nothing) as (keyof store.Counts)[]) total[key] += cell[key]
  }
  return total
}

function figures(counts: store.Counts, medians: store.Medians) {
  const { within60, notWithin60, within180, notWithin180, ...shown } = counts
  return {
    ...shown,
    precision: share(counts.realFalls, counts.falseAlarms),
    medianAcknowledgeSeconds: medians.medianAcknowledgeSeconds,
    medianResolveSeconds: medians.medianResolveSeconds,
    answeredWithin60s: share(within60, notWithin60),
    answeredWithin180s: share(within180, notWithin180),
  }
}

/** A part of the whole, with four decimals; null if there is nothing. */
function share(part: number, rest: number): number | null {
  return part + rest === 0 ? null : Math.round((part / (part + rest)) * 10_000) / 10_000
}
