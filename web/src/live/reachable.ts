import { useSyncExternalStore } from 'react'

/** Whether a message can reach the signed-in person; undefined until the stream has said so. */
let current: boolean | undefined
const listeners = new Set<() => void>()

export const isReachable = () => current

export function setReachable(reachable: boolean | undefined): void {
  if (reachable === current) return
  current = reachable
  for (const listener of listeners) listener()
}

export const useReachable = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isReachable)
