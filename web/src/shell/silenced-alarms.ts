import { useEffect, useSyncExternalStore } from 'react'
import { readStored, store } from '../ui/stored.ts'
import { readSilenced, silenceMs, splitSilenced } from './silence.ts'

const storageKey = (userId: string) => `fallwatch-silenced-${userId}`
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab has silenced them.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function keep(userId: string, until: ReadonlyMap<string, number>): void {
  const lines = [...until].map(([alarm, ms]) => `${alarm} ${ms}`)
  store(storageKey(userId), lines.length > 0 ? lines.join('\n') : null)
  for (const listener of listeners) listener()
}

function endSilence(userId: string): void {
  const silenced = readSilenced(readStored(storageKey(userId)))
  keep(userId, new Map([...silenced].filter(([, untilMs]) => untilMs > Date.now())))
}

/**
 * Which of the alarms sound in this browser, and until when the others are silenced, in any tab and before a
 * reload. `alarms` is undefined until they are known.
 */
export function useSilenced(userId: string, alarms: readonly string[] | undefined) {
  const stored = useSyncExternalStore(subscribe, () => readStored(storageKey(userId)))
  const silenced = readSilenced(stored)
  const { sounding, silentUntilMs } = splitSilenced(alarms ?? [], silenced, Date.now())

  // What was silenced, and then answered or silent for long enough, sounds again when it is open once more.
  const still = alarms && new Map([...silenced].filter(([a]) => alarms.includes(a) && !sounding.has(a)))
  const hasEnded = still !== undefined && still.size < silenced.size
  useEffect(() => {
    if (hasEnded) keep(userId, still)
  })
  useEffect(() => {
    if (silentUntilMs === null) return
    const timer = setTimeout(() => endSilence(userId), silentUntilMs - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [userId, silentUntilMs])

  function silence() {
    const until = Date.now() + silenceMs
    keep(userId, new Map([...(still ?? []), ...[...sounding].map((alarm) => [alarm, until] as const)]))
  }
  return { sounding, silentUntilMs, silence }
}
