import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { DeviceIdField, DeviceKindField } from '../patient/device-id-field.tsx'
import { type DeviceKind, isWorn } from '../patient/device-words.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { z } from '../ui/zod.ts'
import { DeviceOwner, noOwner, type OwnerValue, ownerOf } from './device-owner.tsx'
import { isExternalId, isMac } from './devices-queries.ts'

const maxName = 100

interface DeviceValues {
  kind: DeviceKind
  macAddress: string
  name: string
  owner: OwnerValue
}

export interface DeviceRegisterFormProps {
  /** Chosen already. */
  owner?: { id: string; name: string } | undefined
  onRegistered(device: Schema<'ProvisionedDevice'>): void
  children?: ReactNode
}

/** Gives a device to a person or a place before it is heard of. */
export function DeviceRegisterForm({ owner, onRegistered, children }: DeviceRegisterFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const schema = z
    .object({
      kind: z.custom<DeviceKind>(),
      macAddress: z.string().trim(),
      name: z.string().trim().max(maxName, t('admin.people.errors.long')),
      owner: z
        .custom<OwnerValue>()
        .refine((value) => owner || ownerOf(value), { error: t('admin.devices.for.missing') }),
    })
    .refine(({ kind, macAddress: id }) => id === '' || !isWorn(kind) || isMac(id), {
      path: ['macAddress'],
      error: t('admin.devices.macHint'),
    })
    .refine(({ kind, macAddress: id }) => id === '' || isWorn(kind) || isExternalId(id), {
      path: ['macAddress'],
      error: t('patient.devices.idHint'),
    })
  const { control, handleSubmit, watch, setValue } = useForm<DeviceValues>({
    defaultValues: { kind: 'WEARABLE', macAddress: '', name: '', owner: noOwner },
    resolver: zodResolver(schema),
  })
  const { field, fieldState } = useController({ control, name: 'owner' })
  const shownKind = watch('kind')
  const register = useMutation({
    mutationFn: async ({ kind, macAddress: id, name, owner: chosen }: DeviceValues) => {
      const body = {
        ...(owner ? { userId: owner.id } : ownerOf(chosen)),
        ...{ kind, ...(name && { name }) },
        ...(id && (isWorn(kind) ? { macAddress: id } : { externalId: id })),
      }
      return (await request(api.POST('/api/admin/devices', { body }))).data
    },
    onSuccess: async (device) => {
      await client.invalidateQueries({ queryKey: keys.devices })
      onRegistered(device)
    },
  })
  return (
    <form className="form" noValidate onSubmit={handleSubmit((values) => register.mutate(values))}>
      <DeviceKindField value={shownKind} onChange={(kind) => setValue('kind', kind)} />
      <DeviceIdField control={control} name="macAddress" kind={shownKind} />
      {!owner && (
        <DeviceOwner value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
      )}
      <FormTextField
        control={control}
        name="name"
        label={t('admin.devices.name')}
        description={t('admin.devices.nameHint')}
        autoComplete="off"
      />
      <ErrorNotice error={register.error} />
      <FormActions submitText={t('admin.devices.register.submit')} isPending={register.isPending}>
        {children}
      </FormActions>
    </form>
  )
}
