import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { DeviceIdField, DeviceKindField } from './device-id-field.tsx'
import { DeviceSetup } from './device-setup.tsx'
import { type DeviceKind, isWorn } from './device-words.ts'

interface DeviceValues {
  kind: DeviceKind
  name: string
  macAddress: string
}

/** Gives a patient a device, and shows this once how to set it up. */
export function RegisterDevice({ patientId, onClose }: { patientId: string; onClose(): void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { control, handleSubmit, watch, setValue } = useForm<DeviceValues>({
    defaultValues: { kind: 'WEARABLE', name: '', macAddress: '' },
  })
  const kind = watch('kind')
  const register = useMutation({
    mutationFn: async ({ name, macAddress, ...chosen }: DeviceValues) => {
      const params = { path: { id: patientId } }
      const id = macAddress.trim()
      const body = {
        kind: chosen.kind,
        ...(name.trim() && { name: name.trim() }),
        ...(id && (isWorn(chosen.kind) ? { macAddress: id } : { externalId: id })),
      }
      return (await request(api.POST('/api/patients/{id}/devices', { params, body }))).data
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.devices }),
  })
  return (
    <Dialog
      title={t('patient.devices.register.title')}
      isOpen
      mustBeClosed={register.isSuccess}
      onClose={onClose}
    >
      {register.data ? (
        <DeviceSetup device={register.data} onClose={onClose} />
      ) : (
        <form className="form" noValidate onSubmit={handleSubmit((values) => register.mutate(values))}>
          <DeviceKindField value={kind} onChange={(chosen) => setValue('kind', chosen)} />
          <FormTextField
            control={control}
            name="name"
            label={t('patient.devices.register.name')}
            description={t('patient.devices.register.nameAbout')}
            autoComplete="off"
          />
          <DeviceIdField control={control} name="macAddress" kind={kind} />
          <ErrorNotice error={register.error} />
          <FormActions
            submitText={t('patient.devices.register.submit')}
            isPending={register.isPending}
            onCancel={onClose}
          />
        </form>
      )}
    </Dialog>
  )
}
