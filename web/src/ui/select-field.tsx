import { type SelectHTMLAttributes, useId } from 'react'
import './field.css'

export interface SelectFieldProps<Value extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  label: string
  value: Value
  options: readonly { value: NoInfer<Value>; label: string }[]
  onChange(value: NoInfer<Value>): void
  description?: string
}

/** The platform's own list: on a phone it is the one that people know. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  description,
  ...props
}: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...props}
        id={id}
        value={value}
        aria-describedby={description && `${id}-description`}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {description && (
        <span id={`${id}-description`} className="field-description">
          {description}
        </span>
      )}
    </div>
  )
}
