import { useSyncExternalStore } from 'react'
import { readStored, store } from '../ui/stored.ts'
import { isSoundBlocked, onSoundBlocked } from './alarm.ts'

/** Whether this browser sounds an alarm for a person; null before they were asked. */
export type SoundChoice = 'on' | 'off' | null

const storageKey = (userId: string) => `fallwatch-sound-${userId}`
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The choice of a person in this browser, which several people may share. */
export function useSoundChoice(userId: string) {
  const choice = useSyncExternalStore(subscribe, () => readStored(storageKey(userId)) as SoundChoice)
  function choose(chosen: 'on' | 'off') {
    store(storageKey(userId), chosen)
    for (const listener of listeners) listener()
  }
  return [choice, choose] as const
}

export const useSoundBlocked = () => useSyncExternalStore(onSoundBlocked, isSoundBlocked)
