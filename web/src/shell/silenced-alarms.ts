import { useEffect, useState } from 'react'

const storageKey = (userId: string) => `fallwatch-silenced-${userId}`

/** The alarms contain no line breaks. */
const read = (userId: string): ReadonlySet<string> =>
  new Set(localStorage.getItem(storageKey(userId))?.split('\n'))

/**
 * useSilenced is which alarms were silenced in this browser, in any tab and before a reload, and how to silence those that
 * sound now. `sounding` is undefined until it is known.
 */
export function useSilenced(userId: string, sounding: readonly string[] | undefined) {
  const [silenced, setSilenced] = useState(() => read(userId))

  useEffect(() => {
    const readAgain = ({ key }: StorageEvent) => {
      if (key === storageKey(userId)) setSilenced(read(userId))
    }
    setSilenced(read(userId))
    addEventListener('storage', readAgain)
    return () => removeEventListener('storage', readAgain)
  }, [userId])

  function store(alarms: readonly string[]) {
    if (alarms.length > 0) localStorage.setItem(storageKey(userId), alarms.join('\n'))
    else localStorage.removeItem(storageKey(userId))
    setSilenced(new Set(alarms))
  }

  // What was silenced, and then answered, sounds again when it is open once more.
  const still = sounding?.filter((alarm) => silenced.has(alarm))
  const hasEnded = still !== undefined && still.length < silenced.size
  useEffect(() => {
    if (hasEnded) store(still)
  })
  return [silenced, () => store(sounding ?? [])] as const
}
