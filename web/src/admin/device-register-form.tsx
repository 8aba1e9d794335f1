import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { z } from '../ui/zod.ts'
import { isMac } from './devices-queries.ts'
import { PersonPicker } from './people-picker.tsx'
import type { User } from './people-queries.ts'

const maxName = 100

interface DeviceValues {
  macAddress: string
  name: string
  owner: User | null
}

export interface DeviceRegisterFormProps {
  /** Chosen already. */
  owner?: { id: string; name: string } | undefined
  onRegistered(device: Schema<'ProvisionedDevice'>): void
  children?: ReactNode
}

/** Gives a MAC address to a person before its first reading. */
export function DeviceRegisterForm({ owner, onRegistered, children }: DeviceRegisterFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const schema = z.object({
    macAddress: z
      .string()
      .trim()
      .refine((text) => text === '' || isMac(text), t('admin.devices.macHint')),
    name: z.string().trim().max(maxName, t('admin.people.errors.long')),
    owner: z
      .custom<User | null>()
      .refine((person) => owner || person, { error: t('admin.devices.register.noOwner') }),
  })
  const { control, handleSubmit } = useForm<DeviceValues>({
    defaultValues: { macAddress: '', name: '', owner: null },
    resolver: zodResolver(schema),
  })
  const { field, fieldState } = useController({ control, name: 'owner' })
  const register = useMutation({
    mutationFn: async ({ macAddress, name, owner: person }: DeviceValues) => {
      const userId = owner?.id ?? person?.id ?? ''
      const body = { userId, ...(macAddress && { macAddress }), ...(name && { name }) }
      return (await request(api.POST('/api/admin/devices', { body }))).data
    },
    onSuccess: async (device) => {
      await client.invalidateQueries({ queryKey: keys.devices })
      onRegistered(device)
    },
  })
  return (
    <form className="form" noValidate onSubmit={handleSubmit((values) => register.mutate(values))}>
      <FormTextField
        control={control}
        name="macAddress"
        label={t('admin.devices.mac')}
        placeholder="AA:BB:CC:DD:EE:FF"
        description={t('patient.devices.register.addressAbout')}
        autoComplete="off"
      />
      {!owner && (
        <PersonPicker
          label={t('admin.devices.owner')}
          filter={{ status: 'active' }}
          value={field.value ?? undefined}
          onChange={(person) => field.onChange(person ?? null)}
        />
      )}
      {fieldState.error && (
        <p className="field-error" role="alert">
          {fieldState.error.message}
        </p>
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
