import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { settle } from '../ui/stable-list.ts'
import { bySeverity, type Incident, needsHelpNow } from './incident.ts'
import { usePlaceBeside, useWhatHappened } from './incident-words.ts'
import './alarms-in-front.css'

/** The others wait for the screen below: a dialog on a phone needs room for what was being typed. */
const maxShown = 2

export interface AlarmsInFrontProps {
  /** Undefined until they are known. */
  incidents: readonly Incident[] | undefined
  /** Shown although it was answered: that can be undone. */
  kept?: ReadonlySet<string>
  /** The button that answers; `giveBack` returns the focus to where it was before. */
  answer(incident: Incident, giveBack: () => void): ReactNode
}

/**
 * Shows above an open dialog who needs help since it was opened, with a way to answer. The dialog stays with
 * all that was typed; its buttons ignore touches for a second, because they have moved.
 */
export function AlarmsInFront({ incidents, kept, answer }: AlarmsInFrontProps) {
  const { t } = useTranslation()
  const whatHappened = useWhatHappened()
  const placeBeside = usePlaceBeside()
  const list = useRef<HTMLDivElement>(null)
  const typedIn = useRef<HTMLElement>(null)
  const alarms = useNewAlarms(incidents, kept)
  const waiting = alarms.filter(needsHelpNow)
  const first = new Set(waiting.slice(0, maxShown))
  // What was answered takes the place of nobody who waits.
  const shown = alarms.filter((incident) => first.has(incident) || !needsHelpNow(incident))
  const ids = shown.map(({ id }) => id).join(' ')
  const wasEmpty = useRef(true)
  useLayoutEffect(() => {
    const frame = list.current?.parentElement
    if (frame && !(wasEmpty.current && ids === '')) settle(frame)
    wasEmpty.current = ids === ''
  }, [ids])

  function noteFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement && !list.current?.contains(relatedTarget))
      typedIn.current = relatedTarget
  }
  return (
    <div ref={list} role="alert" className="alarms-in-front" onFocus={noteFocus}>
      {shown.map((incident) => (
        <div key={incident.id} className="alarm-in-front">
          <strong>
            <span aria-hidden="true">⚠</span> {whatHappened(incident)}
          </strong>
          {placeBeside(incident) && <span>{placeBeside(incident)}</span>}
          {answer(incident, () => typedIn.current?.focus())}
        </div>
      ))}
      {waiting.length > maxShown && (
        <strong>{t('needsHelp.more', { count: waiting.length - maxShown })}</strong>
      )}
    </div>
  )
}

/** Returns who needs help and did not when this was first drawn, the most urgent first. */
function useNewAlarms(
  incidents: readonly Incident[] | undefined,
  kept: ReadonlySet<string> = new Set(),
): Incident[] {
  const known = useRef<ReadonlySet<string>>(undefined)
  const waiting = new Set(incidents?.filter(needsHelpNow).map(({ id }) => id))
  if (incidents) known.current ??= waiting
  useEffect(() => {
    // One that was answered and is open again is new.
    if (incidents) known.current = new Set([...(known.current ?? [])].filter((id) => waiting.has(id)))
  })
  return (incidents ?? [])
    .filter(({ id }) => (waiting.has(id) && !known.current?.has(id)) || kept.has(id))
    .sort(bySeverity)
}
