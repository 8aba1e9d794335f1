import { useEffect, useRef, useState } from 'react'

/** useSilenced is which alarms were silenced in any open tab of this browser, and how to silence those that sound now. */
export function useSilenced(userId: string, sounding: readonly string[]) {
  const [silenced, setSilenced] = useState<ReadonlySet<string>>(new Set())
  const channel = useRef<BroadcastChannel>(undefined)

  useEffect(() => {
    const opened = new BroadcastChannel(`fallwatch-silenced-${userId}`)
    opened.onmessage = ({ data }: MessageEvent<string[]>) =>
      setSilenced((before) => new Set([...before, ...data]))
    channel.current = opened
    return () => opened.close()
  }, [userId])

  // What was silenced, and then answered, sounds again when it is open once more.
  useEffect(() => {
    setSilenced((before) => {
      const still = sounding.filter((alarm) => before.has(alarm))
      return still.length === before.size ? before : new Set(still)
    })
  }, [sounding])

  function silence() {
    setSilenced(new Set(sounding))
    channel.current?.postMessage(sounding)
  }
  return [silenced, silence] as const
}
