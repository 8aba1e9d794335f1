import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../ui/choice.tsx'

export interface DetailsChoiceProps {
  checked: boolean
  onChange(showDetails: boolean): void
  disabled?: boolean
}

/** Whether names are part of messages, which a locked screen shows to anybody. */
export function DetailsChoice({ checked, onChange, disabled = false }: DetailsChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      <Choice checked={checked} onChange={onChange} disabled={disabled} aria-describedby={id}>
        {t('me.notifications.details')}
      </Choice>
      <p id={id} className="field-description">
        {t('me.notifications.detailsHint')}
      </p>
    </div>
  )
}
