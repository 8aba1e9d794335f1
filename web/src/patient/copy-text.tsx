import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Shows a text to pass on; where the browser does not copy, it can be selected. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <div className="stack">
      <TextField label={label} isReadOnly value={text} />
      <Button onPress={() => void copy()}>
        <span aria-live="polite">{isCopied ? t('common.copied') : t('common.copy')}</span>
      </Button>
    </div>
  )
}
