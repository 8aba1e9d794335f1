import type { TakeOverRequest } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Makes this version the active one when a page asks for it. */
export async function takeOver(message: TakeOverRequest): Promise<void> {
  if (message.type !== 'SKIP_WAITING') return
  if (message.when === 'unseen' && (await hasVisibleWindow())) return
  await self.skipWaiting()
}

/** The files of the former version are gone afterwards, which somebody may be about to use in another window. */
async function hasVisibleWindow(): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.some(({ visibilityState }) => visibilityState === 'visible')
}
