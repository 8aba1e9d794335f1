import { useTranslation } from 'react-i18next'
import { reachable } from '../live/live-value.ts'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'

/** Tells somebody whom no message can reach, on every screen; the live stream says so, without a request. */
export function ReachBanner() {
  const { t } = useTranslation()
  if (reachable.use() !== false) return null
  return (
    <Notice tone="caution">
      <span>{t('reach.unreachable')}</span>
      <ButtonLink to="/me/notifications">{t('reach.fix')}</ButtonLink>
    </Notice>
  )
}
