import type { Context } from '../../platform/context.ts'
import { msPerDay, msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { startOfChunk } from './chunk.ts'
import { packChunk } from './pack-chunk.ts'
import { type DueDevice, endPass, findSummarisedTo, noteLeft, takeDueDevices } from './packing.store.ts'
import { ensurePackedPartitions } from './reading-partitions.ts'

/**
 * How long a run goes on, because other jobs wait for it, and how many devices it takes at once: those that it has taken
 * are packed after that time, too.
 */
const maxRunMs = 5 * msPerSecond
const pageSize = 20

/** After a pass that found nothing. */
const restMs = 5 * msPerMinute

type PackingContext = Pick<Context, 'db' | 'config' | 'now' | 'metrics'>

/**
 * Packs the readings of complete chunks that are old enough, and returns their number. Any number of processes may do so
 * at the same time: each takes the next devices of a common pass. What a process has taken and not packed, because it has
 * ended, is found by the next pass, which goes by the readings themselves. Existing readings are packed in the same way.
 */
export async function packReadings(ctx: PackingContext, rest = restMs): Promise<number> {
  const before = await findLimit(ctx)
  if (!before) return 0
  const run = { before, endsAtMs: performance.now() + maxRunMs, days: new Set<number>() }
  let packed = 0
  while (performance.now() < run.endsAtMs) {
    const due = await takeDueDevices(ctx.db, { before, now: ctx.now(), limit: pageSize, restMs: rest })
    if (!due) break
    for (const device of due) {
      const result = await packDevice(ctx, device, run)
      packed += result.packed
      if (result.left) await noteLeft(ctx.db, result.left)
    }
    if (due.length === pageSize) continue
    await endPass(ctx.db)
    break
  }
  return packed
}

interface Run {
  /** Only readings before this time are packed. */
  before: Date
  endsAtMs: number
  /** The days whose partitions exist. */
  days: Set<number>
}

/**
 * The end of the last chunk that is packed; undefined if none is. Readings are packed after their vital
 * signs have been summarised, which is done from fresh ones.
 */
async function findLimit({ db, config, now }: PackingContext): Promise<Date | undefined> {
  const summarisedTo = await findSummarisedTo(db)
  if (config.packReadingsAfterSeconds === undefined || !summarisedTo) return undefined
  const oldEnough = now().getTime() - config.packReadingsAfterSeconds * msPerSecond
  return new Date(startOfChunk(Math.min(oldEnough, summarisedTo.getTime())))
}

/** Packs the chunks of a device from the oldest on, and returns the first reading that was left although due. */
async function packDevice(
  ctx: PackingContext,
  { device, first, keptFrom }: DueDevice,
  run: Run,
): Promise<{ packed: number; left: Date | null }> {
  const limit = Math.min(run.before.getTime(), startOfChunk(Number(keptFrom)))
  let packed = 0
  for (let start = startOfChunk(first.getTime()); start < limit; ) {
    // Each device gets on by a chunk at least, however much another one has left.
    const isLate = packed > 0 && performance.now() >= run.endsAtMs
    if (isLate || !(await hasPartitions(ctx, run, start))) return { packed, left: new Date(start) }
    const count = await packChunk(ctx.db, device, start)
    packed += count
    ctx.metrics.readingsPacked(count)
    const next = await findFirstFresh(ctx, device)
    if (next === undefined) break
    // A batch has added readings meanwhile.
    if (count === 0 && startOfChunk(next) === start) return { packed, left: new Date(next) }
    start = startOfChunk(next)
  }
  return { packed, left: null }
}

async function hasPartitions({ db }: PackingContext, { days }: Run, time: number): Promise<boolean> {
  const day = startOfChunk(time, msPerDay)
  if (!days.has(day) && (await ensurePackedPartitions(db, day))) days.add(day)
  return days.has(day)
}

async function findFirstFresh({ db }: PackingContext, device: number): Promise<number | undefined> {
  const [row] = await db.query<{ at: Date }>(
    'select at from readings where device = $1 order by at limit 1',
    [device],
  )
  return row?.at.getTime()
}
