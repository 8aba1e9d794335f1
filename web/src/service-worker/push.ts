import { notificationOf, type PushMessage, parsePush, type ShownNotification } from './push-message.ts'
import { readTexts } from './texts.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows every message, also while a page is open: somebody may look elsewhere. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const texts = await readTexts()
  // A browser takes the permission away from a worker that shows nothing.
  const unknown: PushMessage = { tag: 'unknown', title: 'Fallwatch', text: texts.unknown, purpose: 'note' }
  await show(notificationOf((data && parsePush(data.text())) ?? unknown, texts))
}

export const show = ({ title, options }: ShownNotification) =>
  self.registration.showNotification(title, options)
