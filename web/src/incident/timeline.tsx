import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { entryWords } from './entry-words.ts'
import type { IncidentDetail } from './incident.ts'
import { earlierEntriesQuery } from './incident-queries.ts'
import { named } from './named.ts'

type Entry = IncidentDetail['timeline'][number]

export interface TimelineProps {
  incident: IncidentDetail
  isShown?: (entry: Entry) => boolean
}

/** Who did what when, the newest last; of a long one, what happened earlier is read when it is asked for. */
export function Timeline({ incident, isShown = () => true }: TimelineProps) {
  const { t } = useTranslation()
  const { earlier, hasEarlier, isPending, error, showEarlier } = useEarlierEntries(incident)
  return (
    <section className="card" aria-labelledby="incident-timeline">
      <h2 id="incident-timeline">{t('incident.timeline')}</h2>
      <ErrorNotice error={error} />
      {hasEarlier && (
        <p>
          <Button onPress={showEarlier} isPending={isPending}>
            {t('incident.earlier')}
          </Button>
        </p>
      )}
      <ol className="timeline">
        {[...earlier, ...incident.timeline].filter(isShown).map((entry) => (
          <TimelineEntry key={`${entry.at} ${entry.type} ${entry.text}`} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

/** Reads the entries before those that the incident has, page by page. */
function useEarlierEntries({ id, hasEarlierEntries }: IncidentDetail) {
  const [isAsked, setAsked] = useState(false)
  const query = useInfiniteQuery({ ...earlierEntriesQuery(id), enabled: isAsked && hasEarlierEntries })
  return {
    earlier: query.data?.pages.flatMap(({ data }) => data).reverse() ?? [],
    hasEarlier: query.data ? query.hasNextPage : hasEarlierEntries,
    isPending: query.isLoading || query.isFetchingNextPage,
    error: query.error,
    showEarlier() {
      setAsked(true)
      // Before the first page, to ask is enough; after an error, it is asked for again.
      if (isAsked) void query.fetchNextPage()
    },
  }
}

function TimelineEntry({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { title, text, isEnglish } = entryWords(entry, t, formats)
  return (
    <li className={`timeline-${entry.type}`}>
      <span className="muted">
        <ClockTime at={entry.at} />
      </span>
      <span className="timeline-entry">
        <strong>{title}</strong>
        {entry.actor && <span className="muted">{named(entry.actor, t('incident.who.deleted'))}</span>}
        {entry.station && <span className="muted">{t('station.at', { station: entry.station })}</span>}
        {text && (
          <span className="timeline-text" dir="auto" {...(isEnglish && { lang: 'en' })}>
            {text}
          </span>
        )}
      </span>
    </li>
  )
}
