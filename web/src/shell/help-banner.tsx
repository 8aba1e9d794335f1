import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { byUrgency, needsHelpNow } from '../incident/incident.ts'
import { usePlaceBeside, useWhatHappened } from '../incident/incident-words.ts'
import { setTabAlarm } from './screen-title.tsx'
import './help-banner.css'

/** The others are behind a link to the first screen: a phone needs room for what one came for. */
const maxShown = 2

/** Says on every screen but the first one, which lists them, who needs help while nobody has answered. */
export function HelpBanner() {
  const { t } = useTranslation()
  const whatHappened = useWhatHappened()
  const placeBeside = usePlaceBeside()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data = [] } = useQuery(unresolvedQuery)
  const incidents = data
    .filter((incident) => needsHelpNow(incident) && path !== `/incidents/${incident.id}`)
    .sort(byUrgency)
  const [first] = incidents
  const count = incidents.length
  // Beside an incident, whose button must be in sight, one line is enough.
  const shown = path.startsWith('/incidents/') ? 0 : maxShown
  const title = t('needsHelp.title', { count })
  const alarm = first ? `⚠ ${count > 1 ? title : whatHappened(first)}` : ''
  useEffect(() => {
    setTabAlarm(alarm)
    return () => setTabAlarm('')
  }, [alarm])

  // Without ages, which a screen reader would say each second.
  return (
    <div role="alert" className="help-banner">
      {count > 0 && (
        <div>
          <strong>
            <span aria-hidden="true">⚠</span> {shown === 0 ? <Link to="/">{title}</Link> : title}
          </strong>
          {shown > 0 && (
            <ul>
              {incidents.slice(0, shown).map((incident) => (
                <li key={incident.id}>
                  <Link to="/incidents/$incidentId" params={{ incidentId: incident.id }}>
                    {[whatHappened(incident), placeBeside(incident)].filter(Boolean).join(' · ')}
                  </Link>
                </li>
              ))}
              {count > shown && (
                <li>
                  <Link to="/">{t('needsHelp.more', { count: count - shown })}</Link>
                </li>
              )}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
