import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'
import { useMe } from './use-me.ts'

/** Shows the screens of the administration to admins, and to others only that they may not see them. */
export function AdminOnly() {
  const { t } = useTranslation()
  if (useMe().role === 'ADMIN') return <Outlet />
  return <Notice tone="caution">{t('errors.forbidden')}</Notice>
}
