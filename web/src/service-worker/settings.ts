/** What the pages leave for the worker, which cannot read their storage. */
export interface WorkerSettings {
  /** Chosen in the console. */
  language?: string
  /** Names are part of the messages to this browser. */
  showDetails?: boolean
}

const cacheName = 'fallwatch-settings'
const address = '/worker-settings'

export async function readSettings(): Promise<WorkerSettings> {
  const stored = await (await caches.open(cacheName)).match(address)
  return stored ? ((await stored.json()) as WorkerSettings) : {}
}

export async function writeSettings(changes: WorkerSettings): Promise<void> {
  const settings = { ...(await readSettings()), ...changes }
  await (await caches.open(cacheName)).put(address, Response.json(settings))
}
