import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Incident, needsHelpNow } from '../incident/incident.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { allowSound, startAlarm, stopAlarm, testSound } from './alarm.ts'
import { useSilenced } from './silenced-alarms.ts'
import { useSoundChoice } from './sound-choice.ts'

/** alarmOf is what is silenced: an incident that becomes more severe sounds again. */
const alarmOf = ({ id, severity }: Incident) => `${id} ${severity}`

export interface AlarmSoundProps {
  /** The person, or the station, whose choice counts in this browser. */
  ownerId: string
  /** Undefined until they are known. */
  incidents: readonly Incident[] | undefined
}

/** AlarmSound asks once whether to sound an alarm, sounds it while somebody needs help, and tells if it cannot. */
export function AlarmSound({ ownerId, incidents }: AlarmSoundProps) {
  const { t } = useTranslation()
  const [choice, choose] = useSoundChoice(ownerId)
  const [isBlocked, setBlocked] = useState(false)
  // The question is drawn after the incidents, which people wait for.
  const mayAsk = useDeferredValue(incidents !== undefined, false)
  const alarms = incidents?.filter(needsHelpNow).map(alarmOf)
  const [silenced, silence] = useSilenced(ownerId, alarms)
  const isSounding = choice === 'on' && alarms?.some((alarm) => !silenced.has(alarm)) === true

  // A browser forgets after each load that sound was allowed.
  useEffect(() => {
    if (choice === 'on') void allowSound().then((isAllowed) => setBlocked(!isAllowed))
  }, [choice])

  useEffect(() => {
    if (!isSounding) return
    void startAlarm().then((isAllowed) => setBlocked(!isAllowed))
    return stopAlarm
  }, [isSounding])

  if (choice === null)
    return mayAsk ? (
      <Notice>
        <span>{t('sound.ask')}</span>
        <span className="row">
          <Button
            look="primary"
            onPress={() => {
              choose('on')
              void testSound().then((isAllowed) => setBlocked(!isAllowed))
            }}
          >
            {t('sound.enable')}
          </Button>
          <Button onPress={() => choose('off')}>{t('sound.decline')}</Button>
        </span>
      </Notice>
    ) : null
  if (choice === 'on' && isBlocked)
    return (
      <div role="alert" className="stack">
        <Button
          look="caution"
          size="large"
          onPress={() =>
            void (isSounding ? startAlarm() : testSound()).then((isAllowed) => setBlocked(!isAllowed))
          }
        >
          {t('sound.blocked')}
        </Button>
      </div>
    )
  if (isSounding) return <Button onPress={silence}>{t('sound.mute')}</Button>
  return null
}
