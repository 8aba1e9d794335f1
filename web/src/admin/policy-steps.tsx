import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import type { Formats } from '../i18n/create-formats.ts'
import { useFormats } from '../i18n/formats.ts'
import { formatDuration } from '../i18n/units.ts'
import { afterText } from '../patient/after-text.ts'

type Policy = Schema<'EscalationPolicy'>
export type Audience = Policy['steps'][number]['tell'][number]

/** A policy in words. */
export function PolicySteps({ policy: { steps, repeat, quietAtNight } }: { policy: Policy }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <ol className="stack">
      {steps.map(({ afterSeconds, tell }) => (
        <li key={afterSeconds}>
          <strong>{afterText(t, afterSeconds)}</strong>
          {': '}
          {formats.list(tell.map((audience) => audienceText(t, formats, audience)))}
        </li>
      ))}
      {repeat && (
        <li>
          {t('admin.escalation.repeats', {
            count: repeat.steps,
            duration: formatDuration(formats.language, repeat.everySeconds),
          })}
        </li>
      )}
      {quietAtNight && <li>{t('admin.escalation.quietAtNight')}</li>}
    </ol>
  )
}

function audienceText(t: TFunction, formats: Formats, audience: Audience): string {
  if (audience.who === 'webhooks') return t('admin.escalation.who.webhooks')
  const who =
    audience.who === 'priority'
      ? t('admin.escalation.who.priority', { priority: audience.priority })
      : t(`admin.escalation.who.${audience.who}`)
  const { channels } = audience
  const by = Array.isArray(channels)
    ? formats.list(channels.map((channel) => t(`channel.${channel}.word`)))
    : t(`admin.escalation.allOrBest.${channels}`)
  return t('admin.escalation.audience', { who, by })
}
