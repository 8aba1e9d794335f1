import i18next from 'i18next'
import type { OpenRequest, TakeOverRequest } from '../service-worker/messages.ts'
import { writeSettings } from '../service-worker/settings.ts'

/** WorkerUpdate: a new version waits, or another window has made it the active one. */
export type WorkerUpdate = 'none' | 'waiting' | 'active'

const script = '/sw.js'
const checkEveryMs = 60 * 60 * 1000
/** The worker stores every file of the console when it is first installed: on a slow phone, 0.4 s of the first screen. */
const registerAfterMs = 3000
/** The line may be lost by then. */
const retryAfterMs = 60_000

let registration: ServiceWorkerRegistration | undefined
let update: WorkerUpdate = 'none'
let wanted: TakeOverRequest['when'] | undefined
const listeners = new Set<() => void>()

export const workerUpdate = () => update

/** Calls `listener` when a new version is there; it returns how to stop that. */
export function onWorkerUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setUpdate(state: WorkerUpdate): void {
  update = state
  for (const listener of listeners) listener()
}

/** Makes the page installable, and able to receive push messages. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const storeLanguage = (language: string) => void writeSettings({ language }).catch(() => {})
  storeLanguage(i18next.resolvedLanguage ?? 'en')
  i18next.on('languageChanged', storeLanguage)
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<OpenRequest>) => {
    // The router watches the history.
    if (data.type === 'OPEN') history.pushState(null, '', data.path)
  })
  let wasControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes control of a page that is of the same version.
    if (!wasControlled) wasControlled = true
    else if (wanted === 'now' || (wanted === 'unseen' && document.hidden)) location.reload()
    else setUpdate('active')
  })
  const url = scriptUrl()
  setTimeout(() => register(url), registerAfterMs)
}

function register(url: string): void {
  navigator.serviceWorker.register(url, { updateViaCache: 'none' }).then(watch, (error: unknown) => {
    // The page works without it, but cannot receive push messages; the screen for notifications says so.
    console.warn('The service worker could not be registered', error)
    setTimeout(() => register(url), retryAfterMs)
  })
}

/** Loads the new version; `unseen` only if no window of the console is visible. */
export function takeOver(when: TakeOverRequest['when']): void {
  wanted = when
  if (update === 'active') location.reload()
  else registration?.waiting?.postMessage({ type: 'SKIP_WAITING', when } satisfies TakeOverRequest)
}

function watch(registered: ServiceWorkerRegistration): void {
  registration = registered
  if (registered.waiting && registered.active) setUpdate('waiting')
  registered.addEventListener('updatefound', () => {
    const { installing, active } = registered
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && active) setUpdate('waiting')
    })
  })
  // A screen on a wall is never loaded again by itself.
  setInterval(() => void registered.update().catch(() => {}), checkEveryMs)
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/** The address of the worker as a browser with Trusted Types wants it: named by code that was reviewed. */
function scriptUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return script
  const policy = trustedTypes.createPolicy('fallwatch', {
    createScriptURL(url) {
      if (url !== script) throw new TypeError('Only the service worker is loaded by its address')
      return url
    },
  })
  return policy.createScriptURL(script)
}
