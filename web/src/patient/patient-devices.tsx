import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { unresolvedQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { formatDuration } from '../i18n/units.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { isWorn } from './device-words.ts'
import { devicesQuery } from './patient-queries.ts'
import { useMayManage } from './use-may-manage.ts'

// Only those who set up a device load it.
const RegisterDevice = lazy(async () => ({ default: (await import('./register-device.tsx')).RegisterDevice }))
const DeviceEvents = lazy(async () => ({ default: (await import('./device-events.tsx')).DeviceEvents }))
const UsePhoneDialog = lazy(async () => ({
  default: (await import('../phone/use-phone-dialog.tsx')).UsePhoneDialog,
}))
const ReplaceDevice = lazy(async () => ({ default: (await import('./replace-device.tsx')).ReplaceDevice }))

const tones: Record<Schema<'Device'>['status'], NonNullable<TagProps['tone']>> = {
  ACTIVE: 'good',
  INACTIVE: 'caution',
  OFFLINE: 'caution',
  DISABLED: 'neutral',
  UNREGISTERED: 'neutral',
}

/** Lists the devices of the patient; where one is worn, only its owner changes. */
export function PatientDevices({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const devices = useQuery(devicesQuery(patientId))
  const mayManage = useMayManage(patientId)
  const maySetUp = useMe().role !== 'PATIENT' && mayManage
  const [isRegistering, setRegistering] = useState(false)
  const [isUsingPhone, setUsingPhone] = useState(false)
  const [lost, setLost] = useState<Schema<'PatientDevice'>>()
  const [heard, setHeard] = useState<Schema<'PatientDevice'>>()
  return (
    <section className="stack" aria-labelledby="devices">
      <h2 id="devices">{t('patient.devices.title')}</h2>
      <QueryState query={devices}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted">{t('patient.devices.none')}</p>
          ) : (
            <ul className="patient-columns">
              {list.map((device) => (
                <DeviceCard
                  key={device.id}
                  device={device}
                  onEvents={() => setHeard(device)}
                  {...(maySetUp && { onReplace: () => setLost(device) })}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
      {!mayManage && <p className="muted">{t('patient.relatives.staffOnly')}</p>}
      {maySetUp && (
        <div className="row">
          <Button onPress={() => setRegistering(true)}>{t('patient.devices.register.title')}</Button>
          <Button onPress={() => setUsingPhone(true)}>{t('phone.use.open')}</Button>
        </div>
      )}
      <Suspense>
        {isRegistering && <RegisterDevice patientId={patientId} onClose={() => setRegistering(false)} />}
        {heard && <DeviceEvents device={heard} onClose={() => setHeard(undefined)} />}
        {isUsingPhone && (
          <UsePhoneDialog
            patientId={patientId}
            deviceIds={devices.data?.map(({ id }) => id) ?? []}
            onClose={() => setUsingPhone(false)}
          />
        )}
        {lost && <ReplaceDevice device={lost} onClose={() => setLost(undefined)} />}
      </Suspense>
    </section>
  )
}

interface DeviceCardProps {
  device: Schema<'PatientDevice'>
  onEvents(): void
  onReplace?(): void
}

function DeviceCard({ device, onEvents, onReplace }: DeviceCardProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isLost = useLiveStatus().state === 'lost'
  // The alarm knows earlier than the status: it follows the usual interval of the device.
  const { data: incidents = [] } = useQuery(unresolvedQuery)
  const isSilent = incidents.some(({ kind, deviceId }) => kind === 'DEVICE_SILENT' && deviceId === device.id)
  const isFaulty = incidents.some(({ kind, deviceId }) => kind === 'DEVICE_FAULT' && deviceId === device.id)
  const { kind, status, placement, expectedEverySeconds } = device
  const isQuiet = !isWorn(kind) && (status === 'INACTIVE' || status === 'OFFLINE')
  return (
    <li className={isLost ? 'card patient-old' : 'card'}>
      <h3>{device.name}</h3>
      <p className="row">
        {isSilent && status === 'ACTIVE' ? (
          <Tag tone="caution">{t('now.tile.SILENT')}</Tag>
        ) : (
          <Tag tone={tones[status]}>
            {isQuiet ? t(`patient.devices.quiet.${status}`) : t(`patient.devices.status.${status}`)}
          </Tag>
        )}
        {isFaulty && <Tag tone="caution">{t('incident.kind.DEVICE_FAULT')}</Tag>}
      </p>
      <dl className="facts">
        <dt>{t('patient.devices.kindOf')}</dt>
        <dd>{t(`patient.devices.kinds.${kind}`)}</dd>
        <dt>{t('patient.devices.lastSeen')}</dt>
        <dd>{device.lastSeen ? <TimeAgo at={device.lastSeen} /> : t('common.unknown')}</dd>
        <dt>{t('patient.devices.battery')}</dt>
        <dd>
          {device.batteryLevel === null ? t('common.unknown') : formats.percent(device.batteryLevel / 100)}
        </dd>
        {isWorn(kind) && (
          <>
            <dt>{t('patient.devices.worn')}</dt>
            <dd>{t(`patient.devices.placement.${placement}`)}</dd>
          </>
        )}
        {expectedEverySeconds !== null && (
          <>
            <dt>{t('patient.devices.expected')}</dt>
            <dd>{formatDuration(formats.language, expectedEverySeconds)}</dd>
          </>
        )}
        <dt>{t(isWorn(kind) ? 'patient.devices.address' : 'patient.devices.id')}</dt>
        <dd className="device-id">{device.externalId}</dd>
      </dl>
      {isWorn(kind) && placement === 'unknown' && <p className="muted">{t('patient.devices.wornHint')}</p>}
      <div className="row">
        {!isWorn(kind) && (
          <Button aria-label={t('patient.devices.events.of', { name: device.name })} onPress={onEvents}>
            {t('patient.devices.events.open')}
          </Button>
        )}
        {onReplace && status !== 'DISABLED' && (
          <Button aria-label={t('patient.devices.replace.of', { name: device.name })} onPress={onReplace}>
            {t('patient.devices.replace.open')}
          </Button>
        )}
      </div>
    </li>
  )
}
