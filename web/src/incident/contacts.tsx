import { useTranslation } from 'react-i18next'
import { phoneHref } from '../ui/phone-href.ts'
import { usePlaceText } from '../ui/place.ts'
import type { IncidentDetail } from './incident.ts'

/** Where the patient is, and whom to call. */
export function Contacts({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const { patient, patientName, fall } = incident
  if (!patient) return null
  const { phone, emergencyContact } = patient
  const places = [placeText(incident), fall?.location].filter(Boolean)
  return (
    <section className="card" aria-labelledby="incident-contacts">
      <h2 id="incident-contacts">{t('incident.contacts.title')}</h2>
      <dl className="facts">
        <dt>{t('incident.contacts.where')}</dt>
        <dd>{places.join(' · ') || t('incident.contacts.nowhere')}</dd>
      </dl>
      <div className="calls">
        {phone ? (
          <Call label={t('incident.contacts.call', { name: patientName })} text={phone} />
        ) : (
          <p className="muted">{t('incident.contacts.noPhone')}</p>
        )}
        {emergencyContact ? (
          <Call label={t('incident.contacts.emergency')} text={emergencyContact} />
        ) : (
          <p className="muted">{t('incident.contacts.noEmergency')}</p>
        )}
      </div>
    </section>
  )
}

/** A link that calls a number. */
function Call({ label, text }: { label: string; text: string }) {
  return (
    <a className="button button-plain button-large call" href={phoneHref(text)}>
      <span className="call-label">{label}</span>
      <span>{text}</span>
    </a>
  )
}
