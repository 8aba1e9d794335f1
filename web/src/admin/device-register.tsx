import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { DeviceKey } from './device-key.tsx'
import { DeviceRegisterForm } from './device-register-form.tsx'

/** DeviceRegisterDialog gives a device to a person, and then the device its key. */
export function DeviceRegisterDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const [device, setDevice] = useState<Schema<'Device'>>()
  const [key, setKey] = useState<string>()
  return (
    <Dialog title={t('admin.devices.register.title')} isOpen onClose={onClose}>
      {device ? (
        <>
          <Notice tone="good" isAlert>
            {t('welcome.device.registered', { mac: device.macAddress })}
          </Notice>
          <DeviceKey userId={device.userId} macAddress={device.macAddress} deviceKey={key} onKey={setKey} />
          <div className="form-actions">
            <Button onPress={onClose}>{t('common.close')}</Button>
          </div>
        </>
      ) : (
        <>
          <p>{t('admin.devices.register.about')}</p>
          <DeviceRegisterForm onRegistered={setDevice}>
            <Button onPress={onClose}>{t('common.cancel')}</Button>
          </DeviceRegisterForm>
        </>
      )}
    </Dialog>
  )
}
