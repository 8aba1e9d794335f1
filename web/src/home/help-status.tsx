import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { withoutSignIn } from '../shell/help-page.ts'
import { useNow } from '../ui/now.ts'
import { ClockTime } from '../ui/time-ago.tsx'
import { hasSaidFine, type Incident } from './my-incidents.ts'
import { RepeatedCall } from './repeated-call.tsx'

const minuteMs = 60_000

/** Shows somebody who needs help what is being done: who was told, who comes, and when. */
export function HelpStatus({ incident }: { incident: Incident }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isLost = useLiveStatus().state === 'lost'
  const isSignedIn = withoutSignIn.use() === undefined
  const { helpAt } = incident
  const names = incident.told.flatMap(({ name }) => name ?? [])
  const beside = incident.attending.filter(({ id }) => id !== incident.handledBy?.id)
  return (
    <section
      className={`help-status ${incident.handledBy ? 'help-status-handled' : ''} ${isLost ? 'home-old' : ''}`}
      aria-labelledby="help-status"
      aria-live="polite"
    >
      <h2 id="help-status">
        {incident.handledBy
          ? t('home.isComing', { name: incident.handledBy.name ?? t('home.somebody') })
          : t(incident.kind === 'SOS' ? 'home.helpCalled' : 'home.othersKnow')}
      </h2>
      {incident.handledBy && <Arrival incident={incident} />}
      {beside.map(({ id, name }) => (
        <p key={id}>{t('home.isGoing', { name: name ?? t('home.somebody') })}</p>
      ))}
      <p>
        {t('home.calledAt')} <ClockTime at={incident.openedAt} />
      </p>
      {isSignedIn && <RepeatedCall incident={incident} />}
      {names.length > 0 && <p>{t('home.told', { names: formats.list(names) })}</p>}
      {names.length === 0 && !incident.handledBy && helpAt === null && <p>{t('home.telling')}</p>}
      {hasSaidFine(incident) ? (
        <p className="help-status-fine">{t('home.fineTold')}</p>
      ) : (
        <p>{t('home.mistake')}</p>
      )}
    </section>
  )
}

/** Since when somebody is on it, and how long it takes until they are there. */
function Arrival({ incident: { acknowledgedAt, etaAt } }: { incident: Incident }) {
  const { t } = useTranslation()
  const now = useNow()
  if (!acknowledgedAt) return null
  const leftMinutes = etaAt ? Math.ceil((Date.parse(etaAt) - now.getTime()) / minuteMs) : undefined
  return (
    <>
      {leftMinutes !== undefined && (
        <p className="help-status-arrival">
          {leftMinutes > 0 ? t('home.arrival', { count: leftMinutes }) : t('home.arrivalDue')}
        </p>
      )}
      <p>
        {t('home.since')} <ClockTime at={acknowledgedAt} />
      </p>
    </>
  )
}
