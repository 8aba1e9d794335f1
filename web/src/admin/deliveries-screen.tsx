import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useSendFailure } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { channelsQuery } from '../api/queries.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { AsOf, LiveData } from './live-data.tsx'

type Delivery = Schema<'Delivery'>

const tones = {
  PENDING: 'neutral',
  SENDING: 'accent',
  SENT: 'good',
  FAILED: 'caution',
  CANCELLED: 'neutral',
} as const satisfies Record<Delivery['state'], string>
const states = Object.keys(tones) as Delivery['state'][]

/** Lists the messages that were sent, and with what result. */
export function DeliveriesScreen() {
  const { t } = useTranslation()
  const [state, setState] = useState<Delivery['state'] | ''>('')
  const [channel, setChannel] = useState<Delivery['channel'] | ''>('')
  const [page, setPage] = useState(1)
  const filter = { page, limit: 50, ...(state && { state }), ...(channel && { channel }) }
  const query = useQuery({
    queryKey: keys.admin('deliveries', filter),
    queryFn: ({ signal }) => request(api.GET('/api/admin/deliveries', { signal, params: { query: filter } })),
    placeholderData: keepPreviousData,
  })
  const channels = useQuery(channelsQuery)
  const choose = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value)
      setPage(1)
    }
  }
  const all = { value: '', label: t('admin.deliveries.all') } as const
  return (
    <LiveData lists={['deliveries']}>
      <ScreenTitle>{t('nav.deliveries')}</ScreenTitle>
      <div className="row">
        <SelectField
          label={t('admin.deliveries.state')}
          value={state}
          onChange={choose(setState)}
          options={[all, ...states.map((value) => ({ value, label: t(`admin.deliveries.states.${value}`) }))]}
        />
        <SelectField
          label={t('admin.deliveries.channel')}
          value={channel}
          onChange={choose(setChannel)}
          options={[
            all,
            ...(channels.data ?? []).map(({ name: value }) => ({
              value,
              label: t(`channel.${value}.title`),
            })),
          ]}
        />
      </div>
      <QueryState query={query}>
        {({ data, pagination }) => (
          <>
            <AsOf ms={query.dataUpdatedAt} />
            <DeliveryTable deliveries={data} />
            <Pager page={page} pageCount={pagination.totalPages} onPage={setPage} />
          </>
        )}
      </QueryState>
    </LiveData>
  )
}

function DeliveryTable({ deliveries }: { deliveries: Delivery[] }) {
  const { t } = useTranslation()
  const failureText = useSendFailure()
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: (id: string) =>
      request(api.POST('/api/admin/deliveries/{id}/retry', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.admin('deliveries') }),
  })
  const columns: Column<Delivery>[] = [
    { key: 'at', title: t('admin.deliveries.at'), cell: ({ createdAt }) => <ClockTime at={createdAt} /> },
    {
      key: 'person',
      title: t('admin.deliveries.person'),
      cell: ({ person, contact }) => (person ? `${person.name} (${contact})` : contact),
    },
    {
      key: 'channel',
      title: t('admin.deliveries.channel'),
      cell: ({ channel }) => t(`channel.${channel}.title`),
    },
    {
      key: 'purpose',
      title: t('admin.deliveries.purpose'),
      cell: ({ purpose, incidentId }) =>
        incidentId ? (
          <Link to="/incidents/$incidentId" params={{ incidentId }}>
            {t(`admin.deliveries.purposes.${purpose}`)}
          </Link>
        ) : (
          t(`admin.deliveries.purposes.${purpose}`)
        ),
    },
    {
      key: 'state',
      title: t('admin.deliveries.state'),
      cell: ({ state, attempts, ...delivery }) => (
        <>
          <Tag tone={tones[state]}>{t(`admin.deliveries.states.${state}`)}</Tag>{' '}
          {attempts > 1 && t('admin.deliveries.attempts', { count: attempts })} {failureText(delivery)}
        </>
      ),
    },
    {
      key: 'retry',
      title: t('admin.deliveries.action'),
      cell: ({ id, state }) =>
        state === 'FAILED' && (
          <Button isPending={retry.isPending && retry.variables === id} onPress={() => retry.mutate(id)}>
            {t('admin.deliveries.retry')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <ErrorNotice error={retry.error} />
      <Table
        caption={t('nav.deliveries')}
        columns={columns}
        rows={deliveries}
        rowKey={({ id }) => id}
        empty={t('admin.deliveries.empty')}
      />
    </>
  )
}
