import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { startAlarm, stopAlarm } from '../shell/alarm.ts'
import { useNow } from '../ui/now.ts'
import type { Incident } from './my-incidents.ts'

const vibrateMs = 2000

/** Asks over the whole screen whether somebody is fine who seems to have fallen, until the time is over. */
export function FallCheck({ incident }: { incident: Incident }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const isLost = useLiveStatus().state === 'lost'
  const isBlocked = useAlarm()
  const leftMs = incident.checkUntil ? Date.parse(incident.checkUntil) - now.getTime() : 0
  return (
    <div className="calls-panel fall-check">
      <h2 id="calls-title" className="fall-check-question" tabIndex={-1}>
        {t('home.areYouFine')}
      </h2>
      {leftMs > 0 ? (
        <>
          <p className="fall-check-digits" role="timer">
            {formats.countdown(leftMs)}
          </p>
          <p>{t('home.helpIsCalledThen')}</p>
        </>
      ) : (
        <p role="status">{t(isLost ? 'home.callingUnknown' : 'home.callingNow')}</p>
      )}
      {isBlocked && <p>{t('home.noSound')}</p>}
    </div>
  )
}

/** Sounds and vibrates as long as the question is shown; it is true while the browser blocks the sound. */
function useAlarm(): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    const sound = () => void startAlarm().then((isAllowed) => setBlocked(!isAllowed))
    // A browser that was not touched yet refuses, and writes an error.
    const vibrate = () => navigator.userActivation?.hasBeenActive && navigator.vibrate?.([600, 300, 600])
    sound()
    vibrate()
    const vibrating = setInterval(vibrate, vibrateMs)
    // Any touch allows the sound.
    window.addEventListener('pointerdown', sound, { once: true })
    return () => {
      clearInterval(vibrating)
      window.removeEventListener('pointerdown', sound)
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(0)
      stopAlarm()
    }
  }, [])
  return isBlocked
}
