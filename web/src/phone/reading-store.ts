import type { KeptSecond } from './outbox.ts'
import { deleteStored, openStored } from './stored-seconds.ts'

/** Two hours at one a second. */
export const maxKept = 7200

/** Where seconds are kept, the oldest first. */
export interface SecondStore {
  add(second: Omit<KeptSecond, 'id'>): Promise<void>
  oldest(limit: number): Promise<KeptSecond[]>
  remove(ids: readonly number[]): Promise<void>
  count(): number
}

/** What the service does not have yet. It stays in the browser, so that a page that is loaded again loses nothing. */
export interface ReadingStore extends Omit<SecondStore, 'add'> {
  /** Returns how many of the oldest were given up to make room. */
  add(second: Omit<KeptSecond, 'id'>): Promise<number>
  /** False while some would be lost with the page: in a private window of some browsers, and if the storage is full. */
  isDurable(): boolean
}

/** Opens what this browser keeps of a device; only in memory where it keeps nothing. */
export async function openReadingStore(deviceId: string): Promise<ReadingStore> {
  const memory = createMemory()
  try {
    return limited(withFallback(await openStored(deviceId), memory), () => memory.count() === 0)
  } catch {
    return limited(memory, () => false)
  }
}

export const clearReadingsOf = (deviceId: string): Promise<void> => deleteStored(deviceId)

function limited(seconds: SecondStore, isDurable: () => boolean): ReadingStore {
  return {
    ...seconds,
    isDurable,
    async add(second) {
      await seconds.add(second)
      const surplus = seconds.count() - maxKept
      if (surplus <= 0) return 0
      const oldest = await seconds.oldest(surplus)
      await seconds.remove(oldest.map(({ id }) => id))
      return oldest.length
    },
  }
}

/** Goes on in memory with what cannot be written: a full storage must keep nobody from hearing of a fall. */
function withFallback(stored: SecondStore, memory: SecondStore): SecondStore {
  /** What was sent and could not be deleted. */
  const gone = new Set<number>()
  return {
    async add(second) {
      await stored.add(second).catch(() => memory.add(second))
    },
    async oldest(limit) {
      const inStorage = await stored.oldest(limit + gone.size).catch(() => [])
      const kept = [...inStorage.filter(({ id }) => !gone.has(id)), ...(await memory.oldest(limit))]
      return kept
        .sort((a, b) => Date.parse(a.client_timestamp) - Date.parse(b.client_timestamp))
        .slice(0, limit)
    },
    async remove(ids) {
      await memory.remove(ids)
      const inStorage = ids.filter((id) => id > 0)
      await stored.remove(inStorage).catch(() => {
        for (const id of inStorage) gone.add(id)
      })
    },
    count: () => Math.max(0, stored.count() - gone.size) + memory.count(),
  }
}

/** Its ids are negative: those of the storage are not. */
function createMemory(): SecondStore {
  let kept: KeptSecond[] = []
  let nextId = -1
  return {
    async add(second) {
      kept.push({ ...second, id: nextId-- })
    },
    oldest: async (limit) => kept.slice(0, limit),
    async remove(ids) {
      const removed = new Set(ids)
      kept = kept.filter(({ id }) => !removed.has(id))
    },
    count: () => kept.length,
  }
}
