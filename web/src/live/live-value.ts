import { useSyncExternalStore } from 'react'

/** Something about the signed-in person that changes; undefined until it is known. */
export function liveValue<T>() {
  let current: T | undefined
  const listeners = new Set<() => void>()
  const get = () => current
  return {
    get,
    set(value: T | undefined): void {
      if (value === current) return
      current = value
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore((listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }, get),
  }
}

/** Whether a message can reach the person. */
export const reachable = liveValue<boolean>()

/** Whether the service holds all messages, as it said when the stream was opened. */
export const held = liveValue<boolean>()

/** How many messages the person has not read; 100 stands for more. */
export const unread = liveValue<number>()
