import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

export interface PagerProps {
  page: number
  pageCount: number
  onPage(page: number): void
}

export function Pager({ page, pageCount, onPage }: PagerProps) {
  const { t } = useTranslation()
  if (pageCount <= 1) return null
  return (
    <nav className="row" aria-label={t('common.page', { page, total: pageCount })}>
      <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        {t('common.previous')}
      </Button>
      <span>{t('common.page', { page, total: pageCount })}</span>
      <Button isDisabled={page >= pageCount} onPress={() => onPage(page + 1)}>
        {t('common.next')}
      </Button>
    </nav>
  )
}
