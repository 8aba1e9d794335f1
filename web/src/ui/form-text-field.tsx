import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface FormTextFieldProps<Values extends FieldValues>
  extends Omit<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'name' | 'error' | 'inputRef'> {
  // The third parameter is what a resolver returns, which a field does not look at.
  control: Control<Values, unknown, FieldValues>
  name: FieldPath<Values>
}

/** A TextField of a form; its error is the message of the form's schema, and the first wrong one gets the focus. */
export function FormTextField<Values extends FieldValues>({
  control,
  name,
  ...props
}: FormTextFieldProps<Values>) {
  const { field, fieldState } = useController({ control: control as Control<Values>, name })
  return (
    <TextField
      {...props}
      name={name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  )
}
