import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { usePlaceText } from '../ui/place.ts'
import type { AdminDevice } from './devices-queries.ts'
import { PersonPicker } from './people-picker.tsx'
import type { User } from './people-queries.ts'

interface DeviceDialogProps {
  device: AdminDevice
  onClose(): void
}

/** Returns whom a device belongs to, or its place. */
function useWhose(): (device: AdminDevice) => string {
  const placeText = usePlaceText()
  return ({ ownerName, place }) => ownerName ?? placeText(place)
}

/** Asks before a device is disabled or enabled. */
export function DeviceAction({
  device,
  action,
  onClose,
}: DeviceDialogProps & { action: 'enable' | 'disable' }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const whose = useWhose()
  const params = { path: { id: device.id } }

  async function carryOut() {
    await (action === 'enable'
      ? request(api.POST('/api/admin/devices/{id}/enable', { params }))
      : request(api.POST('/api/admin/devices/{id}/disable', { params })))
    await client.invalidateQueries({ queryKey: keys.devices })
  }

  return (
    <ConfirmDialog
      title={t(`admin.devices.${action}.title`, { device: device.externalId })}
      confirmLabel={t(`admin.devices.${action}.button`)}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>{t(`admin.devices.${action}.about`, { name: whose(device) })}</p>
    </ConfirmDialog>
  )
}

/** Takes a device from its owner, which deletes its readings, and may give it to somebody else. */
export function DeviceRelease({ device, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const whose = useWhose()
  const [person, setPerson] = useState<User>()

  async function release() {
    await request(
      api.POST('/api/admin/devices/{id}/release', {
        params: { path: { id: device.id } },
        body: person ? { userId: person.id } : {},
      }),
    )
    await client.invalidateQueries({ queryKey: keys.devices })
  }

  return (
    <ConfirmDialog
      title={t('admin.devices.release.title', { device: device.externalId })}
      confirmLabel={t('admin.devices.release.button')}
      typedWord={{
        label: t('admin.devices.release.type', { device: device.externalId }),
        word: device.externalId,
      }}
      onConfirm={release}
      onClose={onClose}
    >
      <p>{t('admin.devices.release.about', { name: whose(device) })}</p>
      <PersonPicker
        label={t('admin.devices.release.to')}
        filter={{ status: 'active' }}
        value={person}
        onChange={setPerson}
        exceptIds={device.userId ? [device.userId] : []}
      />
    </ConfirmDialog>
  )
}
