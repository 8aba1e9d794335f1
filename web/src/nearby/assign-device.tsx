import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeviceOwner, noOwner, ownerOf } from '../admin/device-owner.tsx'
import { nameOf } from '../admin/people-picker.tsx'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { DeviceKindField } from '../patient/device-id-field.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { TextField } from '../ui/text-field.tsx'
import type { NearbyDevice } from './intake-queries.ts'

interface AssignDeviceProps {
  device: NearbyDevice
  onClose(): void
}

/** Gives what was seen to a person or a room: from then on, what it says is acted on. */
export function AssignDevice({ device, onClose }: AssignDeviceProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const placeText = usePlaceText()
  const { externalId } = device
  const [kind, setKind] = useState(device.suggestedKind)
  const [owner, setOwner] = useState(noOwner)
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const chosen = ownerOf(owner)
  const assign = useMutation({
    mutationFn: async (of: NonNullable<typeof chosen>) => {
      const body = { ...of, externalId, kind, ...(name.trim() && { name: name.trim() }) }
      return (await request(api.POST('/api/admin/devices', { body }))).data
    },
    onSuccess: async () => {
      await Promise.all([keys.nearby, keys.devices].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!chosen)
    if (chosen && !assign.isPending) assign.mutate(chosen)
  }
  const whose = owner.person && owner.of === 'person' ? nameOf(owner.person) : placeText(owner.place)
  return (
    <Dialog title={t('admin.nearby.assign.title', { device: externalId })} isOpen onClose={onClose}>
      {assign.data ? (
        <div className="stack">
          <Notice tone="good" isAlert>
            {t('admin.nearby.assign.done', { device: assign.data.name, whose })}
          </Notice>
          <p>{t('admin.nearby.assign.next')}</p>
          <div className="form-actions">
            <Button look="primary" onPress={onClose}>
              {t('common.close')}
            </Button>
          </div>
        </div>
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          <DeviceOwner
            value={owner}
            onChange={setOwner}
            error={isMissing && !chosen ? t('admin.devices.for.missing') : undefined}
          />
          <DeviceKindField description={t('admin.nearby.assign.kindHint')} value={kind} onChange={setKind} />
          <TextField
            label={t('admin.nearby.assign.name')}
            description={t('admin.nearby.assign.nameHint')}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={setName}
          />
          <ErrorNotice error={assign.error} />
          <FormActions
            submitText={t('admin.nearby.assign.submit')}
            isPending={assign.isPending}
            onCancel={onClose}
          />
        </form>
      )}
    </Dialog>
  )
}

/** Lets a source speak for a device that is registered already. */
export function ConnectKnown({ device, onClose }: AssignDeviceProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { externalId, deviceId, source } = device
  async function connect() {
    if (!deviceId) return
    const params = { path: { id: deviceId } }
    await request(api.PUT('/api/admin/intake/devices/{id}', { params, body: { source: source.id } }))
    await client.invalidateQueries({ queryKey: keys.nearby })
  }
  return (
    <ConfirmDialog
      title={t('admin.nearby.connect.title', { device: externalId })}
      confirmLabel={t('admin.nearby.connect.submit')}
      onConfirm={connect}
      onClose={onClose}
    >
      <p>{t('admin.nearby.connect.about')}</p>
    </ConfirmDialog>
  )
}
