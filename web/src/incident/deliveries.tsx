import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { named } from './named.ts'

type Delivery = Schema<'IncidentDelivery'>

const tones: Record<Delivery['state'], NonNullable<TagProps['tone']>> = {
  PENDING: 'neutral',
  SENDING: 'neutral',
  SENT: 'good',
  FAILED: 'caution',
  CANCELLED: 'neutral',
}

/** The messages of an incident: to whom, by what, and whether they arrived. */
export function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const { t } = useTranslation()
  return (
    <section className="card" aria-labelledby="incident-deliveries">
      <h2 id="incident-deliveries">{t('incident.deliveries.title')}</h2>
      {deliveries.length === 0 && <p className="muted">{t('incident.deliveries.none')}</p>}
      <ul className="deliveries">
        {deliveries.map((delivery) => {
          const { person, contact, channel, purpose, state, at, step } = delivery
          return (
            <li key={`${at} ${step} ${channel} ${contact} ${purpose} ${person?.id}`} className="row">
              <span className="delivery-to">
                <strong>{person ? named(person, t('incident.who.deleted')) : contact}</strong>
                <span className="muted">
                  {t(`channel.${channel}.title`)} · <ClockTime at={at} />
                  {purpose !== 'alert' && ` · ${t(`incident.deliveries.${purpose}`)}`}
                </span>
              </span>
              <Tag tone={tones[state]}>{t(`incident.deliveryState.${state}`)}</Tag>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
