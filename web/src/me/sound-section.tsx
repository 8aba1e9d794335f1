import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { testSound } from '../shell/alarm.ts'
import { useSoundChoice } from '../shell/sound-choice.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** SoundSection switches the alarm sound of this browser on or off, and lets somebody hear it. */
export function SoundSection() {
  const { t } = useTranslation()
  const [choice, choose] = useSoundChoice(useMe().id)
  const test = useMutation({ mutationFn: testSound })
  const isOn = choice === 'on'
  return (
    <section className="card" aria-labelledby="sound-title">
      <h2 id="sound-title">{t('me.sound.title')}</h2>
      <p className="muted">{t('me.sound.text')}</p>
      <p role="status">{t(isOn ? 'me.sound.on' : 'me.sound.off')}</p>
      {test.data === true && (
        <Notice tone="good" isAlert>
          {t('me.sound.played')}
        </Notice>
      )}
      {test.data === false && (
        <Notice tone="caution" isAlert>
          {t('me.sound.blocked')}
        </Notice>
      )}
      <div className="row">
        {!isOn && (
          <Button
            look="primary"
            onPress={() => {
              choose('on')
              test.mutate()
            }}
          >
            {t('sound.enable')}
          </Button>
        )}
        {isOn && (
          <Button isPending={test.isPending} onPress={() => test.mutate()}>
            {t('me.sound.test')}
          </Button>
        )}
        {isOn && (
          <Button look="quiet" onPress={() => choose('off')}>
            {t('me.sound.disable')}
          </Button>
        )}
      </div>
    </section>
  )
}
