import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from './button.tsx'

interface FormActionsProps extends Pick<ButtonProps, 'isPending' | 'isDisabled' | 'size' | 'look'> {
  submitText: string
  onCancel?: (() => void) | undefined
  /** What stands between the two buttons. */
  children?: ReactNode
}

/** The end of a form. Its first button submits it, as Enter does in a field. */
export function FormActions({ submitText, onCancel, children, ...button }: FormActionsProps) {
  const { t } = useTranslation()
  return (
    <div className="form-actions">
      <Button type="submit" look="primary" {...button}>
        {submitText}
      </Button>
      {children}
      {onCancel && (
        <Button {...(button.size && { size: button.size })} onPress={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  )
}
