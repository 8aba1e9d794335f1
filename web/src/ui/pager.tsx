import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

export interface PagerProps {
  page: number
  pageCount: number
  onPage(page: number): void
}

/** Leads from page to page, and back to the last one from a page that is not there, or is no more. */
export function Pager({ page, pageCount, onPage }: PagerProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (pageCount > 0 && page > pageCount) onPage(pageCount)
  }, [page, pageCount, onPage])
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
