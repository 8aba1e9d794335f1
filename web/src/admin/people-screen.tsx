import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { PeopleFilterFields } from './people-filter.tsx'
import { PeopleFound } from './people-found.tsx'
import { PersonInviteDialog } from './people-invite-dialog.tsx'
import { byName, type PeopleFilter, type PeopleSorting, peopleQuery } from './people-queries.ts'
import { type PeopleOrder, PeopleTable } from './people-table.tsx'
import './people.css'

export function PeopleScreen() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<PeopleFilter>({})
  const [page, setPage] = useState(1)
  const [sorting, setSorting] = useState(byName)
  const order = {
    sorting,
    onSort: (chosen: PeopleSorting) => {
      setSorting(chosen)
      setPage(1)
    },
  }
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <div className="people-head">
        <ScreenTitle>{t('admin.people.title')}</ScreenTitle>
        <div className="row">
          <Button look="primary" onPress={() => setInviting(true)}>
            {t('admin.people.invite.title')}
          </Button>
          <ButtonLink to="/admin/import">{t('admin.people.import')}</ButtonLink>
        </div>
      </div>
      <PeopleFilterFields
        search={search}
        filter={filter}
        onSearch={setSearch}
        onFilter={(chosen) => {
          setFilter(chosen)
          setPage(1)
        }}
      />
      {search.trim() ? (
        <PeopleFound search={search} filter={filter} {...order} />
      ) : (
        <PeoplePage filter={filter} page={page} onPage={setPage} {...order} />
      )}
      {isInviting && <PersonInviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

interface PeoplePageProps extends PeopleOrder {
  filter: PeopleFilter
  page: number
  onPage(page: number): void
}

function PeoplePage({ filter, page, onPage, sorting, onSort }: PeoplePageProps) {
  const { t } = useTranslation()
  const query = useQuery({ ...peopleQuery(filter, page, sorting), placeholderData: keepPreviousData })
  return (
    <QueryState query={query}>
      {({ data, pagination }) => (
        <div className="stack">
          <p className="muted" role="status">
            {t('admin.people.count', { count: pagination.total })}
          </p>
          <PeopleTable people={data} sorting={sorting} onSort={onSort} />
          <Pager page={page} pageCount={pagination.totalPages} onPage={onPage} />
        </div>
      )}
    </QueryState>
  )
}
