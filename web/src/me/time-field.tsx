import './time-field.css'

export interface TimeFieldProps {
  label: string
  /** HH:MM, or empty while it is incomplete. */
  value: string
  onChange(time: string): void
}

/** The platform's own: by keyboard, and on a phone with its wheels. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <input
      type="time"
      className="time-field"
      aria-label={label}
      value={value}
      required
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
