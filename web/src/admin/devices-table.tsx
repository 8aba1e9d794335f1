import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { DeviceEvents } from '../patient/device-events.tsx'
import { isWorn } from '../patient/device-words.ts'
import { ReplaceDevice } from '../patient/replace-device.tsx'
import { Button } from '../ui/button.tsx'
import { Checked, useIsOld } from '../ui/freshness.tsx'
import { usePlaceText } from '../ui/place.ts'
import { Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { DeviceAction, DeviceRelease } from './device-actions.tsx'
import { DeviceSettingsDialog } from './device-settings.tsx'
import { DeviceStatusTag } from './device-status-tag.tsx'
import type { AdminDevice, DeviceSort, DeviceSorting } from './devices-queries.ts'

type Question = {
  device: AdminDevice
  action: 'change' | 'enable' | 'disable' | 'release' | 'replace' | 'events'
}

interface DevicesTableProps {
  devices: readonly AdminDevice[]
  /** When they were read, by the clock of this device. */
  readAtMs: number
  sorting: DeviceSorting
  onSort(sorting: DeviceSorting): void
}

export function DevicesTable({ devices, readAtMs, sorting, onSort }: DevicesTableProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const placeText = usePlaceText()
  const isLost = useLiveStatus().state === 'lost'
  const isOld = useIsOld(readAtMs) || isLost
  const [question, setQuestion] = useState<Question>()
  const { data: incidents = [] } = useQuery(unresolvedQuery)
  const faulty = new Set(incidents.flatMap(({ kind, deviceId }) => (kind === 'DEVICE_FAULT' ? deviceId : [])))
  return (
    <div className={isOld ? 'devices-old' : undefined}>
      <Checked readAtMs={readAtMs} />
      <Table<AdminDevice, DeviceSort>
        sorting={sorting}
        onSort={onSort}
        caption={t('admin.devices.title')}
        rows={devices}
        rowKey={({ id }) => id}
        empty={t('admin.devices.empty')}
        columns={[
          {
            key: 'name',
            title: t('admin.devices.device'),
            sort: 'name',
            cell: ({ name, externalId, kind }) => (
              <span>
                {name !== externalId && <strong className="devices-name">{name}</strong>}
                <span className="devices-mac">{externalId}</span>
                <span className="muted devices-name">{t(`patient.devices.kinds.${kind}`)}</span>
              </span>
            ),
          },
          {
            key: 'owner',
            title: t('admin.devices.owner'),
            sort: 'owner',
            cell: ({ userId, ownerName, place }) =>
              userId ? (
                <Link to="/admin/people/$userId" params={{ userId }} className="people-name">
                  {ownerName}
                </Link>
              ) : (
                place && <span className="people-place">{placeText(place)}</span>
              ),
          },
          {
            key: 'room',
            title: t('admin.people.fields.room'),
            sort: 'room',
            cell: ({ residence }) =>
              residence && <span className="people-place">{placeText(residence)}</span>,
          },
          {
            key: 'team',
            title: t('admin.people.fields.team'),
            sort: 'team',
            cell: ({ teams }) => formats.list(teams),
          },
          {
            key: 'status',
            title: t('admin.people.fields.status'),
            cell: ({ id, status }) => (
              <span className="row">
                <DeviceStatusTag status={status} />
                {faulty.has(id) && <Tag tone="caution">{t('incident.kind.DEVICE_FAULT')}</Tag>}
              </span>
            ),
          },
          {
            key: 'battery',
            title: t('admin.devices.battery'),
            sort: 'battery',
            cell: (device) => <Battery {...device} />,
          },
          {
            key: 'seen',
            title: t('admin.devices.lastSeen'),
            sort: 'lastSeen',
            cell: ({ lastSeen }) => (lastSeen ? <TimeAgo at={lastSeen} /> : t('admin.people.never')),
          },
          {
            key: 'actions',
            title: t('admin.devices.actions'),
            cell: (device) => <Actions device={device} onQuestion={setQuestion} />,
          },
        ]}
      />
      {question?.action === 'change' && (
        <DeviceSettingsDialog device={question.device} onClose={() => setQuestion(undefined)} />
      )}
      {question?.action === 'release' && (
        <DeviceRelease device={question.device} onClose={() => setQuestion(undefined)} />
      )}
      {question?.action === 'events' && (
        <DeviceEvents device={question.device} onClose={() => setQuestion(undefined)} />
      )}
      {question?.action === 'replace' && (
        <ReplaceDevice device={question.device} onClose={() => setQuestion(undefined)} />
      )}
      {(question?.action === 'enable' || question?.action === 'disable') && (
        <DeviceAction
          device={question.device}
          action={question.action}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  )
}

function Actions({ device, onQuestion }: { device: AdminDevice; onQuestion(question: Question): void }) {
  const { t } = useTranslation()
  const action = device.status === 'DISABLED' ? 'enable' : 'disable'
  const label = (word: string) => t('admin.devices.actionOn', { action: word, device: device.externalId })
  return (
    <span className="row devices-actions">
      {!isWorn(device.kind) && (
        <Button
          look="quiet"
          aria-label={label(t('patient.devices.events.open'))}
          onPress={() => onQuestion({ device, action: 'events' })}
        >
          {t('patient.devices.events.open')}
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={label(t('admin.devices.change.button'))}
        onPress={() => onQuestion({ device, action: 'change' })}
      >
        {t('admin.devices.change.button')}
      </Button>
      <Button
        look="quiet"
        aria-label={label(t(`admin.devices.${action}.button`))}
        onPress={() => onQuestion({ device, action })}
      >
        {t(`admin.devices.${action}.button`)}
      </Button>
      <Button
        look="quiet"
        aria-label={label(t('admin.devices.release.button'))}
        onPress={() => onQuestion({ device, action: 'release' })}
      >
        {t('admin.devices.release.button')}
      </Button>
      {action === 'disable' && (
        <Button
          look="quiet"
          aria-label={label(t('patient.devices.replace.button'))}
          onPress={() => onQuestion({ device, action: 'replace' })}
        >
          {t('patient.devices.replace.button')}
        </Button>
      )}
    </span>
  )
}

function Battery({ batteryLevel: level, isBatteryLow }: AdminDevice) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (level === null) return <span className="muted">{t('common.unknown')}</span>
  const text = formats.percent(level / 100)
  return isBatteryLow ? (
    <Tag tone="caution">{t('admin.devices.low', { level: text })}</Tag>
  ) : (
    <span>{text}</span>
  )
}
