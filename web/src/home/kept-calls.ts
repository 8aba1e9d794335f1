import { useSyncExternalStore } from 'react'
import { readStored, store } from '../ui/stored.ts'

/** A call for help that is kept until the service has it, or knows that it was called off. */
export interface KeptCall {
  /** The same in every attempt, so that the service makes it once. */
  id: string
  patientId: string
  firstName?: string | undefined
  pressedAt: string
  /** What was open when it was pressed. */
  incidentId?: string | undefined
  calledOffAt?: string | undefined
}

const storageKey = 'fallwatch-calls'
const listeners = new Set<() => void>()
let kept: readonly KeptCall[] = read()

function read(): readonly KeptCall[] {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const keptCalls = () => kept

/**
 * Written before anything is sent: a call survives a page that is closed at once. It begins with what is
 * stored, which another tab may have changed a moment ago.
 */
export function changeCalls(change: (calls: readonly KeptCall[]) => readonly KeptCall[]): void {
  kept = change(read())
  store(storageKey, JSON.stringify(kept))
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when a call is added, called off or delivered, in any tab; it returns how to stop that. */
export function onKeptCalls(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useKeptCalls = () => useSyncExternalStore(onKeptCalls, keptCalls)

/** True for a call of another patient, before somebody else signed in to the same browser. */
export const isOfOther =
  (userId: string | undefined) =>
  ({ patientId }: KeptCall): boolean =>
    patientId !== userId

window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return
  kept = read()
  tell()
})
