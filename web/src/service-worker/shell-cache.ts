import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'
import { isScreen } from './app-routes.ts'

declare const self: ServiceWorkerGlobalScope

/** Answers for the page and its files from the cache; everything else goes to the service. */
export function serveShell(event: FetchEvent): void {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(cachedOrFetched('/index.html', request))
  } else if (getCacheKeyForURL(pathname)) {
    event.respondWith(cachedOrFetched(pathname, request))
  }
}

async function cachedOrFetched(path: string, request: Request): Promise<Response> {
  return (await matchPrecache(path)) ?? fetch(request)
}
