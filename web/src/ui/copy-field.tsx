import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import './copy-field.css'

export interface CopyFieldProps {
  label: string
  value: string
}

/** A text to take along: it can be read, selected and copied, and not changed. */
export function CopyField({ label, value }: CopyFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // Without HTTPS there is no clipboard; the selected text can still be copied by hand.
      return
    }
    setCopied(true)
  }

  return (
    <div className="copy-field">
      <label className="field">
        <span className="field-label">{label}</span>
        <input ref={input} readOnly value={value} onFocus={(event) => event.target.select()} />
      </label>
      <Button onPress={() => void copy()}>{t('common.copy')}</Button>
      <span role="status" className="copy-field-status">
        {isCopied && t('common.copied')}
      </span>
    </div>
  )
}
