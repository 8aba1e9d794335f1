import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { type IncidentDetail, isEnded } from './incident.ts'
import { Ending } from './incident-header.tsx'
import { useWhatHappenedToMe } from './incident-words.ts'
import { Timeline } from './timeline.tsx'
import { Who } from './who.tsx'

/** An incident for the patient: what happened, and who is coming. */
export function MyIncident({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const whatHappened = useWhatHappenedToMe()
  return (
    <>
      <header className="card incident-header my-incident">
        <ScreenTitle>{whatHappened(incident)}</ScreenTitle>
        <p>
          <TimeAgo at={incident.openedAt} />
        </p>
        {isEnded(incident) ? <Ending incident={incident} /> : <Who incident={incident} />}
        {!isEnded(incident) && (
          <p>
            <ButtonLink to="/" look="primary">
              {t('incident.mine.toButtons')}
            </ButtonLink>
          </p>
        )}
      </header>
      {/* Whom the service tells by what is the business of those who are told. */}
      <Timeline incident={incident} isShown={({ type }) => type !== 'told'} />
    </>
  )
}
