import { useTranslation } from 'react-i18next'
import { ruleEvents } from '../patient/device-words.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { IntakeRule } from './intake-queries.ts'

/** A rule as it stands in the form. */
export interface RuleValues {
  path: string
  equals: string
  event: IntakeRule['event']
  device: string
}

export const noRule: RuleValues = { path: '', equals: '', event: 'sos', device: '' }

/** A value as JSON writes it: ON is a text, and so is "1"; 1 and true are not. */
function readValue(text: string): IntakeRule['equals'] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  } catch {
    // Most texts are no JSON.
  }
  return text
}

export const ruleOf = ({ path, equals, event, device }: RuleValues): IntakeRule => ({
  ...{ path: path.trim(), equals: readValue(equals.trim()), event },
  ...(device.trim() && { device: device.trim() }),
})

export interface RuleFieldsProps {
  value: RuleValues
  onChange(value: RuleValues): void
}

/** Which value of a message means what, for messages that no adapter knows. */
export function RuleFields({ value, onChange }: RuleFieldsProps) {
  const { t } = useTranslation()
  const field = (name: 'path' | 'equals' | 'device') => (
    <TextField
      label={t(`admin.nearby.rule.${name}`)}
      description={t(`admin.nearby.rule.${name}Hint`)}
      autoComplete="off"
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  )
  return (
    <>
      {field('path')}
      {field('equals')}
      <SelectField
        label={t('admin.nearby.rule.event')}
        value={value.event}
        options={ruleEvents.map((event) => ({
          value: event,
          label: t(`patient.devices.events.type.${event}`),
        }))}
        onChange={(event) => onChange({ ...value, event })}
      />
      {field('device')}
    </>
  )
}
