import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { DeviceSetup } from '../patient/device-setup.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DeviceRegisterForm } from './device-register-form.tsx'

/** Gives a device to a person, and shows this once how to set it up. */
export function DeviceRegisterDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const [device, setDevice] = useState<Schema<'ProvisionedDevice'>>()
  return (
    <Dialog
      title={t('admin.devices.register.title')}
      isOpen
      mustBeClosed={device !== undefined}
      onClose={onClose}
    >
      {device ? (
        <DeviceSetup device={device} onClose={onClose} />
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
