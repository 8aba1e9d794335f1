import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DeviceRegisterForm } from '../admin/device-register-form.tsx'
import { nameOf } from '../admin/people-picker.tsx'
import { personQuery } from '../admin/people-queries.ts'
import type { Schema } from '../api/client.ts'
import { DeviceSetup } from '../patient/device-setup.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'

export interface DeviceStepProps {
  patientId: string | undefined
  /** Of a device that was registered, here or earlier. */
  macAddress: string | undefined
  /** Registered on this page: only then its key is known. */
  device: Schema<'ProvisionedDevice'> | undefined
  onRegistered(device: Schema<'ProvisionedDevice'>): void
}

/** Gives the patient a device, and shows this once how to set it up. */
export function DeviceStep({ patientId, macAddress, device, onRegistered }: DeviceStepProps) {
  const { t } = useTranslation()
  const { data: patient } = useQuery({ ...personQuery(patientId ?? ''), enabled: patientId !== undefined })
  const owner = patient && { id: patient.id, name: nameOf(patient) }
  if (device) return <DeviceSetup device={device} />
  if (macAddress)
    return (
      <div className="stack">
        <Notice tone="good">{t('welcome.device.registered', { mac: macAddress })}</Notice>
        <p>{t('welcome.device.lostKey')}</p>
        <div>
          {patientId ? (
            <ButtonLink to="/patients/$patientId" params={{ patientId }} search={{ tab: 'devices' }}>
              {t('nav.devices')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/admin/devices">{t('nav.devices')}</ButtonLink>
          )}
        </div>
      </div>
    )
  return (
    <div className="stack">
      <p>{owner ? t('welcome.device.for', { name: owner.name }) : t('welcome.device.patientFirst')}</p>
      <DeviceRegisterForm owner={owner} onRegistered={onRegistered} />
    </div>
  )
}
