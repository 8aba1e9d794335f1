import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { IncidentFilters } from './incident-filters.tsx'
import { IncidentTable } from './incident-table.tsx'
import { type IncidentSearch, statesOf, useIncidentSearch } from './use-incident-search.ts'
import '../ui/maybe-old.css'
import './incident.css'

const pageSize = 25

const incidentsQuery = (search: IncidentSearch) =>
  queryOptions({
    queryKey: [...keys.incidents, 'list', search],
    queryFn: ({ signal }) => {
      const { state, kind, patientId, page } = search
      const query = {
        limit: pageSize,
        page,
        state: statesOf[state].join(),
        ...(kind && { kind }),
        ...(patientId && { patientId }),
      }
      return request(api.GET('/api/incidents', { signal, params: { query } }))
    },
    placeholderData: keepPreviousData,
  })

/** Lists incidents, also those that have ended. */
export function IncidentsScreen() {
  const { t } = useTranslation()
  const isLost = useLiveStatus().state === 'lost'
  const [search, setSearch] = useIncidentSearch()
  return (
    <div className={isLost ? 'stack is-old' : 'stack'}>
      <ScreenTitle>{t('incident.list.title')}</ScreenTitle>
      <IncidentFilters search={search} onSearch={setSearch} />
      <QueryState query={useQuery(incidentsQuery(search))}>
        {({ data, pagination }) => (
          <>
            <p role="status" className="muted">
              {t('incident.list.count', { count: pagination.total })}
            </p>
            <IncidentTable incidents={data} />
            <Pager
              page={search.page}
              pageCount={pagination.totalPages}
              onPage={(page) => setSearch({ ...search, page })}
            />
          </>
        )}
      </QueryState>
    </div>
  )
}
