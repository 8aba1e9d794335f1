import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { QueryState } from '../ui/query-state.tsx'
import { type Access, accessQuery } from './access-query.ts'
import { HomeAssistantSharing } from './home-assistant-sharing.tsx'
import { ShareLinks } from './share-links.tsx'
import { VitalSharing } from './vital-sharing.tsx'
import './me.css'

/** Shows a patient who sees their data, and lets them decide. */
export function PrivacyScreen() {
  const { t } = useTranslation()
  const { id } = useMe()
  const access = useQuery(accessQuery(id))
  return (
    <>
      <ScreenTitle>{t('privacy.title')}</ScreenTitle>
      <QueryState query={access}>
        {(data) => (
          <div className="me-columns">
            <Viewers access={data} />
            <VitalSharing patientId={id} isShared={data.sharing.vitals} />
            <HomeAssistantSharing patientId={id} />
            <ShareLinks patientId={id} links={data.links} />
          </div>
        )}
      </QueryState>
    </>
  )
}

function Viewers({ access: { caregivers, stations, admins, representative } }: { access: Access }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const since = (date: string) => t('privacy.since', { date: formats.date(new Date(date)) })
  return (
    <section className="card" aria-labelledby="viewers-title">
      <h2 id="viewers-title">{t('privacy.caregivers')}</h2>
      {caregivers.length === 0 && <p className="muted">{t('privacy.nobody')}</p>}
      <ul className="viewers">
        {caregivers.map((caregiver) => (
          <li key={caregiver.id}>
            <strong>{caregiver.name}</strong>
            <span className="muted">
              {[caregiver.relationship, ...caregiver.teams, since(caregiver.since)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {stations.length > 0 && (
        <>
          <h3>{t('privacy.stations')}</h3>
          <ul className="viewers">
            {stations.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('privacy.admins')}</h3>
      <ul className="viewers">
        {admins.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {representative && (
        <>
          <h3>{t('privacy.representative')}</h3>
          <p>
            {representative.name} <span className="muted">{representative.relationship}</span>
          </p>
        </>
      )}
    </section>
  )
}
