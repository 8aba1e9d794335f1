import { queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { writeSettings } from '../service-worker/settings.ts'
import { readStored, store } from '../ui/stored.ts'

/** Whether this browser can show messages, and if not, why. */
export interface BrowserPush {
  state: 'unsupported' | 'insecure' | 'not-installed' | 'unavailable' | NotificationPermission
  isSubscribed: boolean
}

/** A worker that is not running by then is not there. */
const workerTimeoutMs = 20_000

export const browserPushQuery = queryOptions({
  queryKey: ['browser-push'],
  queryFn: readBrowserPush,
  staleTime: 0,
})

async function readBrowserPush(): Promise<BrowserPush> {
  const obstacle = findObstacle()
  if (obstacle) return { state: obstacle, isSubscribed: false }
  const worker = await findWorker()
  if (!worker) return { state: 'unavailable', isSubscribed: false }
  const subscription = await worker.pushManager.getSubscription()
  return { state: Notification.permission, isSubscribed: subscription !== null }
}

function findObstacle(): 'unsupported' | 'insecure' | 'not-installed' | undefined {
  if (!isSecureContext) return 'insecure'
  if (isIos() && !isInstalled()) return 'not-installed'
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isSupported ? undefined : 'unsupported'
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Waits for the first visit's worker, which stores all files of the console before it is ready. */
async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (import.meta.env.DEV) return navigator.serviceWorker.getRegistration()
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), workerTimeoutMs)),
  ])
}

/** That the person has not allowed messages. */
export class DismissedError extends Error {}

/** Must be called in the handler of a touch: browsers ask for the permission only then. */
export async function switchOnPush(userId: string, showDetails: boolean): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new DismissedError()
  const { publicKey } = (await request(api.GET('/api/notifications/push-key'))).data
  const worker = await findWorker()
  if (!worker) throw new Error('There is no service worker')
  await storeSubscription(userId, await subscribe(worker.pushManager, publicKey), showDetails)
}

async function subscribe(manager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    // The service has other keys than when this browser was registered.
    const former = await manager.getSubscription()
    if (!former) throw error
    await former.unsubscribe()
    return manager.subscribe(options)
  }
}

async function storeSubscription(
  userId: string,
  subscription: PushSubscription,
  showDetails: boolean,
): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { channel: 'push' as const, endpoint, keys: { p256dh, auth }, showDetails }
  const { data } = await request(api.POST('/api/notifications/contacts', { body }))
  store(contactKey(userId), data.id)
  // The worker subscribes again by itself when the browser ends the subscription.
  await writeSettings({ showDetails }).catch(() => {})
}

/** A contact does not show the address of its browser, so the browser remembers which one is its own. */
const contactKey = (userId: string) => `fallwatch-push-contact-${userId}`

export const isThisBrowser = (userId: string, { id }: Schema<'Contact'>) =>
  readStored(contactKey(userId)) === id
