import type { KeptSecond } from './outbox.ts'
import type { SecondStore } from './reading-store.ts'

/** Each device has its own: what a browser has measured as one is never sent as another. */
const databaseName = (deviceId: string) => `fallwatch-phone-${deviceId}`
const storeName = 'seconds'

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(deviceId: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName(deviceId), 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(storeName, { keyPath: 'id', autoIncrement: true })
  }
  return resultOf(opening)
}

/** Deletes what is kept of a device, once the pages that have it open have closed it: a sleeping one is not waited for. */
export async function deleteStored(deviceId: string): Promise<void> {
  try {
    const deleting = indexedDB.deleteDatabase(databaseName(deviceId))
    await new Promise((resolve) => {
      deleting.onsuccess = deleting.onerror = deleting.onblocked = resolve
    })
  } catch {
    // Where nothing can be kept, there is nothing.
  }
}

/** Keeps seconds in the storage of the browser. Its operations fail if that is full, or was taken away. */
export async function openStored(deviceId: string): Promise<SecondStore> {
  const database = await open(deviceId)
  let count = await run('readonly', (store) => resultOf(store.count()))
  database.onversionchange = () => {
    database.close()
    count = 0
  }
  database.onclose = () => {
    count = 0
  }

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

  return {
    async add(second) {
      await run('readwrite', (store) => resultOf(store.add(second)))
      count++
    },
    oldest: (limit) =>
      run('readonly', (store) => resultOf(store.getAll(undefined, limit) as IDBRequest<KeptSecond[]>)),
    async remove(ids) {
      if (ids.length === 0) return
      await run('readwrite', async (store) => {
        await Promise.all(ids.map((id) => resultOf(store.delete(id))))
      })
      count -= ids.length
    },
    count: () => count,
  }
}
