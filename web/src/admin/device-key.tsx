import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { DeviceConnection } from './device-connection.tsx'
import { createDeviceKey } from './people-invite.ts'

export interface DeviceKeyProps {
  userId: string
  macAddress: string | undefined
  /** Made on this page. */
  deviceKey: string | undefined
  onKey(key: string): void
}

/** DeviceKey makes the key with which the devices of a person send, and shows it this once. */
export function DeviceKey({ userId, macAddress, deviceKey, onKey }: DeviceKeyProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const create = useMutation({
    mutationFn: () => createDeviceKey(userId, macAddress ?? t('welcome.device.keyName')),
    onSuccess: onKey,
  })
  if (deviceKey) return <DeviceConnection deviceKey={deviceKey} macAddress={macAddress} />
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
