import { useEffect, useRef, useState } from 'react'
import { type Incident, isNotice } from '../incident/incident.ts'
import { useWhatHappened } from '../incident/incident-words.ts'

/** useAnnouncement is what a screen reader says at once: incidents that were opened since the screen is shown. */
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

  return announcement
}
