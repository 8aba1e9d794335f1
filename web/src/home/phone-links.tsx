import { useTranslation } from 'react-i18next'
import { rememberedPage } from '../shell/help-page.ts'
import { phoneHref } from '../ui/phone-href.ts'

/** Whom to phone when the service cannot be reached, as they were when it last could. */
export function PhoneLinks() {
  const { t } = useTranslation()
  const { emergencyContact, emergencyPhone } = rememberedPage() ?? {}
  const numbers = [
    emergencyContact && { phone: emergencyContact, text: 'home.callContact' as const },
    emergencyPhone && { phone: emergencyPhone, text: 'home.callEmergency' as const },
  ].filter((number) => number !== null && number !== undefined && number !== '')
  return (
    <ul className="phone-links">
      {numbers.map(({ phone, text }) => (
        <li key={text}>
          <a className="button button-urgent button-large" href={phoneHref(phone)}>
            <small>{t(text)}</small> {t('home.call', { phone })}
          </a>
        </li>
      ))}
    </ul>
  )
}
