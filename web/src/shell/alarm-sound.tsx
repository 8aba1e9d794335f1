import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Incident } from '../incident/incident.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { allowSound, holdAlarm, startAlarm, testSound } from './alarm.ts'
import { isHeard, soundOf } from './alarm-patterns.ts'
import { useSilenced } from './silenced-alarms.ts'
import { useSoundBlocked, useSoundChoice } from './sound-choice.ts'

/** What is silenced: an incident that becomes more severe sounds again. */
export const alarmOf = ({ id, severity }: Incident) => `${id} ${severity}`

export interface AlarmSoundProps {
  /** The person, or the station, whose choice counts in this browser. */
  ownerId: string
  /** Undefined until they are known. */
  incidents: readonly Incident[] | undefined
}

/** Asks once whether to sound an alarm, sounds it while somebody needs help, and tells if it cannot. */
export function AlarmSound({ ownerId, incidents }: AlarmSoundProps) {
  const { t } = useTranslation()
  const [choice, choose] = useSoundChoice(ownerId)
  const isBlocked = useSoundBlocked()
  // The question is drawn after the incidents, which people wait for.
  const mayAsk = useDeferredValue(incidents !== undefined, false)
  const heard = incidents?.filter(isHeard)
  const { sounding, silence } = useSilenced(ownerId, heard?.map(alarmOf))
  const sound =
    choice === 'on' ? soundOf(heard?.filter((each) => sounding.has(alarmOf(each))) ?? []) : undefined

  // A browser forgets after each load that sound was allowed.
  useEffect(() => {
    if (choice === 'on') void allowSound()
  }, [choice])

  useEffect(() => {
    if (sound) return holdAlarm(sound)
  }, [sound])

  // Any touch is enough for a browser; nobody has to find the button.
  useEffect(() => {
    if (choice !== 'on' || !isBlocked) return
    const allow = () => void (sound ? startAlarm(sound) : allowSound())
    const touches = ['pointerup', 'keydown'] as const
    for (const touch of touches) addEventListener(touch, allow)
    return () => {
      for (const touch of touches) removeEventListener(touch, allow)
    }
  }, [choice, isBlocked, sound])

  if (choice === null)
    return mayAsk ? (
      <Notice>
        <span>{t('sound.ask')}</span>
        <span className="row">
          <Button
            look="primary"
            onPress={() => {
              choose('on')
              void testSound()
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
        <Button look="caution" size="large" onPress={() => void (sound ? startAlarm(sound) : testSound())}>
          {t('sound.blocked')}
        </Button>
      </div>
    )
  if (sound) return <Button onPress={silence}>{t('sound.mute')}</Button>
  return null
}
