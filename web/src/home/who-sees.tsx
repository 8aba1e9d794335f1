import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { phoneHref } from '../ui/phone-href.ts'

/** Names the people who see the patient's data, with their numbers to call. */
export function WhoSees({ caregivers }: { caregivers: Schema<'Patient'>['caregivers'] }) {
  const { t } = useTranslation()
  return (
    <section className="home-answer" aria-labelledby="who-sees">
      <h2 id="who-sees">{t('home.whoSees')}</h2>
      {caregivers.length === 0 && <p className="home-caution">{t('home.noCaregivers')}</p>}
      <ul className="home-people">
        {caregivers.map(({ id, name, relationship, phone }) => (
          <li key={id}>
            <span>
              {name}
              {relationship && <span className="muted"> · {relationship}</span>}
            </span>
            {phone && (
              <a className="button button-plain button-normal" href={phoneHref(phone)}>
                {t('home.call', { phone })}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className="muted">{t('home.adminsToo')}</p>
    </section>
  )
}
