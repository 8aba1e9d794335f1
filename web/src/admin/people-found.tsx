import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import type { PeopleFilter } from './people-queries.ts'
import { usePeopleSearch } from './people-search.ts'
import { type PeopleOrder, PeopleTable } from './people-table.tsx'

interface PeopleFoundProps extends PeopleOrder {
  search: string
  filter: PeopleFilter
}

/** What a search has found. */
export function PeopleFound({ search, filter, sorting, onSort }: PeopleFoundProps) {
  const { t } = useTranslation()
  const { found, isPending, error, total, searchMore } = usePeopleSearch(search, filter, sorting)
  if (error) return <ErrorNotice error={error} />
  return (
    <div className="stack">
      <p className="muted" role="status">
        {isPending ? t('common.loading') : t('admin.people.found', { count: total })}
      </p>
      <PeopleTable people={found} sorting={sorting} onSort={onSort} />
      {searchMore && (
        <Notice>
          <span>{t('admin.people.searched', { searched: found.length, total })}</span>
          <Button onPress={searchMore} isPending={isPending}>
            {t('admin.people.searchMore')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
