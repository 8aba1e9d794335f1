import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { overviewQuery } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { isOfPlace, useWhatHappened } from '../incident/incident-words.ts'
import { usePlaceText } from '../ui/place.ts'
import { ClockTime } from '../ui/time-ago.tsx'
import './shift-summary.css'

const shiftSummaryQuery = queryOptions({
  queryKey: keys.shiftSummary,
  queryFn: async ({ signal }) => (await request(api.GET('/api/shift-summary', { signal }))).data,
})

const isOver = ({ state }: Schema<'Incident'>) => state === 'RESOLVED' || state === 'CANCELLED'

/** One line for those who begin their shift, which opens: notes, what happened, and low batteries. */
export function ShiftSummary() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data: summary } = useQuery(shiftSummaryQuery)
  const { data: patients = [] } = useQuery(overviewQuery)
  if (!summary) return null
  const { from, handovers, incidents } = summary
  const batteries = patients.filter(({ status }) => status === 'LOW_BATTERY')
  const falls = incidents.filter(({ kind }) => kind === 'FALL').length
  const open = incidents.filter((incident) => !isOver(incident)).length
  const parts = [
    handovers.length > 0 && t('teams.summary.notes', { count: handovers.length }),
    falls > 0 && t('teams.summary.falls', { count: falls }),
    incidents.length > falls && t('teams.summary.others', { count: incidents.length - falls }),
    open > 0 && t('teams.summary.open', { count: open }),
    batteries.length > 0 && t('teams.summary.batteries', { count: batteries.length }),
  ].filter(Boolean)
  const since = t('teams.summary.since', { time: formats.time(new Date(from)) })
  if (parts.length === 0)
    return <p className="muted shift-summary-line">{`${since} ${t('teams.summary.nothing')}`}</p>
  return (
    <details className="card">
      <summary className="shift-summary-line">
        <span>
          <strong>{since}</strong> {parts.join(' · ')}
        </span>
      </summary>
      <div className="stack">
        {handovers.length > 0 && <Notes handovers={handovers} />}
        {incidents.length > 0 && <Happened incidents={incidents} />}
        {batteries.length > 0 && (
          <p>{t('teams.summary.lowBattery', { names: batteries.map(({ name }) => name).join(', ') })}</p>
        )}
      </div>
    </details>
  )
}

function Notes({ handovers }: { handovers: readonly Schema<'Handover'>[] }) {
  const { t } = useTranslation()
  return (
    <section className="stack" aria-labelledby="shift-notes">
      <h3 id="shift-notes">{t('teams.handovers')}</h3>
      <ul className="stack">
        {handovers.map(({ id, teamId, text, author, createdAt }) => (
          <li key={id}>
            <p className="shift-summary-note" dir="auto">
              {text}
            </p>
            <Link to="/teams/$teamId" params={{ teamId }} className="shift-summary-link">
              {author.name ?? t('incident.who.deleted')} · <ClockTime at={createdAt} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Happened({ incidents }: { incidents: readonly Schema<'Incident'>[] }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const whatHappened = useWhatHappened()
  return (
    <section className="stack" aria-labelledby="shift-incidents">
      <h3 id="shift-incidents">{t('teams.summary.happened')}</h3>
      <ul>
        {incidents.map((incident) => (
          <li key={incident.id}>
            <Link
              to="/incidents/$incidentId"
              params={{ incidentId: incident.id }}
              className="shift-summary-link"
            >
              {[
                whatHappened(incident),
                isOfPlace(incident) ? '' : placeText({ room: incident.room }),
                incident.outcome
                  ? t(`incident.outcome.${incident.outcome}`)
                  : t(isOver(incident) ? 'teams.summary.isOver' : 'teams.summary.isOpen'),
              ]
                .filter(Boolean)
                .join(' · ')}
              {' · '}
              <ClockTime at={incident.openedAt} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
