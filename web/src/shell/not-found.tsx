import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../ui/link.tsx'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <main className="entry stack">
      <h1>{t('errors.notFound')}</h1>
      <ButtonLink to="/">{t('nav.home')}</ButtonLink>
    </main>
  )
}
