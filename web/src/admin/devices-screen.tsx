import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { DeviceRegisterDialog } from './device-register.tsx'
import { DevicesFilter } from './devices-filter.tsx'
import { type DeviceFilter, type DeviceSorting, devicesQuery } from './devices-queries.ts'
import { DevicesTable } from './devices-table.tsx'
import './devices.css'
import './people.css'

export function DevicesScreen() {
  const { t } = useTranslation()
  const formats = useFormats()
  const [filter, setFilter] = useState<DeviceFilter>({})
  const [page, setPage] = useState(1)
  const [sorting, setSorting] = useState<DeviceSorting>({ sort: 'owner', order: 'asc' })
  const [isRegistering, setRegistering] = useState(false)
  const query = useQuery(devicesQuery(filter, page, sorting))
  return (
    <>
      <div className="people-head">
        <ScreenTitle>{t('admin.devices.title')}</ScreenTitle>
        <span className="row">
          <ButtonLink to="/admin/nearby">{t('nav.nearby')}</ButtonLink>
          <Button look="primary" onPress={() => setRegistering(true)}>
            {t('admin.devices.register.title')}
          </Button>
        </span>
      </div>
      <DevicesFilter
        onFilter={(chosen) => {
          setFilter(chosen)
          setPage(1)
        }}
      />
      <QueryState query={query}>
        {({ data, pagination }) => (
          <div className="stack">
            <div className="row">
              <span className="muted" role="status">
                {t('admin.devices.count', { count: pagination.total })}
              </span>
              <span className="muted">
                {t('admin.devices.asOf', { time: formats.time(new Date(query.dataUpdatedAt)) })}
              </span>
              <Button look="quiet" isPending={query.isFetching} onPress={() => void query.refetch()}>
                {t('admin.devices.refresh')}
              </Button>
            </div>
            <DevicesTable
              devices={data}
              readAtMs={query.dataUpdatedAt}
              sorting={sorting}
              onSort={(chosen) => {
                setSorting(chosen)
                setPage(1)
              }}
            />
            <Pager page={page} pageCount={pagination.totalPages} onPage={setPage} />
          </div>
        )}
      </QueryState>
      {isRegistering && <DeviceRegisterDialog onClose={() => setRegistering(false)} />}
    </>
  )
}
