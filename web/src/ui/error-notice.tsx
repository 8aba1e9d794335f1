import { useErrorText } from '../api/error-text.ts'
import { Notice } from './notice.tsx'

/** Says why something failed, or shows nothing if nothing did. */
export function ErrorNotice({ error }: { error: unknown }) {
  const errorText = useErrorText()
  if (!error) return null
  return (
    <Notice tone="caution" isAlert>
      {errorText(error)}
    </Notice>
  )
}
