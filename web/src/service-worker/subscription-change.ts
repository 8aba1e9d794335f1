import { show } from './push.ts'
import { notificationOf } from './push-message.ts'
import { readSettings } from './settings.ts'
import { readTexts } from './texts.ts'

declare const self: ServiceWorkerGlobalScope

const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'fallwatch-console' }

/** Gives the service the new address of this browser, or shows the person that there is none any more. */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  try {
    const { endpoint, keys } = (event.newSubscription ?? (await subscribe())).toJSON()
    const { showDetails = false } = await readSettings()
    const body = JSON.stringify({ channel: 'push', endpoint, keys, showDetails })
    const response = await fetch('/api/notifications/contacts', { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The subscription was not stored: ${response.status}`)
  } catch {
    const texts = await readTexts()
    const lost = { tag: 'subscription', title: texts.lostTitle, text: texts.lost, purpose: 'test' } as const
    await show(notificationOf(lost, texts))
  }
}

async function subscribe(): Promise<PushSubscription> {
  const response = await fetch('/api/notifications/push-key', { headers })
  if (!response.ok) throw new Error(`The key could not be read: ${response.status}`)
  const { data } = (await response.json()) as { data: { publicKey: string } }
  return self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.publicKey,
  })
}
