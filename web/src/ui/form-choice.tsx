import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Choice } from './choice.tsx'

export interface FormChoiceProps<Values extends FieldValues> {
  // The third parameter is what a resolver returns, which a field does not look at.
  control: Control<Values, unknown, FieldValues>
  name: FieldPath<Values>
  children: ReactNode
}

export function FormChoice<Values extends FieldValues>({ control, name, children }: FormChoiceProps<Values>) {
  const { field } = useController({ control: control as Control<Values>, name })
  return (
    <Choice name={name} checked={field.value} onChange={field.onChange} onBlur={field.onBlur}>
      {children}
    </Choice>
  )
}
