import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { serviceTime } from '../live/service-clock.ts'
import { useNow } from '../ui/now.ts'

/** A line that comes back within this time is not worth a word. */
const graceMs = 4000

/** Says whether what is shown is what is. */
export function LiveBanner() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { state, sinceMs, noticedMs } = useLiveStatus()
  // Every screen reads it. A line is worth nothing while the list that it changes is not known.
  const { failureCount } = useQuery(unresolvedQuery)
  const now = useNow()
  const isLost = state === 'lost' && now.getTime() - serviceTime(noticedMs).getTime() > graceMs
  if (isLost || failureCount > 0)
    return (
      <p className="live-banner live-banner-lost" role="alert">
        <span aria-hidden="true">⚠</span>{' '}
        {isLost ? t('live.lost', { time: formats.time(serviceTime(sinceMs)) }) : t('live.unknown')}
      </p>
    )
  return (
    <p className="live-banner" role="status">
      <span className={`live-dot live-dot-${state}`} aria-hidden="true" />
      {state === 'live' ? t('live.live') : t('live.connecting')}
    </p>
  )
}
