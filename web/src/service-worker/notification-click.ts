import { acknowledge } from './acknowledge.ts'
import type { OpenRequest } from './messages.ts'
import { outcomeNotification } from './outcome-message.ts'
import { show } from './push.ts'
import { type PushMessage, pathOf } from './push-message.ts'
import { readTexts } from './texts.ts'

declare const self: ServiceWorkerGlobalScope

/** Does what was touched: the button acknowledges without a window, everything else opens one. */
export async function openNotification({ action, notification }: NotificationEvent): Promise<void> {
  const message = notification.data as PushMessage
  notification.close()
  if (action !== 'acknowledge') return openWindow(pathOf(message))
  const result = await acknowledge(message, (path, init) => fetch(path, init))
  await show(outcomeNotification(message, result, await readTexts()))
}

/** Prefers a window that is there: the page goes to the path itself, without loading again. */
async function openWindow(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!window) {
    await self.clients.openWindow(path)
    return
  }
  window.postMessage({ type: 'OPEN', path } satisfies OpenRequest)
  await window.focus()
}
