import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DeviceKey } from '../admin/device-key.tsx'
import { DeviceRegisterForm } from '../admin/device-register-form.tsx'
import { nameOf } from '../admin/people-picker.tsx'
import { personQuery } from '../admin/people-queries.ts'
import { Notice } from '../ui/notice.tsx'

export interface DeviceStepProps {
  patientId: string | undefined
  macAddress: string | undefined
  /** Made on this page. */
  deviceKey: string | undefined
  onRegistered(macAddress: string): void
  onKey(key: string): void
}

/** DeviceStep gives a MAC address to the patient, and makes the key with which the device sends. */
export function DeviceStep(props: DeviceStepProps) {
  const { patientId, macAddress, deviceKey, onRegistered, onKey } = props
  const { t } = useTranslation()
  const { data: patient } = useQuery({ ...personQuery(patientId ?? ''), enabled: patientId !== undefined })
  const owner = patient && { id: patient.id, name: nameOf(patient) }
  return (
    <div className="stack">
      <h3>{t('welcome.device.register')}</h3>
      {macAddress ? (
        <Notice tone="good">{t('welcome.device.registered', { mac: macAddress })}</Notice>
      ) : (
        <>
          {owner && <p>{t('welcome.device.for', { name: owner.name })}</p>}
          <DeviceRegisterForm
            owner={owner}
            onRegistered={(device) => {
              onRegistered(device.macAddress)
              onKey(device.key)
            }}
          />
        </>
      )}
      <h3>{t('welcome.device.key')}</h3>
      {patientId ? (
        <DeviceKey userId={patientId} macAddress={macAddress} deviceKey={deviceKey} onKey={onKey} />
      ) : (
        <p>{t('welcome.device.patientFirst')}</p>
      )}
    </div>
  )
}
