import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'
import { ClockTime } from '../ui/time-ago.tsx'

type DeviceEvent = Schema<'DeviceEvent'>

const limit = 20

/** Under the key of all devices, so that a changed device is read again. */
const eventsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...keys.devices, 'events', id, page],
    queryFn: async ({ signal }) =>
      request(
        api.GET('/api/device/{id}/events', { signal, params: { path: { id }, query: { page, limit } } }),
      ),
    placeholderData: keepPreviousData,
  })

export interface DeviceEventsProps {
  device: { id: string; name: string }
  onClose(): void
}

/** Lists what a device has said, the newest first, with what came of it. */
export function DeviceEvents({ device, onClose }: DeviceEventsProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const query = useQuery(eventsQuery(device.id, page))
  const title = t('patient.devices.events.of', { name: device.name })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <QueryState query={query}>
        {({ data, pagination }) => (
          <div className="stack">
            <Table<DeviceEvent>
              caption={title}
              rows={data}
              rowKey={({ eventId, receivedAt }) => `${receivedAt} ${eventId}`}
              empty={t('patient.devices.events.none')}
              columns={[
                {
                  key: 'at',
                  title: t('patient.devices.events.at'),
                  cell: ({ at, late }) => (
                    <span>
                      <ClockTime at={at} />
                      {late && ` (${t('patient.devices.events.late')})`}
                    </span>
                  ),
                },
                {
                  key: 'what',
                  title: t('patient.devices.events.what'),
                  cell: (event) => <What event={event} />,
                },
                {
                  key: 'became',
                  title: t('patient.devices.events.became'),
                  cell: ({ action, incidentId }) =>
                    incidentId ? (
                      <Link to="/incidents/$incidentId" params={{ incidentId }} className="text-link">
                        {t(`patient.devices.events.action.${action}`)}
                      </Link>
                    ) : (
                      t(`patient.devices.events.action.${action}`)
                    ),
                },
              ]}
            />
            <Pager page={page} pageCount={pagination.totalPages} onPage={setPage} />
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}

/** What was said, with what the device adds: its own words, its battery, and how often it said it again. */
function What({ event: { event, detail, batteryLevel, repeats } }: { event: DeviceEvent }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const level = batteryLevel === null ? null : formats.percent(batteryLevel / 100)
  const added = [
    detail,
    level !== null && event !== 'battery' ? `${t('patient.devices.battery')} ${level}` : level,
    repeats > 0 ? t('patient.devices.events.repeats', { count: repeats }) : null,
  ].filter(Boolean)
  return (
    <span>
      {t(`patient.devices.events.type.${event}`)}
      {added.length > 0 && <span className="muted"> · {added.join(' · ')}</span>}
    </span>
  )
}
