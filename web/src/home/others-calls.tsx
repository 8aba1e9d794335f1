import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { rememberedPage } from '../shell/help-page.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { changeCalls, isOfOther, type KeptCall, useKeptCalls } from './kept-calls.ts'
import { PhoneLinks } from './phone-links.tsx'
import { startSending } from './send-calls.ts'
import './home.css'

export interface OthersCallsProps {
  /** Who is signed in; nobody unless given. */
  userId?: string
  /** Whether they may say that somebody was helped, so that the call is no longer sent. */
  mayEnd?: boolean
}

/**
 * Sends the calls for help that somebody pressed in this browser before another person signed in to it, and
 * tells that person of them: they are the one who is there.
 */
export function OthersCalls({ userId, mayEnd = false }: OthersCallsProps) {
  useEffect(startSending, [])
  const calls = useKeptCalls().filter((call) => isOfOther(userId)(call) && !call.calledOffAt)
  return calls.map((call) => <OthersCall key={call.id} call={call} mayEnd={mayEnd} />)
}

function OthersCall({ call, mayEnd }: { call: KeptCall; mayEnd: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { id, patientId, firstName = t('home.somebody'), pressedAt } = call
  return (
    <Notice tone="caution" isAlert>
      <strong>{t('home.othersCall', { name: firstName, time: formats.time(new Date(pressedAt)) })}</strong>
      {rememberedPage()?.patientId === patientId && <PhoneLinks />}
      {mayEnd && (
        <Button onPress={() => changeCalls((calls) => calls.filter((kept) => kept.id !== id))}>
          {t('home.othersCallEnd', { name: firstName })}
        </Button>
      )}
    </Notice>
  )
}
