import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../ui/form-text-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type DeviceKind, deviceKinds, isWorn } from './device-words.ts'

interface DeviceKindFieldProps {
  value: DeviceKind
  onChange(kind: DeviceKind): void
  description?: string
}

/** What a device is. */
export function DeviceKindField(props: DeviceKindFieldProps) {
  const { t } = useTranslation()
  const options = deviceKinds.map((kind) => ({ value: kind, label: t(`patient.devices.kinds.${kind}`) }))
  return <SelectField label={t('patient.devices.kind')} options={options} {...props} />
}

interface DeviceIdFieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, FieldValues>
  name: FieldPath<Values>
  kind: DeviceKind
}

/** The address of what is worn; of other devices, whatever they call themselves. */
export function DeviceIdField<Values extends FieldValues>({
  control,
  name,
  kind,
}: DeviceIdFieldProps<Values>) {
  const { t } = useTranslation()
  const field = { control, name, autoComplete: 'off' }
  return isWorn(kind) ? (
    <FormTextField
      {...field}
      label={t('patient.devices.register.address')}
      description={t('patient.devices.register.addressAbout')}
      placeholder="AA:BB:CC:DD:EE:FF"
    />
  ) : (
    <FormTextField
      {...field}
      label={t('patient.devices.id')}
      description={t('patient.devices.idHint')}
      placeholder="00124B0024C8F1A7"
    />
  )
}
