import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { useNow } from '../ui/now.ts'

/** A line that comes back within this time is not worth a word. */
const graceMs = 4000

/** LiveBanner says whether what is shown is what is. */
export function LiveBanner() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { state, sinceMs } = useLiveStatus()
  const now = useNow()
  const isLost = state === 'lost' && now.getTime() - sinceMs > graceMs
  if (isLost)
    return (
      <p className="live-banner live-banner-lost" role="alert">
        <span aria-hidden="true">⚠</span> {t('live.lost', { time: formats.time(new Date(sinceMs)) })}
      </p>
    )
  return (
    <p className="live-banner" role="status">
      <span className={`live-dot live-dot-${state}`} aria-hidden="true" />
      {state === 'live' ? t('live.live') : t('live.connecting')}
    </p>
  )
}
