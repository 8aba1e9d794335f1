import { useTranslation } from 'react-i18next'
import { unread } from '../live/live-value.ts'

/** How many messages wait, beside the way to them; a screen reader says it when it changes. */
export function UnreadCount() {
  const { t } = useTranslation()
  const count = unread.use() ?? 0
  return (
    <span role="status" className={count > 0 ? 'shell-unread' : undefined}>
      {count > 0 && (
        <>
          <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
          <span className="visually-hidden">{t('nav.unread', { count })}</span>
        </>
      )}
    </span>
  )
}
