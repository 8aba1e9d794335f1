import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { serviceTime } from '../live/service-clock.ts'
import { updateCache } from '../live/update-cache.ts'
import { allowSound } from '../shell/alarm.ts'
import { withoutSignIn } from '../shell/help-page.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { BigButton } from './big-button.tsx'
import { FallCheck } from './fall-check.tsx'
import type { KeptCall } from './kept-calls.ts'
import { hasSaidFine, type Incident, incidentOfMine, thanksMs } from './my-incidents.ts'
import { useMyIncidents } from './my-queries.ts'
import { callForHelp, callOff, failedAttempts, onIncidentOfCall, startSending } from './send-calls.ts'
import { UndeliveredCall } from './undelivered-call.tsx'
import { type Fine, useFine, useKeptCall } from './use-calls.ts'
import { useHelpPage } from './use-help-page.ts'
import './home.css'

/** A call that has had no answer for so long is shown as one that has not got through. */
const slowMs = 4000
const hintMs = 6000

/**
 * The two buttons of a patient, at the bottom of the screen: they are the same and stay in their places
 * whatever happens above them. On other screens than the first one, and than that of a phone which is a device, they are
 * shown while they are needed.
 */
export function PatientCalls() {
  const { t } = useTranslation()
  const me = useMe()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data: incidents = [] } = useMyIncidents()
  const incident = incidentOfMine(incidents)
  const isChecking = incident?.state === 'CHECKING'
  const call = useKeptCall()
  const isUndelivered = useUndelivered(call)
  const fine = useFine()
  const [said, setSaid] = useState<'well' | 'calledOff' | 'tooShort' | 'ask'>()
  useSending(me.id)
  useHelpPage()
  useSoundAfterTouch()
  useForgotten(said, setSaid)
  useCover(isChecking || isUndelivered)

  const text = useSaidText({ said, fine, incident, call, isUndelivered })
  const mustHold = call !== undefined || (incident !== undefined && !hasSaidFine(incident))

  function sayFine() {
    if (call) callOff(me.id)
    if (incident) fine.say(incident)
    setSaid(incident ? undefined : call ? 'calledOff' : 'well')
  }

  function askForHelp() {
    setSaid(undefined)
    fine.withdraw()
    callForHelp(me, incident)
  }

  const hasButtons = path === '/' || path === '/phone' || isChecking || call !== undefined
  // There before it is needed: an open dialog takes what comes after it for a part of the page that it covers.
  if (!hasButtons && !text) return <section className="calls" data-react-aria-top-layer="true" />
  return (
    <section
      className="calls"
      data-react-aria-top-layer="true"
      {...(isChecking
        ? { role: 'alertdialog', 'aria-modal': true, 'aria-labelledby': 'calls-title' }
        : { 'aria-label': t('home.buttons') })}
    >
      {isUndelivered && call ? (
        <UndeliveredCall call={call} />
      ) : (
        isChecking && <FallCheck incident={incident} />
      )}
      {hasButtons && (
        <div className="help-bar">
          <div className="help-bar-buttons">
            <BigButton
              look="fine"
              hint={mustHold ? t('home.hold') : undefined}
              isPending={fine.isPending}
              onPress={sayFine}
              onAsk={() => setSaid('ask')}
              onTooShort={() => setSaid('tooShort')}
            >
              {t('home.fine')}
            </BigButton>
            <BigButton look="help" isPending={call !== undefined && !isUndelivered} onPress={askForHelp}>
              {t('home.help')}
            </BigButton>
          </div>
        </div>
      )}
      <div className="calls-said" role="status">
        {said === 'ask' && <Question onYes={sayFine} onNo={() => setSaid(undefined)} />}
        <p>{text}</p>
      </div>
    </section>
  )
}

interface Said {
  said: 'well' | 'calledOff' | 'tooShort' | 'ask' | undefined
  fine: Fine
  incident: Incident | undefined
  call: KeptCall | undefined
  isUndelivered: boolean
}

/** The answer to what was pressed last, above the buttons. */
function useSaidText({ said, fine, incident, call, isUndelivered }: Said): string | undefined {
  const { t } = useTranslation()
  const now = useNow()
  // Nobody needs to know it of an alarm that has ended.
  const hasEnded = fine.error instanceof ApiError && fine.error.status === 409
  if (fine.failureCount > 0 && !fine.isSuccess && !hasEnded)
    return t(fine.isError ? 'home.fineRefused' : 'home.fineNotSent')
  if (said === 'tooShort') return t('home.holdLonger')
  if (call) return isUndelivered ? undefined : t('home.calling')
  const isRecent = now.getTime() - serviceTime(fine.submittedAt).getTime() < thanksMs
  if (!incident && isRecent && fine.data?.state === 'CANCELLED') return t('home.fineThanks')
  if (said === 'calledOff') return t('home.calledOff')
  return !incident && said === 'well' ? t('home.allWell') : undefined
}

/** Asks somebody who cannot hold a button, such as by a screen reader, whether they meant it. */
function Question({ onYes, onNo }: { onYes(): void; onNo(): void }) {
  const { t } = useTranslation()
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div className="calls-question">
      <p ref={question} tabIndex={-1}>
        {t('home.reallyFine')}
      </p>
      <div className="row">
        <Button size="large" onPress={onYes}>
          {t('home.yesFine')}
        </Button>
        <Button size="large" onPress={onNo}>
          {t('home.notFine')}
        </Button>
      </div>
    </div>
  )
}

/** Whether the call has failed, or has had no answer for a while. */
function useUndelivered(call: KeptCall | undefined): boolean {
  const now = useNow()
  const failed = failedAttempts.use()
  if (!call) return false
  return failed?.has(call.id) || now.getTime() - Date.parse(call.pressedAt) > slowMs
}

/** Sends what was kept, also from before the page was loaded. */
function useSending(patientId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    startSending()
    return onIncidentOfCall((incident) => {
      if (incident.patientId !== patientId) return
      // Without a sign-in the list is read later: what became of the call is known now.
      if (withoutSignIn.get()) client.setQueryData<Incident[]>(keys.unresolved, (known = []) => known)
      updateCache(client, { type: 'incident.changed', data: incident })
    })
  }, [client, patientId])
}

/** Takes back an answer after a while: later it would speak of another time. */
function useForgotten(said: Said['said'], setSaid: (said: undefined) => void): void {
  useEffect(() => {
    if (!said || said === 'ask') return
    const timer = setTimeout(() => setSaid(undefined), said === 'tooShort' ? hintMs : thanksMs)
    return () => clearTimeout(timer)
  }, [said, setSaid])
}

/** Keeps keyboards and screen readers out of what is covered, and leads them to what covers it. */
function useCover(isCovering: boolean): void {
  useEffect(() => {
    if (!isCovering) return
    const covered = [...document.querySelectorAll<HTMLElement>('.shell > :not(.calls), .dialog-overlay')]
    for (const part of covered) part.inert = true
    document.getElementById('calls-title')?.focus({ preventScroll: true })
    return () => {
      for (const part of covered) part.inert = false
    }
  }, [isCovering])
}

/** Lets a later alarm sound: browsers allow that only after a touch. */
function useSoundAfterTouch(): void {
  useEffect(() => {
    const allow = () => void allowSound()
    window.addEventListener('pointerdown', allow, { once: true })
    return () => window.removeEventListener('pointerdown', allow)
  }, [])
}
