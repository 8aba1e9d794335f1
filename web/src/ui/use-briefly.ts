import { useEffect, useRef, useState } from 'react'

/** Keeps ids for a time after each was added, unless it is removed before. */
export function useBriefly(ms: number) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  function remove(id: string) {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setIds((kept) => new Set([...kept].filter((each) => each !== id)))
  }
  function add(id: string) {
    clearTimeout(timers.current.get(id))
    timers.current.set(id, setTimeout(remove, ms, id))
    setIds((kept) => new Set([...kept, id]))
  }
  return { ids, add, remove }
}
