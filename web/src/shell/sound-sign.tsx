import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { serviceTime } from '../live/service-clock.ts'
import { allowSound } from './alarm.ts'
import { isHeard } from './alarm-patterns.ts'
import { type AlarmSoundProps, alarmOf } from './alarm-sound.tsx'
import { useSilenced } from './silenced-alarms.ts'
import { useSoundBlocked, useSoundChoice } from './sound-choice.ts'
import { useMe } from './use-me.ts'
import './sound-sign.css'

/** Whether an alarm would be heard here, as a state and in words. */
function useSoundSign({ ownerId, incidents }: AlarmSoundProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [choice] = useSoundChoice(ownerId)
  const isBlocked = useSoundBlocked()
  const { silentUntilMs } = useSilenced(ownerId, incidents?.filter(isHeard).map(alarmOf))
  if (choice !== 'on') return { state: 'off', words: t('sound.sign.off') } as const
  if (isBlocked) return { state: 'blocked', words: t('sound.sign.blocked') } as const
  if (silentUntilMs === null) return { state: 'on', words: t('sound.sign.on') } as const
  const time = formats.time(serviceTime(silentUntilMs))
  return { state: 'silenced', words: t('sound.sign.silenced', { time }) } as const
}

/** Says on every screen whether an alarm would be heard, and leads to where the sound is switched on. */
export function SoundSign({ to, ...props }: AlarmSoundProps & { to?: '/me/notifications' }) {
  const { t } = useTranslation()
  const { state, words } = useSoundSign(props)
  const sign = {
    className: `sound-sign sound-sign-${state}`,
    // The touch itself lets a browser sound that has blocked it.
    onClick: () => void (state === 'blocked' && allowSound()),
    'aria-label': `${words}. ${t('sound.sign.change')}`,
    children: (
      <>
        <SpeakerIcon isOn={state === 'on'} />
        <span>{words}</span>
      </>
    ),
  }
  return to ? <Link to={to} hash="sound" {...sign} /> : <a href="#sound" {...sign} />
}

/** Has waves while it sounds, and is crossed out while it does not. */
function SpeakerIcon({ isOn }: { isOn: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className="sound-sign-icon">
      <path d="M4 9v6h4l5 4V5L8 9z" fill="currentColor" stroke="none" />
      <path d={isOn ? 'M16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11' : 'M16 9.5l5 5M21 9.5l-5 5'} />
    </svg>
  )
}

/** The sign of the signed-in caregiver, in the frame of every screen. */
export function CaregiverSoundSign() {
  const { data } = useQuery(unresolvedQuery)
  return <SoundSign ownerId={useMe().id} incidents={data} to="/me/notifications" />
}
