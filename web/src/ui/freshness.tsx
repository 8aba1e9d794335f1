import { useTranslation } from 'react-i18next'
import { serviceTime } from '../live/service-clock.ts'
import { useNow } from './now.ts'
import { TimeAgo } from './time-ago.tsx'

/** The service confirms how everybody is doing once a minute; after three minutes without, nobody knows. */
const oldAfterMs = 3 * 60_000

/** Whether what was read at a time of this device is too old to be told as what is. */
export function useIsOld(readAtMs: number, afterMs = oldAfterMs): boolean {
  const now = useNow()
  return readAtMs > 0 && now.getTime() - serviceTime(readAtMs).getTime() > afterMs
}

/** Says when something was read, as soon as that is so long ago that it may have changed. */
export function Checked({ readAtMs, afterMs }: { readAtMs: number; afterMs?: number }) {
  const { t } = useTranslation()
  if (!useIsOld(readAtMs, afterMs)) return null
  return (
    <p className="checked" role="status">
      {t('common.checked')} <TimeAgo at={serviceTime(readAtMs).toISOString()} />. {t('common.mayHaveChanged')}
    </p>
  )
}
