import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import type { Incident } from '../incident/incident.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { allowSound, startAlarm, stopAlarm, testSound } from './alarm.ts'
import { useSoundChoice } from './sound-choice.ts'
import { useMe } from './use-me.ts'

/** alarmOf is what is silenced: an incident that becomes more severe sounds again. */
const alarmOf = ({ id, severity }: Incident) => `${id} ${severity}`

/** AlarmSound asks once whether to sound an alarm, sounds it while somebody waits for an answer, and tells if it cannot. */
export function AlarmSound() {
  const { t } = useTranslation()
  const [choice, choose] = useSoundChoice(useMe().id)
  const [isBlocked, setBlocked] = useState(false)
  const [silenced, setSilenced] = useState<ReadonlySet<string>>(new Set())
  const { data: incidents = [], isSuccess } = useQuery(unresolvedQuery)
  // The question is drawn after the incidents, which people wait for.
  const mayAsk = useDeferredValue(isSuccess, false)
  const waiting = incidents.filter(({ state, severity }) => state === 'OPEN' && severity !== 'LOW')
  const isSounding = choice === 'on' && waiting.some((incident) => !silenced.has(alarmOf(incident)))

  // What was silenced, and then answered, sounds again when it is open once more.
  useEffect(() => {
    setSilenced((before) => {
      const still = waiting.map(alarmOf).filter((alarm) => before.has(alarm))
      return still.length === before.size ? before : new Set(still)
    })
  }, [waiting])

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
      <Button
        look="urgent"
        size="large"
        onPress={() =>
          void (isSounding ? startAlarm() : testSound()).then((isAllowed) => setBlocked(!isAllowed))
        }
      >
        {t('sound.blocked')}
      </Button>
    )
  if (isSounding)
    return <Button onPress={() => setSilenced(new Set(waiting.map(alarmOf)))}>{t('sound.mute')}</Button>
  return null
}
