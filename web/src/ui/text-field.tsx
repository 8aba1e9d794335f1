import type { Ref } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import './field.css'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  label: string
  description?: string | undefined
  /** What is wrong with the value. */
  error?: string | undefined
  isMultiline?: boolean
  placeholder?: string
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>
}

export function TextField({
  label,
  description,
  error,
  isMultiline,
  placeholder,
  inputRef,
  ...props
}: TextFieldProps) {
  const { t } = useTranslation()
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} validationBehavior="aria" className="field">
      <Label>
        {label}
        {props.isRequired && <span className="field-required"> ({t('common.required')})</span>}
      </Label>
      {isMultiline ? (
        <TextArea ref={inputRef} rows={3} />
      ) : (
        <Input ref={inputRef} placeholder={placeholder ?? ''} />
      )}
      {description && (
        <Text slot="description" className="field-description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  )
}
