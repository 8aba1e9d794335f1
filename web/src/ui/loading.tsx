import { useTranslation } from 'react-i18next'

/** Stands in the place of what is being read. */
export function Loading() {
  const { t } = useTranslation()
  return <p className="muted">{t('common.loading')}</p>
}
