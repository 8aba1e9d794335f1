import { type ComponentType, lazy } from 'react'
import { isReachable } from '../api/reachable.ts'
import { loadAllTexts } from '../i18n/i18n.ts'

const retryMs = 2000

/** Loads it now, or when the line is back: a part that is missing must not take the rest of the page away. */
async function loadOnceReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      const [module] = await Promise.all([load(), loadAllTexts()])
      return module
    } catch (error) {
      if (await isReachable()) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

/** A part of the page that is loaded, with its texts, when it is drawn first, and not before `until`. */
export const lazyPart = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  until?: () => Promise<unknown>,
) =>
  lazy(async () => {
    await until?.()
    const parts = await loadOnceReachable(load)
    return { default: parts[name] }
  })

/** Waits until the browser has drawn what it has to. Safari does not say when. */
export const whenIdle = () =>
  new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 100),
  )

/** Seldom needed. */
export const OthersCalls = lazyPart(() => import('../home/others-calls.tsx'), 'OthersCalls')
