import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { testSound } from '../shell/alarm.ts'
import { alarmSounds } from '../shell/alarm-patterns.ts'
import { useSoundBlocked, useSoundChoice } from '../shell/sound-choice.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Switches the alarm sound of this browser on or off, and lets somebody hear each kind of alarm. */
export function SoundControls({ ownerId }: { ownerId: string }) {
  const { t } = useTranslation()
  const [choice, choose] = useSoundChoice(ownerId)
  const isBlocked = useSoundBlocked()
  const test = useMutation({ mutationFn: testSound })
  const isOn = choice === 'on'
  return (
    <>
      <p role="status">{t(isOn ? 'me.sound.on' : 'me.sound.off')}</p>
      {test.data === true && !isBlocked && (
        <Notice tone="good" isAlert>
          {t('me.sound.played')}
        </Notice>
      )}
      {isOn && isBlocked && (
        <Notice tone="caution" isAlert>
          {t('me.sound.blocked')}
        </Notice>
      )}
      {!isOn && (
        <div className="row">
          <Button
            look="primary"
            onPress={() => {
              choose('on')
              test.mutate('fall')
            }}
          >
            {t('sound.enable')}
          </Button>
        </div>
      )}
      {isOn && (
        <>
          <p id="sound-tests">{t('me.sound.patterns')}</p>
          <ul className="row" aria-labelledby="sound-tests">
            {alarmSounds.map((sound) => (
              <li key={sound}>
                <Button onPress={() => test.mutate(sound)}>{t(`me.sound.pattern.${sound}`)}</Button>
              </li>
            ))}
          </ul>
          <div className="row">
            <Button look="quiet" onPress={() => choose('off')}>
              {t('me.sound.disable')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
