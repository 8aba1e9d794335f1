import { useTranslation } from 'react-i18next'
import { SignOutButton } from '../shell/sign-out-button.tsx'
import { ButtonLink } from '../ui/link.tsx'

export function SignOut() {
  const { t } = useTranslation()
  return (
    <section className="card" aria-labelledby="device-title">
      <h2 id="device-title">{t('me.signOut.title')}</h2>
      <p className="muted">{t('me.signOut.text')}</p>
      <div className="row">
        <SignOutButton />
        <ButtonLink to="/me/notifications" look="quiet">
          {t('me.signOut.notifications')}
        </ButtonLink>
      </div>
    </section>
  )
}
