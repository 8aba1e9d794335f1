import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { TextField } from '../ui/text-field.tsx'
import { DeviceSetup } from './device-setup.tsx'

export interface ReplaceDeviceProps {
  device: { id: string; name: string }
  onClose(): void
}

/** Asks before a lost device is disabled, and shows this once how to set up the one in its place. */
export function ReplaceDevice({ device, onClose }: ReplaceDeviceProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [macAddress, setMacAddress] = useState('')
  const replace = useMutation({
    mutationFn: async () => {
      const params = { path: { id: device.id } }
      const body = macAddress.trim() ? { macAddress: macAddress.trim() } : {}
      return (await request(api.POST('/api/device/{id}/replacement', { params, body }))).data
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.devices }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    // A second Enter must not disable the device in its place.
    if (!replace.isPending) replace.mutate()
  }
  return (
    <Dialog
      title={t('patient.devices.replace.title', { name: device.name })}
      isOpen
      mustBeClosed={replace.isSuccess}
      onClose={onClose}
    >
      {replace.data ? (
        <DeviceSetup device={replace.data} onClose={onClose} />
      ) : (
        <form className="form" onSubmit={submit}>
          <p>{t('patient.devices.replace.about')}</p>
          <TextField
            label={t('patient.devices.replace.address')}
            description={t('patient.devices.register.addressAbout')}
            placeholder="AA:BB:CC:DD:EE:FF"
            autoComplete="off"
            value={macAddress}
            onChange={setMacAddress}
          />
          <ErrorNotice error={replace.error} />
          <FormActions
            submitText={t('patient.devices.replace.button')}
            isPending={replace.isPending}
            onCancel={onClose}
          />
        </form>
      )}
    </Dialog>
  )
}
