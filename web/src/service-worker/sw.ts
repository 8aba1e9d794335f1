import { precache } from 'workbox-precaching'
import { openNotification } from './notification-click.ts'
import { showPush } from './push.ts'
import { serveShell } from './shell-cache.ts'
import { renewSubscription } from './subscription-change.ts'
import { takeOver } from './take-over.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

// The shell only, and never a response of the API: nothing old is shown as now.
precache(self.__WB_MANIFEST)

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', serveShell)
self.addEventListener('message', (event) => event.waitUntil(takeOver(event.data)))
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))
