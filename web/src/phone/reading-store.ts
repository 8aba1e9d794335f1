import type { KeptSecond } from './outbox.ts'

/** Two hours at one a second. */
export const maxKept = 7200

/** What the service does not have yet, oldest first. It stays in the browser, so that a page that is loaded again loses nothing. */
export interface ReadingStore {
  /** Returns how many of the oldest were given up to make room. */
  add(second: Omit<KeptSecond, 'id'>): Promise<number>
  oldest(limit: number): Promise<KeptSecond[]>
  remove(ids: readonly number[]): Promise<void>
  count(): number
  clear(): Promise<void>
  /** False where the browser keeps nothing, such as in a private window of some. */
  isDurable: boolean
}

export async function openReadingStore(): Promise<ReadingStore> {
  try {
    return await openDurable()
  } catch {
    return createVolatile()
  }
}

const databaseName = 'fallwatch-phone'
const storeName = 'seconds'

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(storeName, { keyPath: 'id', autoIncrement: true })
  }
  return resultOf(opening)
}

async function openDurable(): Promise<ReadingStore> {
  const database = await open()
  let count = await run('readonly', (store) => resultOf(store.count()))

  /** Resolves once it is on disk, as far as the browser tells. */
  async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const transaction = database.transaction(storeName, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = transaction.onerror = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(transaction.objectStore(storeName)), done])
    return result
  }

  async function remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await run('readwrite', async (store) => {
      await Promise.all(ids.map((id) => resultOf(store.delete(id))))
    })
    count -= ids.length
  }

  const oldest = (limit: number) =>
    run('readonly', (store) => resultOf(store.getAll(undefined, limit) as IDBRequest<KeptSecond[]>))

  return {
    isDurable: true,
    async add(second) {
      await run('readwrite', (store) => resultOf(store.add(second)))
      count++
      if (count <= maxKept) return 0
      const surplus = await oldest(count - maxKept)
      await remove(surplus.map(({ id }) => id))
      return surplus.length
    },
    oldest,
    remove,
    count: () => count,
    async clear() {
      await run('readwrite', (store) => resultOf(store.clear()))
      count = 0
    },
  }
}

function createVolatile(): ReadingStore {
  let kept: KeptSecond[] = []
  let nextId = 1
  return {
    isDurable: false,
    async add(second) {
      kept.push({ ...second, id: nextId++ })
      const surplus = Math.max(0, kept.length - maxKept)
      kept = kept.slice(surplus)
      return surplus
    },
    oldest: async (limit) => kept.slice(0, limit),
    async remove(ids) {
      kept = kept.filter(({ id }) => !ids.includes(id))
    },
    count: () => kept.length,
    async clear() {
      kept = []
    },
  }
}
