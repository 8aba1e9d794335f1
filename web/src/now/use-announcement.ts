import { useEffect, useRef, useState } from 'react'
import { type Incident, isNotice } from '../incident/incident.ts'
import { useWhatHappened } from '../incident/incident-words.ts'

/** By then a screen reader has begun to speak. */
const shownMs = 5000

/**
 * What a screen reader says at once: incidents that were opened since the screen is shown. It goes after
 * a while, so that nobody comes upon it later as if it were new, and so that the same words are said again for the next one.
 */
export function useAnnouncement(incidents: readonly Incident[] | undefined): string {
  const whatHappened = useWhatHappened()
  const known = useRef<ReadonlySet<string>>(undefined)
  const [announcement, setAnnouncement] = useState('')
  const describe = useRef(whatHappened)
  describe.current = whatHappened

  useEffect(() => {
    if (!incidents) return
    const open = incidents.filter((incident) => incident.state === 'OPEN' && !isNotice(incident))
    const added = open.filter(({ id }) => known.current && !known.current.has(id))
    known.current = new Set(open.map(({ id }) => id))
    if (added.length > 0) setAnnouncement(added.map((incident) => describe.current(incident)).join('. '))
  }, [incidents])

  useEffect(() => {
    if (!announcement) return
    const timer = setTimeout(() => setAnnouncement(''), shownMs)
    return () => clearTimeout(timer)
  }, [announcement])

  return announcement
}
