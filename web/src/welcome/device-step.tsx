import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DeviceRegisterForm } from '../admin/device-register-form.tsx'
import { createDeviceKey } from '../admin/people-invite.ts'
import { nameOf } from '../admin/people-picker.tsx'
import { personQuery } from '../admin/people-queries.ts'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { DeviceConnection } from './device-connection.tsx'

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
          <DeviceRegisterForm owner={owner} onRegistered={(device) => onRegistered(device.macAddress)} />
        </>
      )}
      <h3>{t('welcome.device.key')}</h3>
      {deviceKey && <DeviceConnection deviceKey={deviceKey} macAddress={macAddress} />}
      {!deviceKey && patientId && <NewKey userId={patientId} onKey={onKey} />}
      {!deviceKey && !patientId && <p>{t('welcome.device.patientFirst')}</p>}
    </div>
  )
}

interface NewKeyProps {
  userId: string
  onKey(key: string): void
}

function NewKey({ userId, onKey }: NewKeyProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const create = useMutation({
    mutationFn: () => createDeviceKey(userId, t('welcome.device.keyName')),
    onSuccess: onKey,
  })
  return (
    <div className="stack">
      <p>{t('welcome.device.keyAbout')}</p>
      {create.error && (
        <Notice tone="caution" isAlert>
          {errorText(create.error)}
        </Notice>
      )}
      <div>
        <Button isPending={create.isPending} onPress={() => create.mutate()}>
          {t('welcome.device.makeKey')}
        </Button>
      </div>
    </div>
  )
}
