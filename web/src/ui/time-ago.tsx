import { useFormats } from '../i18n/formats.ts'
import { useNow } from './now.ts'

/** How long ago something was, ticking, with the exact time behind it. */
export function TimeAgo({ at }: { at: string }) {
  const formats = useFormats()
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formats.exact(date)}>
      {formats.relative(date > now ? now : date, now)}
    </time>
  )
}

/** The time of the day at which something was, with the date if it was not today. */
export function ClockTime({ at }: { at: string }) {
  const formats = useFormats()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formats.exact(date)}>
      {formats.time(date)}
    </time>
  )
}
