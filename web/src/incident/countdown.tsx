import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useNow } from '../ui/now.ts'

/** A sentence that ends with how long it is until a time, in digits. */
export function CountedDown({ text, at }: { text: ParseKeys & `incident.who.${string}`; at: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const date = new Date(at)
  const until = formats.countdown(date.getTime() - now.getTime())
  return (
    <time dateTime={at} title={formats.exact(date)} className="countdown">
      {t(text as 'incident.who.nextStep', { until })}
    </time>
  )
}
