import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { ClockTime } from '../ui/time-ago.tsx'
import { entryWords } from './entry-words.ts'
import type { IncidentDetail } from './incident.ts'

/** Timeline is who did what when, the newest last. */
export function Timeline({ timeline }: Pick<IncidentDetail, 'timeline'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="incident-timeline">
      <h2 id="incident-timeline">{t('incident.timeline')}</h2>
      <ol className="timeline">
        {timeline.map((entry) => {
          const { title, text, isEnglish } = entryWords(entry, t, formats)
          return (
            <li key={`${entry.at} ${entry.type} ${entry.text}`} className={`timeline-${entry.type}`}>
              <span className="muted">
                <ClockTime at={entry.at} />
              </span>
              <span className="timeline-entry">
                <strong>{title}</strong>
                {entry.actor && (
                  <span className="muted">{entry.actor.name ?? t('incident.who.deleted')}</span>
                )}
                {entry.station && (
                  <span className="muted">{t('station.at', { station: entry.station })}</span>
                )}
                {text && (
                  <span className="timeline-text" dir="auto" {...(isEnglish && { lang: 'en' })}>
                    {text}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
