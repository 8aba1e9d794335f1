import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import type { AlarmSoundProps } from '../shell/alarm-sound.tsx'
import { SoundSign } from '../shell/sound-sign.tsx'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { useStationTheme } from './station-theme.ts'

interface StationHeadProps extends AlarmSoundProps {
  title: string
  name: string
  /** How many wait for help. */
  waiting: number
}

/** What is read from across the corridor: the ward, how many wait, the time. */
export function StationHead({ title, name, waiting, ...alarm }: StationHeadProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const [theme, changeTheme] = useStationTheme()
  return (
    <header className="station-head">
      <h1>{title}</h1>
      {waiting > 0 ? (
        <strong className="station-waiting-count">
          <span aria-hidden="true">⚠</span> {t('needsHelp.title', { count: waiting })}
        </strong>
      ) : (
        <span className="muted">{name}</span>
      )}
      <span className="station-tools">
        <SoundSign {...alarm} />
        <Button look="quiet" onPress={changeTheme}>
          <span aria-hidden="true">{theme === 'dark' ? '☀' : '☾'}</span>
          {t(theme === 'dark' ? 'station.light' : 'station.dark')}
        </Button>
        <span className="station-clock">{formats.time(now, now)}</span>
      </span>
    </header>
  )
}
