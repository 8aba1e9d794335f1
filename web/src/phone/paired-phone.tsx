import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpStatus } from '../home/help-status.tsx'
import { useKeptCalls } from '../home/kept-calls.ts'
import { incidentOfMine } from '../home/my-incidents.ts'
import { useMyIncidents } from '../home/my-queries.ts'
import { PatientCalls } from '../home/patient-calls.tsx'
import { PhoneLinks } from '../home/phone-links.tsx'
import { helpPageState } from '../home/use-help-page.ts'
import { EntryPage } from '../shell/entry-page.tsx'
import { LanguageChoice } from '../shell/language-choice.tsx'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { forgetReadings, startMonitor } from './monitor.ts'
import { forgetPairing, type Pairing } from './pairing.ts'
import { PhoneSettings } from './phone-settings.tsx'
import { phoneState } from './phone-state.ts'
import { WatchState } from './watch-state.tsx'

export interface PairedPhoneProps {
  pairing: Pairing
  hasAsked: boolean
  onUnpaired(): void
}

/** A phone that is a device: whether it watches, what help does, and the two buttons. */
export function PairedPhone({ pairing, hasAsked, onUnpaired }: PairedPhoneProps) {
  const { t } = useTranslation()
  useEffect(() => startMonitor(pairing, hasAsked), [pairing, hasAsked])
  const isEnded = phoneState.use()?.line === 'ended'
  const hasCall = useKeptCalls().length > 0
  // A call that has not got through stays on the screen, with whom to phone.
  if (isEnded && !hasCall) return <EndedPhone pairing={pairing} onForgotten={onUnpaired} />
  return (
    <div className="shell">
      <main id="content" className="shell-content phone" tabIndex={-1}>
        <ScreenTitle>{t('phone.of', { name: pairing.patient.firstName })}</ScreenTitle>
        <Help />
        <WatchState />
        <p>{t('phone.limits')}</p>
        <PhoneSettings pairing={pairing} onUnpaired={onUnpaired} />
        <LanguageChoice />
      </main>
      <PatientCalls />
    </div>
  )
}

/** Who has been told, once somebody needs help; and that this page cannot call, if so. */
function Help() {
  const { t } = useTranslation()
  const { data: incidents = [] } = useMyIncidents()
  const incident = incidentOfMine(incidents)
  return (
    <>
      {helpPageState.use() === 'refused' && (
        <Notice tone="caution" isAlert>
          {t('phone.noCalls')}
          <PhoneLinks />
        </Notice>
      )}
      {incident && incident.state !== 'CHECKING' && <HelpStatus incident={incident} />}
    </>
  )
}

/** Somebody has ended it from elsewhere: the person must know that nothing watches any more. */
function EndedPhone({ pairing, onForgotten }: { pairing: Pairing; onForgotten(): void }) {
  const { t } = useTranslation()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  async function forget() {
    await forgetReadings(pairing)
    forgetPairing(pairing)
    onForgotten()
  }
  return (
    <EntryPage title={t('phone.title')}>
      <div ref={notice} tabIndex={-1}>
        <Notice tone="caution" isAlert>
          <strong>{t('phone.ended', { name: pairing.patient.firstName })}</strong>
        </Notice>
      </div>
      <p>{t('phone.endedAbout')}</p>
      <PhoneLinks />
      <Button size="large" onPress={() => void forget()}>
        {t('phone.forget')}
      </Button>
    </EntryPage>
  )
}
