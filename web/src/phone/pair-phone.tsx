import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptCalls } from '../home/kept-calls.ts'
import { startSending } from '../home/send-calls.ts'
import { EntryPage } from '../shell/entry-page.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { forgetReadings } from './monitor.ts'
import { askForMotion } from './motion-sensor.ts'
import { type Pairing, pair } from './pairing.ts'

export interface PairPhoneProps {
  token: string
  /** What this browser is already. */
  former: Pairing | undefined
  onPaired(pairing: Pairing): void
  /** The phone stays what it is. */
  onGoOn(): void
}

/** One touch pairs the phone and asks for motion: browsers ask only then. */
export function PairPhone({ token, former, onPaired, onGoOn }: PairPhoneProps) {
  const { t } = useTranslation()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  // Whoever has called from this browser goes first: pairing takes away what lets their page call.
  const hasCall = useKeptCalls().length > 0
  useEffect(startSending, [])

  async function start() {
    setPending(true)
    setError(undefined)
    try {
      // Before anything is waited for: the touch counts for a moment only.
      const asked = askForMotion()
      const pairing = await pair(token)
      await asked
      if (former) await forgetReadings(former)
      onPaired(pairing)
    } catch (failure) {
      setError(failure)
      setPending(false)
    }
  }

  async function goOn() {
    // This touch lets it watch as well.
    await askForMotion()
    onGoOn()
  }

  return (
    <EntryPage title={t('phone.title')}>
      <p>{t('phone.about')}</p>
      {former && <Notice tone="caution">{t('phone.again', { name: former.patient.firstName })}</Notice>}
      {hasCall && (
        <Notice tone="caution" isAlert>
          {t('phone.callFirst')}
        </Notice>
      )}
      <ErrorNotice error={error} />
      <Button look="primary" size="large" isDisabled={hasCall || isPending} onPress={() => void start()}>
        {t('phone.start')}
      </Button>
      {former && (
        <Button size="large" isDisabled={isPending} onPress={() => void goOn()}>
          {t('phone.goOn', { name: former.patient.firstName })}
        </Button>
      )}
      <p>{t('phone.limits')}</p>
    </EntryPage>
  )
}
