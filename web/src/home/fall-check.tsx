import { useEffect, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { startAlarm, stopAlarm } from '../shell/alarm.ts'
import { useNow } from '../ui/now.ts'
import { BigButton } from './big-button.tsx'
import { CallFailure } from './call-failure.tsx'
import type { Incident } from './my-incidents.ts'
import type { Calls } from './use-calls.ts'

const vibrateMs = 2000

/** FallCheck asks over the whole screen whether somebody is fine who seems to have fallen, until the time is over. */
export function FallCheck({ incident, calls }: { incident: Incident; calls: Calls }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const isLost = useLiveStatus().state === 'lost'
  const isBlocked = useAlarm()
  const { help, fine } = calls
  const leftMs = incident.checkUntil ? Date.parse(incident.checkUntil) - now.getTime() : 0
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className="fall-check">
      <Modal className="fall-check-modal">
        <Dialog role="alertdialog" className="fall-check-dialog">
          <Heading slot="title" className="fall-check-question">
            {t('home.areYouFine')}
          </Heading>
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
          <div className="home-buttons">
            <BigButton look="fine" isPending={fine.isPending} onPress={() => fine.mutate(incident)}>
              {t('home.fine')}
            </BigButton>
            <BigButton look="help" isPending={help.isPending} onPress={() => help.mutate(incident)}>
              {t('home.help')}
            </BigButton>
          </div>
          <CallFailure calls={calls} />
          {isBlocked && <p>{t('home.noSound')}</p>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** useAlarm sounds and vibrates as long as the question is shown; it is true while the browser blocks the sound. */
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
