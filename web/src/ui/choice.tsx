import type { InputHTMLAttributes, ReactNode } from 'react'
import './field.css'

export interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  children: ReactNode
  type?: 'checkbox' | 'radio'
  onChange?(isChosen: boolean): void
}

/** A checkbox or a radio button with its label, large enough for a thumb. */
export function Choice({ children, type = 'checkbox', onChange, ...props }: ChoiceProps) {
  return (
    <label className="choice">
      <input {...props} type={type} onChange={(event) => onChange?.(event.target.checked)} />
      <span>{children}</span>
    </label>
  )
}
