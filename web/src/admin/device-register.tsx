import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DeviceRegisterForm } from './device-register-form.tsx'

export function DeviceRegisterDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('admin.devices.register.title')} isOpen onClose={onClose}>
      <p>{t('admin.devices.register.about')}</p>
      <DeviceRegisterForm onRegistered={onClose}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </DeviceRegisterForm>
    </Dialog>
  )
}
