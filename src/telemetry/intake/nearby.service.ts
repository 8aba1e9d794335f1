import type { Context } from '../../platform/context.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { touchSources } from './intake-sources.store.ts'
import { listNearby, type NearbyDevice, type Sighting, saveSightings, trimNearby } from './nearby.store.ts'

/** What was not seen for a day is not nearby. */
const maxAgeMs = msPerDay
const maxListed = 200

/** Lists what was seen and belongs to nobody. */
export const listNearbyDevices = ({ db, now }: Context): Promise<NearbyDevice[]> =>
  listNearby(db, new Date(now().getTime() - maxAgeMs), maxListed)

export interface NearbyBook {
  note(sighting: Omit<Sighting, 'count'>): void
  /** A source has sent something. */
  heard(sourceId: string): void
  /** Writes what was noted; for the end, and for tests. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Somebody presses a button and looks at the list. */
const delayMs = 300
/** What is noted of a source between two writes; a flood of made-up ids is not remembered further. */
const maxNotedOfSource = 100

/**
 * Collects what was seen, and writes it a few times a second in one statement: however much is sent, it costs the database
 * the same.
 */
export function createNearbyBook(ctx: Context): NearbyBook {
  let sightings = new Map<string, Sighting>()
  let counts = new Map<string, number>()
  let heard = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  function schedule(): void {
    if (timer || isClosed) return
    timer = setTimeout(() => void flush(), delayMs)
    timer.unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing
      .then(write)
      .catch((error) => ctx.log.warn({ err: error }, 'what was seen nearby is not stored'))
    return writing
  }

  async function write(): Promise<void> {
    if (sightings.size === 0 && heard.size === 0) return
    // In the order of their keys, so that two processes cannot wait for each other.
    const noted = [...sightings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting)
    const sources = [...heard].sort()
    sightings = new Map()
    counts = new Map()
    heard = new Set()
    const now = ctx.now()
    await ctx.db.background.transaction(async (tx) => {
      if (sources.length > 0) await touchSources(tx, sources, now)
      if (noted.length === 0) return
      await saveSightings(tx, noted)
      const ofSources = [...new Set(noted.map(({ sourceId }) => sourceId))]
      await trimNearby(tx, ofSources, new Date(now.getTime() - maxAgeMs))
      await appendEvent(tx, { type: 'nearby.changed', at: now, subjectId: ofSources[0] as string })
    })
  }

  return {
    note(sighting) {
      const key = `${sighting.sourceId} ${sighting.address}`
      const known = sightings.get(key)
      const count = counts.get(sighting.sourceId) ?? 0
      if (!known && count >= maxNotedOfSource) return
      if (!known) counts.set(sighting.sourceId, count + 1)
      // A sign of life says less of what it is than what it said before.
      const suggestedKind =
        known && sighting.suggestedKind === 'OTHER' ? known.suggestedKind : sighting.suggestedKind
      sightings.set(key, { ...sighting, suggestedKind, count: (known?.count ?? 0) + 1 })
      schedule()
    },
    heard(sourceId) {
      heard.add(sourceId)
      schedule()
    },
    flush,
    async close() {
      isClosed = true
      await flush()
    },
  }
}
